from tadori.text.social_networks import is_social_network


def test_social_networks_are_recognised_below_any_host() -> None:
    assert is_social_network("https://www.facebook.com/someone") is True
    assert is_social_network("https://jp.linkedin.com/in/someone") is True
    assert is_social_network("https://facebook.com.hokuto.test/") is False
