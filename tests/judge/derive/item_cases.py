"""Sentences made from a list's lead-in and items: faithful ones, and ones that say another thing.

Each case: (sentence, the list: its lead-in and items as lines). The quotations are the lines.
"""

from typing import Final

ItemCase = tuple[str, str]

FORMATS: Final = "The driver supports the following formats:\n- PNG\n- GIF\n- WebP (read only)"
INSTALL: Final = "To install, you must:\n1. run the setup\n2. restart the server"
FULL: Final = "If the disk is full, do not:\n• run the setup\n• delete the log files"
ONE_OF: Final = "You must bring one of the following:\n- a passport\n- an identity card"
ALLOWED: Final = "Entry is allowed if:\n(a) the visitor is over 18; and\n(b) the visitor has a ticket."
ONLY: Final = "The server accepts only these protocols:\n- TLS 1.2\n- TLS 1.3"
EXCEPT: Final = "All files are copied except the following:\n- core dumps\n- sockets"
NOT_SUPPORTED: Final = "The following are not supported:\n- IPv6 addresses\n- wildcards"
MAY: Final = "The update may break:\n- old plug-ins\n- custom themes"
UNLESS: Final = "The company shall not, unless the council agrees:\n- raise the price\n- close the station"
SAID: Final = "According to the agency, the plant produced:\n- steel\n- cement"
FORMATS_JA: Final = "次の形式に対応する：\n・PNG\n・GIF\n・WebP（読み込みのみ）"
INSTALL_JA: Final = "インストールするには、次の作業を行う：\n1. セットアップを実行する\n2. サーバーを再起動する"
FULL_JA: Final = "ディスクに空きがない場合は、次の操作をしてはならない：\n・セットアップの実行\n・ログの削除"
ONE_OF_JA: Final = "次のいずれかを持参する：\n・旅券\n・運転免許証"
EXCEPT_JA: Final = "以下を除くすべてのファイルが複製される：\n・コアダンプ\n・ソケット"
ONLY_JA: Final = "サーバーが受け付けるのは次のプロトコルのみである：\n・TLS 1.2\n・TLS 1.3"
FOLLOWS_JA: Final = "主な機能は以下のとおりである。\n・検索\n・要約"
MAY_JA: Final = "更新により次のものが動かなくなる可能性がある：\n・古いプラグイン\n・独自のテーマ"
NOT_JA: Final = "次の機能には対応していない：\n・IPv6\n・ワイルドカード"

