"""`guidelines check` finds each fault that is planted in a sound guideline."""

from collections.abc import Callable

import pytest

from goldsmith import schemas
from goldsmith.errors import InputError
from goldsmith.guidelines.check import check_guideline, find_unwritten
from goldsmith.guidelines.fences import find_examples
from goldsmith.guidelines.folder import build_guideline, find_guideline, list_builtin, read_files
from goldsmith.guidelines.model import SECTIONS, list_types

Edit = Callable[[dict[str, str]], None]


def append(path: str, text: str) -> Edit:
    def edit(texts: dict[str, str]) -> None:
        texts[path] += text

    return edit


def remove(path: str) -> Edit:
    def edit(texts: dict[str, str]) -> None:
        del texts[path]

    return edit


def check(edit: Edit) -> list[tuple[str, int, str]]:
    texts = read_files("clef")
    edit(texts)
    problems = check_guideline(build_guideline(texts, "g"))
    return [(problem.file, problem.line, problem.message) for problem in problems]


def count_lines(path: str) -> int:
    return read_files("clef")[path].count("\n")


def test_every_schema_has_a_built_in_guideline() -> None:
    assert list_builtin() == schemas.names()


@pytest.mark.parametrize("name", schemas.names())
def test_built_in_guideline_is_sound_and_complete(name: str) -> None:
    guideline = find_guideline(name)
    assert check_guideline(guideline) == []
    assert find_unwritten(guideline) == []
    assert guideline.schema.name == name


@pytest.mark.parametrize("name", schemas.names())
def test_built_in_pages_have_the_form_of_the_paper(name: str) -> None:
    guideline = find_guideline(name)
    for page in guideline.pages:
        if not page.front.type:
            continue
        parts = [line[3:] for line in page.body.splitlines() if line.startswith("## ")]
        start = ["Arguments"] if page.front.section == "relations" else []
        expected = [*start, "Do", "Do not", "Examples", "Complex phrases"]
        assert parts[: len(expected)] == expected, page.path


def test_clef_guideline_shows_every_type_many_times() -> None:
    guideline = find_guideline("clef")
    counts = dict.fromkeys((name for name, _ in list_types(guideline.schema)), 0)
    for page in guideline.pages:
        for example in find_examples(page):
            annotations = example.parse().sets["example"]
            for name in [item.type for item in annotations.mentions]:
                counts[name] += not example.is_wrong
            for name in [rel.type for rel in annotations.relations]:
                counts[name] += not example.is_wrong
    assert min(counts.values()) >= 10, counts


def test_missing_page_of_a_type() -> None:
    assert check(remove("entities/Result.md")) == [
        ("guideline.toml", 0, "no page is about the type Result")
    ]


@pytest.mark.parametrize("name", [section.name for section in SECTIONS if not section.is_overview])
def test_missing_section(name: str) -> None:
    problems = check(remove(f"{name}.md"))
    assert ("guideline.toml", 0, f"the section {name} has no page") in problems


def test_dead_links() -> None:
    line = count_lines("general.md")
    text = "\n[a](nowhere.md) and\n[b](entities/Locus.md#nothing), [c](https://example.org)\n"
    assert check(append("general.md", text)) == [
        ("general.md", line + 2, "the link points to nowhere.md, which does not exist"),
        (
            "general.md",
            line + 3,
            "the link points to #nothing, which entities/Locus.md does not have",
        ),
    ]


def test_examples_that_break_the_schema() -> None:
    line = count_lines("general.md")
    text = (
        "\n```example\n"
        "<Condition>Pain</> and <Fever>fever</>.\n"
        "<Drug-or-device has_location=#l>Cream</> on the <Locus #l>arm</>.\n"
        "An <Locus>open tag.\n"
        "```\n"
    )
    problems = check(append("general.md", text))
    assert [(file, number) for file, number, _ in problems] == [
        ("general.md", line + 3),
        ("general.md", line + 4),
        ("general.md", line + 5),
    ]
    assert "unknown mention type Fever" in problems[0][2]
    assert "has_location" in problems[1][2]
    assert "never closed" in problems[2][2]


