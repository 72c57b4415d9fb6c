"""Reasons why something was not read, in Japanese. Data, and one lookup.

In: a reason as readers and folders count it, in English. Out: the same in Japanese; a reason that is not in the tables,
such as the message of a library, stays as it is.
"""

import re
from collections.abc import Mapping
from functools import cache
from typing import Final

from tadori.model.unread import NOT_COUNTED, OTHER_REASONS

_SAME_WORDS: Final[Mapping[str, str]] = {
    NOT_COUNTED: "数えていない（以前の版で読み込んだ資料）",
    OTHER_REASONS: "ほかの理由",
    # files that are left out
    "no ending in its name": "名前に拡張子がない",
    "hidden file": "隠しファイル",
    "file in a hidden folder": "隠しフォルダの中のファイル",
    "folder that cannot be opened": "開けないフォルダ",
    "folder that is linked a second time": "リンクで二度目に現れるフォルダ",
    "picture": "画像",
    "sound or video": "音声・動画",
    "archive": "書庫ファイル",
    "font": "フォント",
    "binary": "バイナリデータ",
    # documents that could not be read
    "the document is empty": "資料が空である",
    "there is no text in it": "文章がない",
    "there is no HTML in it": "HTMLがない",
    "holds no readable document": "読める資料が入っていない",
    "it is binary data, not a text": "文章ではなくバイナリデータである",
    "it is called a PDF and is none": "PDFと名乗っているがPDFではない",
    "it is called an office file or a book and is none": "文書・電子書籍と名乗っているがそうではない",
    "the PDF is broken and cannot be opened": "PDFが壊れていて開けない",
    "its record is empty or torn": "記録が空か、途中で切れている",
    "it is encrypted": "暗号化されている",
    "it is locked (digital rights management)": "著作権管理（DRM）で保護されている",
    "is not a regular file": "通常のファイルではない",
    "there are no records in it": "記録が入っていない",
    "it unpacks to far more than its size: a bomb": "展開すると異常に大きい（爆弾）",
    "none of its lines is JSON": "JSONの行がない",
    "it is packed code that nobody reads": "圧縮されたプログラムで、人が読むものではない",
    # text that was left out
    "navigation": "ナビゲーション",
    "table of contents": "目次",
    "index of words": "索引",
    "footer": "フッター",
    "address": "連絡先",
    "form": "フォーム",
    "a control of a form": "フォームの部品",
    "link list": "リンク集",
    "comments of readers": "読者のコメント",
    "comment": "コメント",
    "related material": "関連情報",
    "teasers of other pages": "ほかのページの紹介",
    "aside without prose": "文章のない脇の欄",
    "page furniture: sharing, advertising, forms": "共有ボタン・広告・フォームなど",
    "outside the main text": "本文の外",
    "above the title": "表題より上",
    "another title above the text": "本文の上の別の表題",
    "heading with nothing below it": "下に何もない見出し",
    "sign for linking to a heading": "見出しへのリンク記号",
    "credit or repeated caption of a picture": "画像のクレジット・繰り返しの説明",
    "shown only where a picture, film or frame is not": "画像・動画の代わりに出る文",
    "markup printed as text": "文として印字されたマークアップ",
    "raw markup": "生のマークアップ",
    "setting of the document": "文書の設定",
    "order to a program": "プログラムへの指示",
    "text of another file that is included": "取り込まれる別のファイルの文",
    "deleted text": "削除された文",
    "hidden text": "隠された文",
    "hidden by the page": "ページが隠している文",
    "rows beyond the longest table that is read": "読む表の上限を超えた行",
    "records beyond the longest document that is read": "読む資料の上限を超えた記録",
    "lines that are no JSON": "JSONでない行",
    "long lists of bare numbers": "数だけの長い並び",
}
_WITH_PARTS: Final[Mapping[str, str]] = {
    "no reader for {}": "{}を読む機能がない",
    "has {} bytes; the limit is {}": "{}バイトある（上限は{}バイト）",
    "{} bytes, more than {}": "{}バイトある（上限は{}バイト）",
    "more than {} characters of text": "文章が{}字を超える",
    "cannot be opened: {}": "開けない：{}",
    "cannot be read: {}": "読めない：{}",
    "page {}: scanned, no OCR installed (pip install tadori[ocr])": (
        "{}ページ：スキャン画像で、OCRが入っていない（pip install tadori[ocr]）"
    ),
    "no page has text (scanned, no OCR installed (pip install tadori[ocr]))": (
        "どのページにも文章がない（スキャン画像で、OCRが入っていない。pip install tadori[ocr]）"
    ),
    "page {}: scanned, over the limit of {} pages for OCR": "{}ページ：スキャン画像で、OCRの上限（{}ページ）を超える",
    "page {}: scanned, {} lines read by OCR": "{}ページ：スキャン画像で、{}行をOCRで読んだ",
    "page {}: {} lines that nobody sees were left out": "{}ページ：見えない{}行を除いた",
    "only the first {} of {} pages were read": "最初の{}ページだけを読んだ（全{}ページ）",
    "{} characters could not be decoded as {}": "{}字を復号できなかった（{}）",
    "reading {} takes more than {} s": "{}を読むのに{}秒より長くかかる",
    "reading {} takes more than {} MB of memory": "{}を読むのに{}MBより多くのメモリが要る",
    "{} passages that the page hides from its readers were left out ({})": (
        "ページが読者に見せていない{}か所を除いた（{}）"
    ),
    "more than {} elements": "要素が{}個を超える",
    "elements are nested more than {} deep": "要素の入れ子が{}段を超える",
    "it unpacks to more than {} bytes": "展開すると{}バイトを超える",
    "more than {} bytes": "{}バイトを超える",
    "it is no JSON: {}": "JSONではない：{}",
    "it is no table of values: {}": "値の表ではない：{}",
    "it cannot be unpacked: {}": "展開できない：{}",
    "its record is torn: {}": "記録が途中で切れている：{}",
    "its reader failed: {}": "読み取りに失敗した：{}",
    "{} is not a type that is read here": "{}は読む対象の種類ではない",
    "the archive is torn or broken: {}": "書庫が壊れている：{}",
    "it is no readable WACZ: {}": "読めるWACZではない：{}",
}


def reason_in_japanese(reason: str) -> str:
    """The reason in Japanese, where the tables have it."""
    if reason in _SAME_WORDS:
        return _SAME_WORDS[reason]
    for pattern, japanese in _patterns():
        if found := pattern.fullmatch(reason):
            return japanese.format(*found.groups())
    return reason


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], str], ...]:
    """The templates as patterns, made when the first Japanese report needs them."""
    return tuple(
        (re.compile("([^{}]{1,80}?)".join(map(re.escape, english.split("{}")))), japanese)
        for english, japanese in _WITH_PARTS.items()
    )
