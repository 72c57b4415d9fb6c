"""The stance model that ships, on plain pairs and on what is thrown at it (L27)."""

import hashlib
import json
import shutil
from pathlib import Path

import pytest

from tadori.errors import ModelUnusable
from tadori.minds.base import EvidencePair, StanceScores
from tadori.minds.local.aligner import Aligner
from tadori.minds.local.embedding import use_backend
from tadori.minds.local.stance import SHIPPED, LocalStance, read_manifest
from tadori.minds.local.token_vectors import TokenVectors

MEGABYTE = 1024 * 1024


@pytest.fixture(scope="module")
def model() -> LocalStance:
    return LocalStance()


def pair(evidence: str, claim: str) -> EvidencePair:
    return EvidencePair(evidence=evidence, claim=claim)


def likeliest(scores: StanceScores) -> str:
    return max(("supports", "neutral", "refutes"), key=lambda name: float(getattr(scores, name)))


@pytest.mark.req("L27")
@pytest.mark.parametrize(
    ("evidence", "claim", "stance"),
    [
        ("A man in a red shirt is playing a guitar on the stage.", "A man is playing an instrument.", "supports"),
        ("A man in a red shirt is playing a guitar on the stage.", "The man is asleep in his bed.", "refutes"),
        ("A man in a red shirt is playing a guitar on the stage.", "The man is a famous musician.", "neutral"),
        ("赤いシャツを着た男性がステージでギターを弾いている。", "男性がギターを弾いている。", "supports"),
        ("男性がギターを弾いている。", "男性はギターを弾いていない。", "refutes"),
        ("男性がギターを弾いている。", "A man is playing a guitar.", "supports"),
    ],
)
def test_plain_pairs_get_the_stance_a_reader_gives_them(
    model: LocalStance, evidence: str, claim: str, stance: str
) -> None:
    assert likeliest(model.scores([pair(evidence, claim)])[0]) == stance


HARD = [
    pair("12 15 2024", "12 15 2025"),
    pair("def add(a, b):\n    return a + b", "add returns the sum of its arguments."),
    pair("東京 Tower は 1958年に opened しました。", "Tokyo Tower opened in 1958."),
    pair("Привет, мир. Москва — столица России.", "Moscow is the capital of Russia."),
    pair("한국의 수도는 서울이다.", "서울은 한국의 수도이다."),
    pair("lone \ud800 surrogate", "a surrogate \udfff alone"),
    pair("\u202eabc\u200b", "abc\x00"),
    pair("word " * 5000, "w" * 5000),
    pair("無" * 5000, "有" * 5000),
    pair("!!! 7", "7 ???"),
]


def test_odd_texts_get_probabilities_that_sum_to_one(model: LocalStance) -> None:
    found = model.scores(HARD)
    assert [round(s.supports + s.neutral + s.refutes, 4) for s in found] == [1.0] * len(HARD)


def test_a_pair_gets_the_same_scores_alone_and_in_company(model: LocalStance) -> None:
    together = model.scores([*HARD, *reversed(HARD)])
    assert together[: len(HARD)] == list(reversed(together[len(HARD) :]))
    assert [model.scores([one])[0] for one in HARD] == together[: len(HARD)]


def test_two_threads_give_the_scores_of_one(model: LocalStance) -> None:
    assert LocalStance(threads=2).scores(HARD) == model.scores(HARD)


@pytest.mark.parametrize(("evidence", "claim"), [("", "A claim."), ("Words.", " \n"), ("…", "A claim."), ("", "")])
def test_a_side_without_words_says_nothing_and_loads_nothing(tmp_path: Path, evidence: str, claim: str) -> None:
    empty = LocalStance(tmp_path / "there is no model here")
    assert empty.scores([pair(evidence, claim)]) == [StanceScores(supports=0.0, neutral=1.0, refutes=0.0)]


def test_the_same_words_need_no_model(tmp_path: Path) -> None:
    empty = LocalStance(tmp_path / "there is no model here")
    assert empty.scores([pair("Ｔｏｋｙｏ is big!", "tokyo is big.")])[0].supports == 0.98


def test_no_pairs_are_no_scores(model: LocalStance) -> None:
    assert model.scores([]) == []


FILLER = "The committee met again in the small hall and talked about the budget for the coming year. "
KOBE = "The Akashi bridge near Kobe was opened to traffic in April 1998. "