def test_wrong_example_may_break_the_schema_but_must_parse() -> None:
    wrong = "\n```wrong\n<Drug-or-device has_location=#l>Cream</> on the <Locus #l>arm</>.\n```\n"
    assert check(append("general.md", wrong)) == []
    assert len(check(append("general.md", "\n```wrong\n<Locus>arm\n```\n"))) == 1


@pytest.mark.parametrize(
    ("block", "message"),
    [
        ("summary\nverbs", "there is no summary 'verbs'"),
        ("arguments\n", "only the page about a relation"),
        ("values\nstatus", "the type has no attribute 'status'"),
        ("exampel\nfever", "there is no block called 'exampel'"),
    ],
)
def test_unknown_blocks(block: str, message: str) -> None:
    ((file, _, text),) = check(append("entities/Locus.md", f"\n```{block}\n```\n"))
    assert file == "entities/Locus.md"
    assert message in text


def test_two_pages_with_the_same_name_or_type() -> None:
    def edit(texts: dict[str, str]) -> None:
        texts["relations/Locus.md"] = texts["entities/Locus.md"]

    messages = [message for _, _, message in check(edit)]
    assert any("rename the file" in message for message in messages)
    assert any("is already about the type Locus" in message for message in messages)


@pytest.mark.parametrize(
    ("front", "message"),
    [
        ("", "no front matter"),
        ('+++\ntitle = "A"\n+++\n', "section"),
        ('+++\ntitle = "A"\nsection = "poems"\n+++\n', "no section called 'poems'"),
        ('+++\ntitle = "A"\nsection = "news"\nauthor = "me"\n+++\n', "author"),
        ("+++\ntitle = \n+++\n", "not TOML"),
    ],
)
def test_wrong_front_matter_is_an_input_error(front: str, message: str) -> None:
    texts = {**read_files("clef"), "bad.md": front + "Text.\n"}
    with pytest.raises(InputError, match=r"bad\.md") as error:
        build_guideline(texts, "g")
    assert message in str(error.value)


def test_all_pages_with_wrong_front_matter_are_reported_at_once() -> None:
    texts = {**read_files("clef"), "a.md": "x", "b.md": "y"}
    with pytest.raises(InputError) as error:
        build_guideline(texts, "g")
    assert "2 pages" in str(error.value)
    assert "g/a.md" in str(error.value)
    assert "g/b.md" in str(error.value)


@pytest.mark.parametrize("name", ["my page.md", "a#b.md", "entities.md"])
def test_file_names_that_cannot_be_addresses(name: str) -> None:
    def edit(texts: dict[str, str]) -> None:
        texts[name] = '+++\ntitle = "A"\nsection = "general"\n+++\n\nText.\n'

    ((file, _, message),) = check(edit)
    assert file == name
    assert "rename the file" in message


def test_right_examples_of_clef_follow_the_rules_of_the_recipe() -> None:
    """Every signal has its relation; no span begins with an article or ends with a blank."""
    guideline = find_guideline("clef")
    signals = {entry.name for entry in guideline.schema.mention if entry.kind == "signal"}
    slips = []
    for page in guideline.pages:
        for example in find_examples(page):
            if example.is_wrong:
                continue
            doc = example.parse()
            annotations = doc.sets["example"]
            starts = {rel.arg1 for rel in annotations.relations}
            for mention in annotations.mentions:
                words = doc.get_covered_text(mention)
                if mention.type in signals and mention.id not in starts:
                    slips.append((page.path, example.line, "a signal without a relation"))
                if words != words.strip(" ,.;:") or words.lower().startswith(
                    ("a ", "the ", "her ")
                ):
                    slips.append((page.path, example.line, words))
    assert slips == []
