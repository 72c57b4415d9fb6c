"""Every fixed phrase of a report, in both languages, once. What is not in this table is source text or data.

A report is in Japanese when its question is, and in English otherwise; quotations stay in their own language.
"""

from typing import Final

from tadori.model.ids import JA, Lang

PHRASES: Final[dict[str, tuple[str, str]]] = {
    # headings, in reading order
    "answer": ("答え", "Answer"),
    "not_enough": ("証拠が足りません", "Not enough evidence"),
    "not_enough_words": (
        "保存した資料の文面で確かめられた答えがないため、答えを書きません。",
        "No answer could be checked against the archived words, so none is given.",
    ),
    "missing": ("足りないもの", "What is missing"),
    "gaps": ("まだ分からないこと", "Still open"),
    "claims": ("根拠と反対の証拠", "Claims and what speaks against them"),
    "contested": ("見解が分かれている点", "Contested points"),
    "contested_words": (
        "どちらが正しいかは決めず、並べて示します。",
        "Both sides as they stand; neither is averaged away.",
    ),
    "unchecked": ("確かめられていない文", "Not checked"),
    "unchecked_words": (
        "次の文は保存した文面で確かめられませんでした。根拠として読まないでください。",
        "The archived words do not bear these sentences out. Do not read them as evidence.",
    ),
    "timeline": ("時系列", "Timeline"),
    "method": ("調べ方", "Method"),
    "sources": ("出典", "Sources"),
    # sentences, claims
    "confidence": ("信頼度", "confidence"),
    "level_high": ("高い", "high"),
    "level_moderate": ("中程度", "moderate"),
    "level_low": ("低い", "low"),
    "level_very_low": ("とても低い", "very low"),
    "corroborated": ("裏付けあり", "corroborated"),
    "single_source": ("単独の出典", "single source"),
    "contested_badge": ("対立あり", "contested"),
    "unchecked_badge": ("未確認", "not checked"),
    "origins": ("独立した出所 {n}件", "independent origins: {n}"),
    "quoted": ("引用した文面", "Quoted words"),
    "supporting": ("裏付け", "Supporting"),
    "against": ("反対の証拠", "Against"),
    "may_conflict": ("食い違う可能性", "May conflict"),
    "nothing_against": ("反対の証拠は見つかっていません。", "Nothing was found that speaks against it."),
    "not_searched_against": (
        "反対の証拠はまだ探していません。",
        "Evidence against it has not been searched for yet.",
    ),
    "grounds": ("信頼度の理由", "Why this confidence"),
    "caveat": ("但し書き", "Caveat"),
    "reason": ("理由", "Reason"),
    # caveats: what would raise a confidence
    "caveat_words": (
        "信頼度が{floor}に届きません。{raise_by}があれば高まります。",
        "Below {floor}. It would rise with {raise_by}.",
    ),
    "raise_second": ("独立した別の出典", "a second independent source"),
    "raise_more": ("さらに独立した出典", "more independent sources"),
    "raise_primary": ("一次資料", "a primary source"),
    "raise_newer": ("より新しい日付の出典", "a newer, dated source"),
    "raise_refutation": ("反対の証拠の探索", "a search for evidence against it"),
    "raise_settle": ("対立を解く出典", "a source that settles the contradiction"),
    "list_comma": ("、", ", "),
    "named": ("{name}：{value}", "{name}: {value}"),
    "lost_evidence": (
        "保存した文面で確かめられない裏付け{n}件は数えていない。",
        "Supporting quotations that are not in the archive and do not count: {n}.",
    ),
    # why a sentence is not checked
    "no_quotation": ("根拠となる文面が示されていない", "it names no words it stands on"),
    "page_not_read": ("引用元のページを読んでいない", "the page was not read"),
    "page_not_archived": ("引用元のページが保存されていない", "the page is not in the archive"),
    "page_changed": ("保存された文面が読んだときのものと違う", "the archived text is not the text that was read"),
    "not_at_place": ("引用した文面が示された場所にない", "the quoted words do not stand at the stated place"),
    "wrong_hash": ("引用した文面のハッシュが合わない", "the quoted words do not have the stated hash"),
    "no_claim": ("どの主張にも基づいていない", "it stands on no claim"),
    "unknown_claim": ("証拠グラフにない主張に基づいている", "it names a claim that is not in the evidence graph"),
    "no_edge": (
        "主張を裏付ける文面が引用されていない",
        "it quotes none of the words that support its claim",
    ),
    "not_supported": ("引用した文面はそう述べていない", "the quoted words do not say so"),
    "with_grounds": ("{reason}（{grounds}）", "{reason} ({grounds})"),
    "dropped_sentences": ("根拠のない文（載せていない）", "sentences without any quoted words (not printed)"),
    "dropped_quotations": ("保存した文面にない引用（使っていない）", "quotations not found in the archive (not used)"),
    # grounds of a verdict
    "rule_identical": ("同じ文面", "identical"),
    "rule_overlap": ("語の重なり", "overlap"),
    "rule_number": ("数値", "number"),
    "rule_date": ("日付", "date"),
    "rule_unit": ("単位", "unit"),
    "rule_negation": ("否定", "negation"),
    "rule_antonym": ("反対語", "antonym"),
    "rule_entity": ("名前", "name"),
    "rule_hedge": ("断定の度合い", "hedge"),
    "rule_language": ("言語", "language"),
    "rule_model": ("判定モデル", "model"),
    "rule_answer": ("問われた値", "asked value"),
    "grade_quoted": ("引用", "quoted"),
    "grade_derived": ("導出", "derived"),
    "grade_judged": ("判定", "judged"),
    "grade_not_checked": ("未確認", "not checked"),
    "rule_taken_back": ("取り消し", "taken back"),
    "rule_speech": ("誰かの発言", "somebody's words"),
    "rule_note": ("注記", "note"),
    "rule_mood": ("述べ方", "how it is meant"),
    "lost_limit": ("抜けた限定「{words}」", "leaves out “{words}”"),
    "added_limit": ("文面にない「{words}」", "adds “{words}”"),
    "grade_too_low": (
        "「{grade}」の文は、設定により載せない",
        "graded {grade}, below the lowest grade set for reports",
    ),
    "disagree": ("出典どうしが反対のことを述べている", "sources say the opposite of each other"),
    # timeline
    "kind_stated": ("記載", "stated"),
    "kind_updated": ("更新", "updated"),
    "kind_corrected": ("訂正", "corrected"),
    "kind_withdrawn": ("撤回", "withdrawn"),
    # method
    "query": ("検索", "Query"),
    "purpose": ("目的", "Purpose"),
    "purpose_initial": ("最初の検索", "initial"),
    "purpose_follow_up": ("追加", "follow-up"),
    "purpose_named": ("名前をたどる", "follows a name"),
    "purpose_pivot": ("関係先をたどる", "follows a body or person of the question"),
    "purpose_refute": ("反証を探す", "looks for refutation"),
    "round": ("回", "Round"),
    "hits": ("該当", "Hits"),
    "read": ("読んだ数", "Read"),
    "why": ("理由", "Why"),
    "section": ("項目", "Section"),
    "focus": ("観点", "Focus"),
    "coverage": ("充足度", "Coverage"),
    "sufficient": ("十分", "enough"),
    "insufficient": ("不足", "not enough"),
    "pages_searched": ("検索の対象にした資料", "Documents within reach"),
    "pages_read": ("読んだ資料", "Documents read"),
    "rounds": ("調査の回数", "Rounds"),
    "refutation_queries": ("反証を探した検索", "Searches for refutation"),
    "largest_origin": ("最大の出所が占める割合", "Share of the largest origin"),
    "stopped": ("終えた理由", "Stopped because"),
    "seconds": ("所要時間", "Time taken"),
    "seconds_unit": ("{n}秒", "{n} s"),
    "models": ("言語モデル", "Language models"),
    "models_share": ("{tokens}トークン、所要時間の{share}", "{tokens} tokens, {share} of the time"),
    "dropped": ("使わなかったもの", "Dropped"),
    "count": ("件数", "Count"),
    # sources
    "primary": ("一次資料", "primary source"),
    "secondary": ("二次資料", "secondary source"),
    "undated": ("日付不明", "undated"),
    "found": ("取得 {time}", "found {time}"),
    "archived_copy": (
        "アーカイブの写し（現在の版とは限らない）",
        "archived copy, which may not be the present version",
    ),
    "source_notes": ("判断の理由", "Why so"),
    "open": ("出典の該当箇所を開く", "open the source at these words"),
    "trust_PRIMARY": ("公的・標準化団体", "public or standards body"),
    "trust_GOVERNMENT": ("政府", "government"),
    "trust_ACADEMIC": ("学術", "academic"),
    "trust_TRUSTED": ("信頼できる媒体", "trusted"),
    "trust_LOW": ("信頼度低", "low trust"),
    "trust_UNVERIFIED": ("未検証", "unverified"),
    "trust_BLOCKED": ("除外", "blocked"),
    # footer
    "support_rate": ("確かめられた文の割合", "Sentences checked"),
    "corroboration_rate": ("裏付けのある主張の割合", "Claims corroborated"),
    "made": ("作成 {time}", "made {time}"),
    "task": ("タスク", "task"),
    "verify": (
        "すべての文を保存した証拠まで確かめ直すには：",
        "To walk every sentence back to the archived evidence:",
    ),
}


def phrase(key: str, lang: Lang, **values: str | int) -> str:
    """The phrase `key` in the report's language, with `values` in their places."""
    ja, en = PHRASES[key]
    words = ja if lang == JA else en
    return words.format(**values) if values else words
