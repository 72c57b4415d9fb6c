"""The phrases of the present form of a report: how it ended, marks, headings, uses of sources. Joined to the one table
in `words.py`; those of the first form, which the two share, stand there and are not changed.
"""

from typing import Final

FORM_PHRASES: Final[dict[str, tuple[str, str]]] = {
    # the first line
    "verdict_yes": ("はい。", "Yes."),
    "verdict_no": ("いいえ。", "No."),
    "ended_yes": ("回答あり", "Answered"),
    "ended_partly": ("一部のみ回答", "Partly answered"),
    "ended_no": ("回答なし", "Not answered"),
    "ended_from": ("（{sources}）。", ", from {sources}."),
    "ended_missing": ("足りないもの：{missing}", " Missing: {missing}"),
    "ended_no_words": (
        "。資料の文面で確かめられる答えは見つかりませんでした。",
        ": no answer could be checked against the words of the documents.",
    ),
    "missing_below": ("{n}点（下の「まだ分からないこと」）。", "{n} points, under “Still open”."),
    # what is missing, where nothing else says so
    "missing_part_unnamed": (
        "どの部分に答えがないかは特定できていません。",
        "A part of the question has no answer; which one could not be named.",
    ),
    "missing_no_documents": (
        "検索できる資料が1件もありませんでした。フォルダまたは検索先を指定してください。",
        "No document was within reach. Name a folder or a search provider.",
    ),
    "missing_nothing_says": (
        "{searched}を検索して{read}件を読みましたが、問いに答える文はありませんでした。",
        "Nothing that answers the question: {searched} searched, {read} read.",
    ),
    # headings
    "detail": ("詳しく", "In detail"),
    "aspect": ("観点", "Aspect"),
    "empty_cell": ("見つかりませんでした", "nothing found"),
    "disagreeing": ("出典が食い違う点", "Where sources disagree"),
    "not_found": ("見つからなかったもの", "What was not found"),
    "also": ("資料にあるほかの記述", "Also in the sources"),
    "nearest": ("最も近い記述", "The nearest that was found"),
    "unchecked_note": (
        "保存した文面で確かめられなかった文です。根拠として読まないでください。",
        "Not borne out by the archived words. Do not read them as evidence.",
    ),
    "contents": ("目次", "Contents"),
    "evidence": ("文ごとの根拠", "Evidence, sentence by sentence"),
    "queries": ("検索の記録", "Queries"),
    "sections": ("項目ごとの充足度", "Coverage"),
    # said once, and where it differs
    "note_all": ("どの文も：{facts}", "All: {facts}"),
    "note_unmarked": ("印のない文：{facts}", "Unless marked: {facts}"),
    "caveat_once": (
        "{floor}未満の信頼度は、{raise_by}があれば高まります。",
        "Confidence below {floor} would rise with {raise_by}.",
    ),
    "mark_contested": ("⇄ 対立あり", "⇄ contested"),
    "mark_contested_by": ("⇄ 反対の証拠", "⇄ contested by"),
    "mark_corroborated": ("✓ 独立した{n}か所が裏付け", "✓ corroborated by {n}"),
    "ended_disagree": ("出典が食い違っています。", " Sources disagree."),
    "only_in_html": ("{n}件は`report.html`に。", "{n} in `report.html`."),
    "more_in_html": ("ほか{n}件は`report.html`に。", "{n} more in `report.html`."),
    "more_folded": ("ほか{n}件", "{n} more"),
    # legend
    "legend_quoted": ("出典の文そのまま", "the source's own words"),
    "legend_derived": ("文面から手順で導いた文", "derived from them by steps"),
    "legend_judged": ("言い換え。モデルが判定", "reworded, judged by a model"),
    "legend_not_checked": ("未確認", "not checked"),
    # sources
    "the_answer": ("答え", "the answer"),
    "use_supports": ("裏付け：{numbers}", "supports {numbers}"),
    "use_against": ("反対：{numbers}", "against {numbers}"),
    "use_qualifies": ("条件違い：{numbers}", "other conditions than {numbers}"),
    "use_unchecked": ("確かめられていない文に引用", "cited by a sentence that is not checked"),
    "published_at": ("公開元", "published at"),
    "publisher_PRIMARY": ("公的・標準化団体", "public or standards body"),
    "publisher_GOVERNMENT": ("政府・自治体", "government"),
    "publisher_ACADEMIC": ("学術機関", "academic"),
    "publisher_TRUSTED": ("定評のある発行元", "established publisher"),
    "publisher_LOW": ("信頼度の低い発行元", "publisher of low trust"),
    "publisher_UNVERIFIED": ("発行元は未検証", "publisher not verified"),
    "publisher_BLOCKED": ("除外された発行元", "blocked publisher"),
    "lang_ja": ("日本語", "Japanese"),
    "lang_en": ("英語", "English"),
    "lang_zh": ("中国語", "Chinese"),
    "lang_ko": ("韓国・朝鮮語", "Korean"),
    "lang_de": ("ドイツ語", "German"),
    "lang_fr": ("フランス語", "French"),
    "lang_es": ("スペイン語", "Spanish"),
    "lang_it": ("イタリア語", "Italian"),
    "lang_pt": ("ポルトガル語", "Portuguese"),
    "lang_ru": ("ロシア語", "Russian"),
    # numbers of things
    "sources_n": ("出典{n}件", "{n} sources"),
    "sources_n_one": ("出典{n}件", "{n} source"),
    "documents_n": ("{n}件の資料", "{n} documents"),
    "documents_n_one": ("{n}件の資料", "{n} document"),
    "rounds_n": ("{n}回", "{n} rounds"),
    "rounds_n_one": ("{n}回", "{n} round"),
    "searches_n": ("{n}件", "{n} searches"),
    "searches_n_one": ("{n}件", "{n} search"),
    "sentences_n": ("{n}文", "{n} sentences"),
    "sentences_n_one": ("{n}文", "{n} sentence"),
    "n_times": ("{what}（{n}）", "{what} ({n})"),
    "of_characters": ("{count}、{characters}字", "{count}, {characters} characters"),
    "list_semicolon": ("、", "; "),
    # method
    "method_read": (
        "{searched}を対象に{rounds}の調査で{read}件を読みました（反証を探した検索：{refuting}）。",
        "{read} of {searched} read in {rounds}; {refuting} looked for refutation.",
    ),
    "method_took": ("所要時間：{n}秒。", "It took {n} s."),
    "method_origins": (
        "最大の出所が占める割合：{share}。{sentences}のうち{corroborated}文に独立した裏付けがあります。",
        "Share of the largest origin: {share}; corroborated by independent origins: {corroborated} of {sentences}.",
    ),
    "method_models": (
        "言語モデル：{tokens}トークン、所要時間の{share}。",
        "Language models: {tokens} tokens, {share} of the time.",
    ),
    "method_notes": (
        "利用者のメモ：{n}件（証拠には使っていません）。",
        "Notes of the user were given ({n}); they are no evidence.",
    ),
    "follow_up_of": ("続きの質問。前の質問：{question}（{task}）", "Follow-up of: {question} ({task})"),
    "asked_as": ("入力された質問：{question}", "asked as: {question}"),
    "method_more": (
        "検索の記録、充足度、信頼度と発行元の評価の理由は`report.html`と`report.json`にあります。",
        "Queries, coverage, and why each confidence and publisher is rated so: `report.html`, `report.json`.",
    ),
}