FAITHFUL: Final[tuple[ItemCase, ...]] = (
    ("The driver supports the following formats: PNG.", FORMATS),
    ("The driver supports the following formats: GIF", FORMATS),
    ("The driver supports the following formats: WebP (read only).", FORMATS),
    ("The driver supports the following formats: PNG and GIF.", FORMATS),
    ("The driver supports the following formats: PNG, GIF.", FORMATS),
    ("The driver supports the following formats: PNG, GIF and WebP (read only).", FORMATS),
    ("The driver supports the following formats: PNG, GIF, and WebP (read only).", FORMATS),
    ("The driver supports the following formats: PNG; GIF; WebP (read only).", FORMATS),
    ("The driver supports the following formats: PNG, WebP (read only)", FORMATS),
    ("To install, you must: run the setup.", INSTALL),
    ("To install, you must run the setup.", INSTALL),
    ("To install, you must restart the server.", INSTALL),
    ("To install, you must run the setup and restart the server.", INSTALL),
    ("If the disk is full, do not: run the setup.", FULL),
    ("If the disk is full, do not run the setup.", FULL),
    ("If the disk is full, do not delete the log files.", FULL),
    ("If the disk is full, do not run the setup or delete the log files.", FULL),
    ("You must bring one of the following: a passport or an identity card.", ONE_OF),
    ("You must bring one of the following: a passport, an identity card.", ONE_OF),
    ("The server accepts only these protocols: TLS 1.2 and TLS 1.3.", ONLY),
    ("All files are copied except the following: core dumps and sockets.", EXCEPT),
    ("The following are not supported: IPv6 addresses.", NOT_SUPPORTED),
    ("The following are not supported: IPv6 addresses, wildcards.", NOT_SUPPORTED),
    ("The update may break old plug-ins.", MAY),
    ("The update may break: old plug-ins and custom themes.", MAY),
    ("According to the agency, the plant produced steel.", SAID),
    ("According to the agency, the plant produced: steel and cement.", SAID),
    ("次の形式に対応する：PNG", FORMATS_JA),
    ("次の形式に対応する：GIF。", FORMATS_JA),
    ("次の形式に対応する：WebP（読み込みのみ）", FORMATS_JA),
    ("次の形式に対応する：PNG、GIF", FORMATS_JA),
    ("次の形式に対応する：PNGとGIF。", FORMATS_JA),
    ("次の形式に対応する：PNG、GIF、WebP（読み込みのみ）。", FORMATS_JA),
    ("次の形式に対応する：PNG、GIFおよびWebP（読み込みのみ）。", FORMATS_JA),
    ("インストールするには、次の作業を行う：セットアップを実行する。", INSTALL_JA),
    ("インストールするには、次の作業を行う：サーバーを再起動する", INSTALL_JA),
    ("インストールするには、次の作業を行う：セットアップを実行する、サーバーを再起動する。", INSTALL_JA),
    ("ディスクに空きがない場合は、次の操作をしてはならない：セットアップの実行、ログの削除。", FULL_JA),
    ("次のいずれかを持参する：旅券または運転免許証", ONE_OF_JA),
    ("次のいずれかを持参する：旅券、運転免許証。", ONE_OF_JA),
    ("以下を除くすべてのファイルが複製される：コアダンプ、ソケット。", EXCEPT_JA),
    ("サーバーが受け付けるのは次のプロトコルのみである：TLS 1.2、TLS 1.3", ONLY_JA),
    ("主な機能は以下のとおりである：検索", FOLLOWS_JA),
    ("インストールするには、次の作業を行う：1. セットアップを実行する。", INSTALL_JA),
    ("The driver supports PNG.", FORMATS),
    ("The driver supports PNG and GIF.", FORMATS),
    ("PNGに対応する。", FORMATS_JA),
    ("主な機能は、検索。", FOLLOWS_JA),
    ("IPv6 addresses are not supported.", NOT_SUPPORTED),
    ("主な機能は以下のとおりである。検索、要約。", FOLLOWS_JA),
    ("更新により次のものが動かなくなる可能性がある：古いプラグイン", MAY_JA),
    ("次の機能には対応していない：IPv6", NOT_JA),
)

