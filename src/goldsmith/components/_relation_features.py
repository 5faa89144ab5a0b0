"""What a classifier sees of a pair of mentions.

What depends on one mention is made once for it, the rest for each pair: the types, the distance,
the words and mentions between, and whether another mention of the type is nearer.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from goldsmith.components._relation_pairs import FAR, Pair, Placed
from goldsmith.pipeline.analysis import Analysis
from goldsmith.text.words import pos, root, shape

_BEGIN, _END = "<s>", "</s>"
_MARKS = frozenset(",;:()")
_LINKS = frozenset("and or but with of in to".split())
#: Longer stretches hardly come twice: their words count one by one only.
_PATH, _SKELETON, _PHRASE, _LEAD = 4, 8, 3, 5
_STEPS = (0, 1, 2, 3, 4, 5, 6, 6, 6, *[9] * 5, *[14] * 11)


class Features:
    """Makes the features of pairs of one document.

    `heads` are types that others point to more often than they point to others.
    """

    def __init__(self, work: Analysis, placed: Sequence[Placed], heads: Collection[str]) -> None:
        self._placed, self._ranges = placed, work.sentences
        self._words, self._kinds = work.tokens.words, work.section_kinds
        self._low = [word.lower() for word in self._words]
        #: Sentence -> its verbs; most sentences have no pair.
        self._verbs: dict[int, frozenset[int]] = {}
        self._free = [True] * len(self._words)
        for one in placed:
            self._free[one.first : one.end] = [False] * (one.end - one.first)
        self._heads = [one.type in heads for one in placed]
        self._ahead = [0]
        for head in self._heads:
            self._ahead.append(self._ahead[-1] + head)
        own = [self._own(one) for one in placed]
        self._first = [["1" + name for name in row] for row in own]
        self._second = [["2" + name for name in row] for row in own]
        self._edges = _edges(placed, self._heads)

    def _own(self, one: Placed) -> list[str]:
        """What is seen of a mention by itself: its words, and those around it."""
        first, end = self._ranges[one.sentence]
        low, type_ = self._low, one.type
        before = [_BEGIN, _BEGIN, *low[max(first, one.first - 2) : one.first]][-2:]
        after = [*low[one.end : min(end, one.end + 2)], _END, _END][:2]
        last = self._words[one.end - 1]
        return [
            f"t={type_}",
            f"h={type_}={root(last).lower()}",
            f"p={type_}={before[1]}",
            f"n={type_}={after[0]}",
            f"pp={before[0]}_{before[1]}",
            f"nn={after[0]}_{after[1]}",
            f"sh={shape(last)}",
            *[f"w={word}" for word in low[one.first : min(one.end, one.first + 5)]],
        ]

    def __call__(self, pair: Pair) -> list[str]:
        """The features of a pair."""
        one, two = pair
        first, second = self._placed[one], self._placed[two]
        types = f"{first.type}>{second.type}"
        row = [*self._first[one], *self._second[two], types]
        path = [each.type for each in self._placed[one + 1 : two]]
        self._distance(row, types, one, two)
        coarse = self._between_mentions(row, types, one, two, path)
        if first.sentence == second.sentence:
            self._between_words(row, types, first, second)
            if path and second.first >= first.end:
                self._skeleton(row, types, one, two, coarse)
        else:
            self._lead(row, types, second)
        self._around(row, types, one, two)
        return row

    def _distance(self, row: list[str], types: str, one: int, two: int) -> None:
        first, second = self._placed[one], self._placed[two]
        apart, gap = second.sentence - first.sentence, second.first - first.end
        far = f"{apart}|{min(two - one - 1, FAR)}"
        tokens = "in" if gap < 0 else _STEPS[gap] if gap < len(_STEPS) else 25
        heads = min(self._ahead[two] - self._ahead[one + 1], 4)
        row += [f"{types}|{far}", f"d{far}", f"{types}|g{tokens}", f"{types}|hb{heads}"]
        row.append(f"hb{heads}|{apart}|{self._roles(one, two)}")

    def _roles(self, one: int, two: int) -> str:
        return f"{self._heads[one]:d}{self._heads[two]:d}"

    def _between_mentions(
        self, row: list[str], types: str, one: int, two: int, path: Sequence[str]
    ) -> list[str]:
        """Mentions between: their types, and in coarse terms (comes back): like either, or not."""
        first, second = self._placed[one], self._placed[two]
        apart = second.sentence - first.sentence
        if len(path) <= _PATH:
            row.append(f"{types}|path={','.join(path)}")
        for name in set(path):
            row += [f"{types}|in={name}", f"in={name}"]
        alike, other = path.count(first.type), path.count(second.type)
        row += [f"{types}|{alike > 0}{other > 0}", f"{types}|ca{min(alike, 5)}"]
        row.append(f"{types}|cb{min(other, 5)}|{apart}")
        coarse = [
            "1" if name == first.type else "2" if name == second.type else "H" if head else "M"
            for name, head in zip(path, self._heads[one + 1 : two], strict=True)
        ]
        runs = "".join(sign for at, sign in enumerate(coarse) if not at or coarse[at - 1] != sign)
        row += [f"{types}|cp={runs[:6]}|{apart}", f"cp={runs[:6]}|{apart}|{self._roles(one, two)}"]
        return coarse

    def _between_words(self, row: list[str], types: str, first: Placed, second: Placed) -> None:
        """Words between, of the same sentence: those of no mention one by one."""
        start, end = first.end, second.first
        words = self._low[start:end]
        free = [word for word, is_free in zip(words, self._free[start:end], strict=True) if is_free]
        if len(words) <= _PHRASE:
            phrase = " ".join(words)
            row += [f"{types}|bt={phrase}", f"bt={phrase}"]
        else:
            row += [f"bt<{words[0]}", f"bt>{words[-1]}"]
            row += [f"{types}|bt<{words[0]}", f"{types}|bt>{words[-1]}"]
        if len(free) <= _PATH:
            row.append("fr=" + " ".join(free))
        for word in set(free):
            row += [f"b={word}", f"{types}|b={word}"]
        tagged = self._verbs_of(first.sentence)
        verbs = {root(self._words[at]) for at in range(start, end) if at in tagged}
        row += [f"v={verb}" for verb in verbs]
        row.append(f"{types}|nv{min(len(verbs), 2)}")
        self._joints(row, types, words)

    def _verbs_of(self, sentence: int) -> frozenset[int]:
        """Which tokens of a sentence are verbs."""
        found = self._verbs.get(sentence)
        if found is None:
            first, end = self._ranges[sentence]
            tags = enumerate(pos(self._words[first:end]), first)
            found = self._verbs[sentence] = frozenset(at for at, tag in tags if tag == "VERB")
        return found

    def _joints(self, row: list[str], types: str, words: Sequence[str]) -> None:
        """Punctuation and small words between, and whether a bracket opens or closes."""
        marks = "".join(word for word in words if word in _MARKS)
        links = [word for word in words if word in _LINKS]
        row += [f"{types}|p={marks[:4]}", f"{types}|c={' '.join(links[:4])}"]
        row.append(f"{types}|pc={marks[:4]}{' '.join(links[:3])}")
        row.append(f"{types}|bal{marks.count('(') - marks.count(')')}")

    def _skeleton(
        self, row: list[str], types: str, one: int, two: int, coarse: Sequence[str]
    ) -> None:
        """The stretch between with each mention as its type, when it is short."""
        placed, low = self._placed, self._low
        at, end, number = placed[one].end, placed[two].first, one + 1
        fine: list[str] = []
        rough: list[str] = []
        while at < end and len(fine) <= _SKELETON:
            while number < two and placed[number].first < at:
                number += 1
            if number < two and placed[number].first == at:
                fine.append(placed[number].type)
                rough.append(coarse[number - one - 1])
                at = placed[number].end
            else:
                fine.append(low[at])
                rough.append(low[at])
                at += 1
        if len(fine) <= _SKELETON:
            whole = " ".join(rough)
            row += [f"{types}|sk={' '.join(fine)}", f"sk={whole}", f"{types}|sk={whole}"]

    def _lead(self, row: list[str], types: str, second: Placed) -> None:
        """How the second mention's sentence begins, when the first is in another."""
        start = self._ranges[second.sentence][0]
        lead = self._low[start : min(second.first, start + _LEAD)]
        row += [f"ld={word}" for word in lead]
        row += ["ld2=" + " ".join(lead[:2]), f"{types}|ld={lead[0] if lead else ''}"]

    def _around(self, row: list[str], types: str, one: int, two: int) -> None:
        first, second = self._placed[one], self._placed[two]
        apart = second.sentence - first.sentence
        (a, b, c, d), (w, x, y, z) = self._edges[one], self._edges[two]
        head, other = self._low[first.end - 1], self._low[second.end - 1]
        row += [
            f"{types}|pos{a:d}{b:d}{w:d}{x:d}|{apart}",
            f"ps{c:d}{d:d}{y:d}{z:d}|{apart}|{self._roles(one, two)}",
            f"{types}|ps{d:d}{y:d}|{apart}",
            f"{types}|r{self._rival(one, two)}{self._rival(two, one)}",
            f"hh={head}|{other}",
            f"{second.type}|ah={head}",
            f"{first.type}|bh={other}",
            f"{types}|sec={self._kinds[first.sentence]}",
            f"{types}|pa={self._word(first.first - 1)}",
            f"{types}|na={self._word(first.end)}",
            f"{types}|pb={self._word(second.first - 1)}",
            f"{types}|nb={self._word(second.end)}",
            f"{types}|T-{self._placed[one - 1].type if one else ''}",
            f"{types}|T+{self._next(two)}",
        ]

    def _word(self, at: int) -> str:
        return self._low[at] if 0 <= at < len(self._low) else ""

    def _next(self, two: int) -> str:
        """The type of the mention after the second, in its sentence."""
        if two + 1 == len(self._placed):
            return ""
        one = self._placed[two + 1]
        return one.type if one.sentence == self._placed[two].sentence else ""

    def _rival(self, one: int, two: int) -> str:
        """How far, beyond `one`, the next of the type of `two` is: nearer, as far, farther."""
        placed, mine = self._placed, self._placed[one]
        step = -1 if two > one else 1
        gap, at = _gap(mine, placed[two]), one + step
        while 0 <= at < len(placed) and placed[at].sentence == mine.sentence:
            if placed[at].type == placed[two].type:
                other = _gap(mine, placed[at])
                return "n" if other < gap else "e" if other == gap else "f"
            at += step
        return "-"


def _gap(one: Placed, two: Placed) -> int:
    return two.first - one.end if two.first > one.first else one.first - two.end


Edges = tuple[bool, bool, bool, bool]


def _edges(placed: Sequence[Placed], heads: Sequence[bool]) -> list[Edges]:
    """Whether each mention is the first, the last, the first head, the last head of a sentence."""
    found: list[Edges] = []
    begin = 0
    for end in range(1, len(placed) + 1):
        if end < len(placed) and placed[end].sentence == placed[begin].sentence:
            continue
        several = [at for at in range(begin, end) if heads[at]] or [-1]
        found += [
            (at == begin, at == end - 1, at == several[0], at == several[-1])
            for at in range(begin, end)
        ]
        begin = end
    return found
