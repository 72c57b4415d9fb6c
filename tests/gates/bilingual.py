# ruff: noqa: E501 — prose, broken where a reader breaks it
"""Short documents of our own writing, each subject once in Japanese and once in English, with a question in each.

The two documents of a subject are not translations of each other, and several subjects are neighbours, so that a
question has to find the right one among near misses.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Subject:
    ja_title: str
    ja_text: str
    en_title: str
    en_text: str
    ja_question: str
    en_question: str


SUBJECTS = (
    Subject(
        "潮力発電のしくみ",
        "潮力発電は、満潮と干潮の水位差を利用して水車を回し電気を起こす。入り江に堤防を築き、潮が引くときに放流する方式が最も古い。",
        "How tidal power works",
        "Tidal stations put turbines in the path of the incoming and outgoing sea. A barrage holds back water at high tide"
        " and lets it run out when the level has dropped.",
        "潮の満ち引きでどのように電気を作るのですか。",
        "How is electricity made from the rise and fall of the sea?",
    ),
    Subject(
        "洋上風力発電の基礎",
        "洋上風車は水深五十メートルまでの海では海底に杭を打って支える。それより深い海では浮体式が使われる。",
        "Foundations of offshore wind turbines",
        "In shallow water an offshore turbine stands on a steel monopile driven into the seabed; in deep water it floats"
        " and is held by mooring lines.",
        "海の上の風車はどうやって固定されていますか。",
        "How are wind turbines at sea held in place?",
    ),
    Subject(
        "太陽電池の効率",
        "結晶シリコン太陽電池の変換効率は理論上およそ二十九パーセントが上限とされる。市販のパネルは二十から二十三パーセントである。",
        "Efficiency of solar cells",
        "A single-junction silicon cell can turn at most about 29 per cent of sunlight into electricity. Panels on sale"
        " reach little more than 22.",
        "太陽光パネルの変換効率の上限はどのくらいですか。",
        "What is the highest efficiency a silicon solar panel can reach?",
    ),
    Subject(
        "インフルエンザワクチンの接種時期",
        "インフルエンザワクチンは効果が現れるまで二週間ほどかかり、およそ五か月続く。流行前の十月から十二月の接種が勧められる。",
        "When to get a flu shot",
        "Protection from influenza vaccination takes about two weeks to build up. Most health services advise having the"
        " jab in autumn, before the season starts.",
        "インフルエンザの予防接種はいつ受けるのがよいですか。",
        "When should people be vaccinated against influenza?",
    ),
    Subject(
        "糖尿病と食事療法",
        "二型糖尿病では、体重を減らし炭水化物の量を整えることで血糖値が下がる。食事療法は薬の前に試みられることが多い。",
        "Diet in type 2 diabetes",
        "Losing weight and eating fewer carbohydrates lowers blood sugar in adults with type 2 diabetes, and is usually"
        " tried before tablets.",
        "糖尿病の人は食事で血糖値を下げられますか。",
        "Can diabetics bring down their blood sugar by changing what they eat?",
    ),
    Subject(
        "高血圧と塩分",
        "一日の食塩摂取量を六グラム未満にすると収縮期血圧が平均で五ミリほど下がる。減塩は脳卒中の予防にもなる。",
        "Salt and high blood pressure",
        "Cutting salt to less than six grams a day lowers systolic pressure by about five points on average and makes"
        " strokes rarer.",
        "塩分を減らすと血圧はどれだけ下がりますか。",
        "How much does eating less salt lower blood pressure?",
    ),
    Subject(
        "新幹線の地震対策",
        "新幹線は沿線と海岸の地震計で初期微動をとらえると、送電を止めて非常ブレーキをかける。脱線防止ガードも設けられている。",
        "How the bullet train survives earthquakes",
        "Seismometers along the Shinkansen cut the current at the first tremor, and the trains brake by themselves before"
        " the strong shaking comes.",
        "地震のとき新幹線はどうやって止まりますか。",
        "What stops a Japanese high-speed train when an earthquake strikes?",
    ),
    Subject(
        "リニア中央新幹線の浮上方式",
        "超電導リニアは車両の超電導磁石と地上のコイルのあいだに働く力で約十センチ浮上し、時速五百キロで走る。",
        "Levitation in the maglev line",
        "The Chuo maglev rides ten centimetres above its guideway. Superconducting magnets on board act on coils in the"
        " walls, and the train reaches 500 km/h.",
        "リニアモーターカーはどうして浮くのですか。",
        "Why does a maglev train float above its track?",
    ),
    Subject(
        "江戸時代の識字率",
        "江戸時代後期には寺子屋が全国に一万以上あり、都市の男子の半数以上が読み書きできたと推定される。",
        "Literacy in Tokugawa Japan",
        "By the early nineteenth century thousands of temple schools taught commoners to read and write, and perhaps half"
        " of the men in the towns could do so.",
        "江戸時代にはどれくらいの人が字を読めましたか。",
        "How many people could read in Japan before the Meiji period?",
    ),
    Subject(
        "明治の憲法",
        "大日本帝国憲法は一八八九年に発布され、伊藤博文らがプロイセンの憲法を手本に起草した。主権は天皇にあった。",
        "The Meiji constitution",
        "Drafted by Ito Hirobumi on the Prussian model, the constitution of the Empire of Japan was proclaimed in 1889 and"
        " placed sovereignty in the emperor.",
        "大日本帝国憲法はどの国の憲法を手本にしましたか。",
        "Which country's constitution was the model for that of imperial Japan?",
    ),
    Subject(
        "蜜蜂の減少",
        "世界各地で蜜蜂の群れが突然いなくなる現象が報告されている。農薬、ダニ、栄養不足が重なった結果と考えられている。",
        "Why honeybees are disappearing",
        "Beekeepers on several continents have lost colonies to a mix of parasitic mites, insecticides and poor forage.",
        "なぜミツバチの数が減っているのですか。",
        "What is killing honeybee colonies?",
    ),
    Subject(
        "サンゴの白化",
        "海水温が三十度を超える日が続くと、サンゴは体内の褐虫藻を失って白くなる。長引くと死んでしまう。",
        "Coral bleaching",
        "When the sea stays too warm for weeks, corals expel the algae that feed them and turn white; many do not recover.",
        "サンゴが白くなる原因は何ですか。",
        "Why do corals turn white?",
    ),
    Subject(
        "クロマグロの完全養殖",
        "近畿大学は二〇〇二年、人工ふ化した親から卵をとって育てるクロマグロの完全養殖に世界で初めて成功した。",
        "Farming bluefin tuna",
        "Researchers in Japan closed the life cycle of the Pacific bluefin in 2002: fish hatched in tanks laid eggs that"
        " were raised in turn.",
        "マグロの完全養殖に初めて成功したのはいつですか。",
        "When was bluefin tuna first bred through its whole life cycle in captivity?",
    ),
    Subject(
        "日本酒の造り方",
        "日本酒は米の澱粉を麹で糖に変えながら、同じ槽の中で酵母に発酵させる。これを並行複発酵という。",
        "Brewing sake",
        "In sake two things happen in one vat: mould turns the starch of polished rice into sugar while yeast turns the"
        " sugar into alcohol.",
        "日本酒はどのように発酵させますか。",
        "How is rice wine fermented in Japan?",
    ),
    Subject(
        "緑茶の渋み",
        "緑茶の渋みはカテキンによる。湯の温度を六十度ほどに下げると渋みの溶け出しが減り、うま味が勝つ。",
        "Bitterness of green tea",
        "Catechins make green tea astringent. They dissolve less at 60 degrees than in boiling water, so cooler water gives"
        " a sweeter cup.",
        "緑茶を渋くしないには湯を何度にすればよいですか。",
        "What water temperature keeps green tea from tasting bitter?",
    ),
    Subject(
        "公開鍵暗号",
        "公開鍵暗号では、誰でも使える鍵で暗号化し、持ち主だけが知る秘密鍵で復号する。大きな数の素因数分解の難しさに基づくものが多い。",
        "Public-key cryptography",
        "Anyone may encrypt with the public key, but only the holder of the private key can read the message. RSA rests on"
        " the difficulty of factoring.",
        "公開鍵で暗号化した文は誰が読めますか。",
        "Who can decrypt a message that was encrypted with a public key?",
    ),
    Subject(
        "全文検索の転置索引",
        "転置索引は、語ごとにそれが現れる文書の一覧を持つ。検索では語の一覧を突き合わせて文書を探す。",
        "Inverted indexes",
        "A search engine keeps, for every word, the list of documents in which it stands. To answer a query it walks"
        " these lists together.",
        "検索エンジンは単語からどうやって文書を探しますか。",
        "How does a search engine find the documents that contain a word?",
    ),
    Subject(
        "半導体の露光装置",
        "極端紫外線露光装置は波長十三・五ナノメートルの光で回路を焼き付ける。量産機を作るのはオランダの一社だけである。",
        "Extreme ultraviolet lithography",
        "Only one company, in the Netherlands, builds the machines that print chips with light of 13.5 nanometres.",
        "最先端の半導体の回路を焼き付ける装置はどこの国で作られていますか。",
        "Where are the machines made that print the most advanced chips?",
    ),
    Subject(
        "火星の水",
        "火星の極冠には水の氷があり、地下にも氷が広く分布する。かつて川や湖があった跡も見つかっている。",
        "Water on Mars",
        "Ice lies at the poles of Mars and under its soil, and dry river beds show that water once ran on the surface.",
        "火星に水はありますか。",
        "Is there water on the red planet?",
    ),
    Subject(
        "月の裏側",
        "月は自転と公転の周期が同じなので、地球からはいつも同じ面しか見えない。裏側は一九五九年に初めて撮影された。",
        "The far side of the Moon",
        "Because the Moon turns once per orbit, we always see the same face. A Soviet probe took the first pictures of the"
        " other side in 1959.",
        "なぜ地球から月の裏側は見えないのですか。",
        "Why do we only ever see one side of the Moon?",
    ),
    Subject(
        "少子化と育児休業",
        "男性の育児休業取得率は二〇二三年度に三割を超えた。取得期間は二週間未満が多い。",
        "Fathers on parental leave in Japan",
        "In 2023 three in ten Japanese fathers took leave for a newborn child, most of them for less than a fortnight.",
        "育児休業を取る父親はどのくらいいますか。",
        "What share of fathers take parental leave in Japan?",
    ),
    Subject(
        "最低賃金の引き上げ",
        "最低賃金を上げると低所得者の収入は増えるが、若年層の雇用が減るかどうかは研究によって結論が分かれる。",
        "Effects of a higher minimum wage",
        "Raising the wage floor lifts the pay of the poorest workers. Economists disagree on whether it costs young people"
        " their jobs.",
        "最低賃金を上げると雇用は減りますか。",
        "Does a higher minimum wage destroy jobs?",
    ),
    Subject(
        "ごみの分別",
        "紙、瓶、缶、プラスチックを家庭で分けて出すと、焼却するごみの量が三割ほど減る。",
        "Sorting household waste",
        "Where homes separate paper, glass, cans and plastic, about a third less rubbish has to be burned.",
        "家庭でごみを分けるとどれだけ減りますか。",
        "How much less waste is burned when households sort it?",
    ),
    Subject(
        "睡眠と記憶",
        "深い眠りのあいだに海馬の活動が再現され、昼間に覚えたことが大脳皮質に定着する。",
        "Sleep and memory",
        "During deep sleep the hippocampus replays the day, and what was learned is moved to the cortex for keeping.",
        "眠っているあいだに記憶はどうなりますか。",
        "What happens to memories while we sleep?",
    ),
    Subject(
        "囲碁の人工知能",
        "二〇一六年、深層学習と木探索を組み合わせたアルファ碁が李世乭九段に四勝一敗で勝った。",
        "A program that plays Go",
        "AlphaGo, which joined deep networks with tree search, beat Lee Sedol by four games to one in Seoul in 2016.",
        "囲碁で人間のプロに勝った人工知能は何ですか。",
        "Which computer program defeated a professional Go player?",
    ),
    Subject(
        "和紙の保存性",
        "楮の長い繊維で漉いた和紙は酸を含まず、千年を超えて残るものがある。文化財の修復にも使われる。",
        "Why Japanese paper lasts",
        "Sheets made from mulberry fibre contain no acid; some are a thousand years old. Museums mend old books with them.",
        "和紙はなぜ長持ちするのですか。",
        "Why does handmade Japanese paper last so long?",
    ),
)