def test_in_evidence_of_a_hundred_thousand_characters_the_sentence_about_the_claim_is_read(model: LocalStance) -> None:
    half = FILLER * (50_000 // len(FILLER))
    claim = "The Akashi bridge was opened in 1998."
    long, short = model.scores([pair(half + KOBE + half, claim), pair(KOBE, claim)])
    assert likeliest(short) == "supports"
    assert likeliest(long) == "supports"


FILLER_JA = "委員会は小さな会議室で来年の予算について話し合った。"
KOBE_JA = "明石海峡大橋は1998年4月に開通した。"


def test_the_sentence_is_found_across_languages_too(model: LocalStance) -> None:
    half = FILLER_JA * (20_000 // len(FILLER_JA))
    near, far = model.scores(
        [pair(half + KOBE_JA + half, "明石海峡大橋は開通した。"), pair(half, "明石海峡大橋は開通した。")]
    )
    assert near.supports > 2 * far.supports


def copied(tmp_path: Path) -> Path:
    return Path(shutil.copytree(SHIPPED, tmp_path / "model"))


@pytest.mark.parametrize("name", ["reader.onnx", "vocabulary.txt", "aligner.npz"])
def test_a_damaged_file_is_named_and_not_used(tmp_path: Path, name: str) -> None:
    folder = copied(tmp_path)
    whole = bytearray((folder / name).read_bytes())
    whole[len(whole) // 2] ^= 1
    (folder / name).write_bytes(whole)
    texts = ("犬が走る。", "犬が走っている。") if name == "aligner.npz" else ("A dog runs.", "A dog is running.")
    with pytest.raises(ModelUnusable, match=f"{name} is damaged"):
        LocalStance(folder).scores([pair(*texts)])


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    folder = copied(tmp_path)
    (folder / "reader.onnx").unlink()
    with pytest.raises(ModelUnusable, match=r"reader\.onnx cannot be read"):
        LocalStance(folder).scores([pair("A dog runs.", "A cat runs.")])


@pytest.mark.parametrize(
    ("name", "texts", "said"),
    [
        ("reader.onnx", ("A dog runs.", "A cat runs."), "onnxruntime can run"),
        ("aligner.npz", ("犬が走る。", "猫が走る。"), "not a file of weights"),
    ],
)
def test_a_file_that_is_no_model_is_an_error_though_its_hash_is_right(
    tmp_path: Path, name: str, texts: tuple[str, str], said: str
) -> None:
    folder = copied(tmp_path)
    (folder / name).write_bytes(b"not a model")
    told = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    told["files"][name]["sha256"] = hashlib.sha256(b"not a model").hexdigest()
    (folder / "manifest.json").write_text(json.dumps(told), encoding="utf-8")
    with pytest.raises(ModelUnusable, match=said):
        LocalStance(folder).scores([pair(*texts)])


def test_weights_that_lack_a_layer_are_an_error() -> None:
    with pytest.raises(ModelUnusable, match=r"lack .*mix\.weight"):
        Aligner({}, TokenVectors(use_backend()))


UNKNOWN_READER = '{"version": "1", "files": {}, "weights": {"english": {"oracle": 1}, "other": {"aligner": 1}}}'


@pytest.mark.parametrize(
    "told", ["", "[]", "{}", '{"version": "1", "files": [], "weights": {}}', "null", UNKNOWN_READER]
)
def test_a_manifest_that_is_none_is_an_error(tmp_path: Path, told: str) -> None:
    (tmp_path / "manifest.json").write_text(told, encoding="utf-8")
    with pytest.raises(ModelUnusable, match=r"manifest\.json is not a manifest"):
        read_manifest(tmp_path)


def test_what_ships_is_whole_named_and_small_enough(model: LocalStance) -> None:
    told = read_manifest(SHIPPED)
    seen = {name: hashlib.sha256((SHIPPED / name).read_bytes()).hexdigest() for name in told.files}
    assert seen == told.files
    assert sorted(told.files) == ["aligner.npz", "reader.onnx", "vocabulary.txt"]
    assert sum(file.stat().st_size for file in SHIPPED.iterdir()) <= 40 * MEGABYTE
    assert model.model_id == f"tadori-stance-{told.version}"


def test_the_card_names_every_set_with_its_licence_and_the_seed() -> None:
    card = (SHIPPED / "MODEL_CARD.md").read_text(encoding="utf-8")
    sets = [
        "SNLI",
        "counterfactual",
        "JSICK",
        "FEVER-symmetric",
        "SciFact",
        "Breaking NLI",
        "Curriculum",
        "Jamp",
        "JaNLI",
        "JSeM",
    ]
    assert [name for name in [*sets, "CC BY-SA 4.0", "20261116"] if name not in card] == []


@pytest.mark.req("L27")
def test_a_text_in_many_pairs_is_read_as_it_is_alone() -> None:
    texts = ("橋は1987年に開通した。", "その橋は長い。", "The bridge opened in 1987.", "橋は閉鎖された。")
    pairs = [EvidencePair(claim=claim, evidence=evidence) for claim in texts for evidence in texts]
    model = LocalStance()
    assert model.scores(pairs) == [model.scores([pair])[0] for pair in pairs]