UNFAITHFUL: Final[tuple[ItemCase, ...]] = (
    # without its lead-in
    ("PNG.", FORMATS),
    ("Run the setup.", INSTALL),
    ("Restart the server.", INSTALL),
    ("Run the setup.", FULL),
    ("Delete the log files.", FULL),
    ("The visitor is over 18.", ALLOWED),
    ("The visitor has a ticket.", ALLOWED),
    ("Old plug-ins.", MAY),
    ("Raise the price.", UNLESS),
    ("セットアップを実行する。", FULL_JA + "\n・セットアップを実行する"),
    ("ログの削除。", FULL_JA),
    ("古いプラグイン。", MAY_JA),
    # with a part of its lead-in, or another one
    ("You must run the setup.", INSTALL),
    ("Do not run the setup.", FULL),
    ("If the disk is full, run the setup.", FULL),
    ("If the disk is full: run the setup.", FULL),
    ("The following are supported: IPv6 addresses.", NOT_SUPPORTED),
    ("The update breaks old plug-ins.", MAY),
    ("The update breaks: old plug-ins.", MAY),
    ("The plant produced steel.", SAID),
    ("The plant produced: steel and cement.", SAID),
    ("The company shall not raise the price.", UNLESS),
    ("The company shall not: raise the price.", UNLESS),
    ("The company shall raise the price.", UNLESS),
    ("All files are copied: core dumps.", EXCEPT),
    ("The server accepts these protocols: TLS 1.2 and TLS 1.3.", ONLY),
    ("You must bring the following: a passport or an identity card.", ONE_OF),
    ("You must bring a passport.", ONE_OF),
    ("Entry is allowed: the visitor is over 18.", ALLOWED),
    ("The driver supports only the following formats: PNG.", FORMATS),
    ("The driver does not support the following formats: PNG.", FORMATS),
    ("The driver may support the following formats: PNG.", FORMATS),
    ("The drivers support the following formats: PNG.", FORMATS),
    ("The new driver supports the following formats: PNG.", FORMATS),
    ("次の操作をしてはならない：セットアップの実行", FULL_JA),
    ("ディスクに空きがない場合は、次の操作をする：セットアップの実行", FULL_JA),
    ("次の形式に対応しない：PNG", FORMATS_JA),
    ("次の形式のみに対応する：PNG", FORMATS_JA),
    ("次の機能に対応している：IPv6", NOT_JA),
    ("更新により次のものが動かなくなる：古いプラグイン", MAY_JA),
    ("次の作業を行う：セットアップを実行する。", INSTALL_JA),
    ("すべてのファイルが複製される：コアダンプ", EXCEPT_JA),
    ("サーバーが受け付けるのは次のプロトコルである：TLS 1.2、TLS 1.3", ONLY_JA),
    ("次を持参する：旅券または運転免許証", ONE_OF_JA),
    # one of a list that is meant as a whole
    ("You must bring one of the following: a passport.", ONE_OF),
    ("You must bring one of the following: an identity card.", ONE_OF),
    ("Entry is allowed if: the visitor is over 18.", ALLOWED),
    ("Entry is allowed if the visitor has a ticket.", ALLOWED),
    ("The server accepts only these protocols: TLS 1.3.", ONLY),
    ("All files are copied except the following: sockets.", EXCEPT),
    ("次のいずれかを持参する：旅券", ONE_OF_JA),
    ("サーバーが受け付けるのは次のプロトコルのみである：TLS 1.3", ONLY_JA),
    ("以下を除くすべてのファイルが複製される：ソケット", EXCEPT_JA),
    # joined otherwise than the list
    ("You must bring one of the following: a passport and an identity card.", ONE_OF),
    ("The driver supports the following formats: PNG or GIF.", FORMATS),
    ("If the disk is full, do not run the setup and delete the log files.", FULL),
    ("The driver supports the following formats: PNG but GIF.", FORMATS),
    ("To install, you must restart the server and run the setup.", INSTALL),
    ("The driver supports the following formats: GIF and PNG.", FORMATS),
    ("To install, you must run the setup, then restart the server.", INSTALL),
    ("To install, you must run the setup or restart the server.", INSTALL),
    ("次のいずれかを持参する：旅券と運転免許証", ONE_OF_JA),
    ("次の形式に対応する：PNGまたはGIF", FORMATS_JA),
    ("インストールするには、次の作業を行う：サーバーを再起動する、セットアップを実行する。", INSTALL_JA),
    # another item, a part of one, or more than the items
    ("The driver supports the following formats: JPEG.", FORMATS),
    ("The driver supports the following formats: PNG and JPEG.", FORMATS),
    ("The driver supports the following formats: WebP.", FORMATS),
    ("The driver supports the following formats: PNG, GIF and WebP.", FORMATS),
    ("The driver supports the following formats: PNG 2.", FORMATS),
    ("The driver supports the following formats: APNG.", FORMATS),
    ("The driver supports the following formats: PNG (read only).", FORMATS),
    ("The driver supports the following formats: PNG, GIF and others.", FORMATS),
    ("The driver supports the following formats.", FORMATS),
    ("To install, you must run the setup twice.", INSTALL),
    ("To install, you must restart the setup.", INSTALL),
    ("If the disk is full, do not delete the files.", FULL),
    ("The following are not supported: IPv4 addresses.", NOT_SUPPORTED),
    ("The server accepts only these protocols: TLS 1.2 and TLS 1.3 and TLS 1.4.", ONLY),
    ("次の形式に対応する：WebP", FORMATS_JA),
    ("次の形式に対応する：JPEG", FORMATS_JA),
    ("次の形式に対応する：PNG、GIF、WebP", FORMATS_JA),
    ("次の形式に対応する：PNGなど", FORMATS_JA),
    ("次の形式に対応する：PNG、GIF、TIFF", FORMATS_JA),
    ("インストールするには、次の作業を行う：セットアップを2回実行する。", INSTALL_JA),
    ("主な機能は以下のとおりである：翻訳", FOLLOWS_JA),
    ("インストールするには、次の作業を行う：3. セットアップを実行する。", INSTALL_JA),
)
