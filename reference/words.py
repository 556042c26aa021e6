"""Texts cut into terms: Latin words in a plain stem, and pairs of neighbouring Chinese characters."""

import re
import unicodedata

LATIN = re.compile(r"[a-z0-9]+(?:'[a-z]+)?")
RUN = re.compile(r"[㐀-䶿一-鿿豈-﫿]+")
BREAKS = re.compile("[與和及的之在對於是或以從為將並、]")
SAME = str.maketrans(
    "台学经济医药语计机数据环农业养营气变迁历艺术图书馆资讯网络电脑习观忆记诉护发进态类种动体质与妇儿产疗诊断临试验证实统会国际关银纪论库预训练觉视听认",
    "臺學經濟醫藥語計機數據環農業養營氣變遷歷藝術圖書館資訊網絡電腦習觀憶記訴護發進態類種動體質與婦兒產療診斷臨試驗證實統會國際關銀紀論庫預訓練覺視聽認",
)  # one spelling for 台 and 臺, and for characters of subject words that are simplified elsewhere
STOP = frozenset(
    re.findall(
        r"\w+",
        """a about access across affect after all among an and any are article as at based be been before between both
        by can case could do does during each effect effects evidence find finding for from get give had has have
        how i if impact in influence into is it its journal journals latest literature many may me more most my new
        not oa of on one open or other our out over paper papers please publication published recent related
        relation relationship relationships report reports research result results review role s search should some
        source studies study such than that the their them there these they this those through to toward towards
        under up use used using very via was were what when where whether which while who why will with within
        without work works you your""",
    )
)
"""Words that say nothing of a subject, those of a request among them."""


def either(*alternatives: str) -> re.Pattern[str]:
    """A pattern for any of the alternatives, whatever their case."""
    return re.compile("|".join(alternatives), re.IGNORECASE)


def latin_terms(text: str) -> list[str]:
    """The stems of the folded text's Latin words, without words that say nothing of a subject."""
    return [stem(word) for word in LATIN.findall(text) if word not in STOP and len(word) > 1]


def chinese_runs(text: str) -> list[str]:
    """The stretches of Chinese in the folded text, parted at particles."""
    return RUN.findall(BREAKS.sub(" ", text))


def pairs(run: str) -> list[str]:
    """The pairs of neighbouring characters; a single character is itself."""
    return [run[at : at + 2] for at in range(len(run) - 1)] or ([run] if run else [])


def folded(text: str) -> str:
    """The text in one spelling: compatible characters, case, marks and the variants in SAME."""
    plain = unicodedata.normalize("NFKC", text).translate(SAME).casefold().replace("’", "'").replace("_", " ")
    return "".join(each for each in unicodedata.normalize("NFKD", plain) if not unicodedata.combining(each))


def stem(word: str) -> str:
    """The word without possessive and plural: enough to join "sources" with "source", never two different words."""
    word = word.removesuffix("'s").replace("'", "")
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 4 and word.endswith(("sses", "shes", "ches", "xes")):
        return word[:-2]
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is", "ics")) else word
