"""Pages of a terminology: a concept with all of its relations, and the hierarchy as a tree."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from goldsmith.project.terms.page import ConceptPage, Node, Ref, Tree
from goldsmith.rendering import blocks
from goldsmith.rendering.blocks import (
    Block,
    Cards,
    Cell,
    Column,
    DataTable,
    Prose,
    Reference,
    References,
    Section,
    TreeNode,
    make_id,
)
from goldsmith.rendering.page import Page, render_page


def render_concepts(pages: Sequence[ConceptPage]) -> str:
    """Render concepts, as `describe_concepts` returns them, on one page."""
    first = pages[0] if pages else None
    retired = [page for page in pages if page.retired]
    page = Page(
        "Concept",
        first.title if first else "No concept",
        finding=_state_finding(pages),
        facts=_list_facts(first) if first else {},
        notices=tuple(map(_describe_retirement, retired)),
        blocks=tuple(map(_make_concept, pages)),
    )
    return render_page(page)


def _state_finding(pages: Sequence[ConceptPage]) -> str:
    if not pages:
        return "No terminology has a concept with this code."
    first = pages[0]
    names = "1 name" if len(first.names) == 1 else f"{len(first.names):,} names"
    parents = "1 parent" if len(first.parents) == 1 else f"{len(first.parents):,} parents"
    children = "1 child" if first.child_count == 1 else f"{first.child_count:,} children"
    terms = ", ".join(dict.fromkeys(page.terms for page in pages))
    return f"{first.system}:{first.code} has {names}, {parents} and {children} in {terms}."


def _list_facts(page: ConceptPage) -> dict[str, str]:
    facts = {"Terminology": page.terms, "System": page.system, "Code": page.code}
    kinds = [
        code if code == name else f"{name} ({code})"
        for code, name in zip(page.types, page.type_names, strict=True)
    ]
    return facts | ({"Semantic types": ", ".join(kinds)} if kinds else {})


def _describe_retirement(page: ConceptPage) -> str:
    targets = ", ".join(f"{ref.key} {ref.title}".strip() for ref in page.replaced_by)
    key = f"{page.system}:{page.code}"
    return (
        f"{key} is retired; use {targets}" if targets else f"{key} is retired; nothing replaces it"
    )


def _make_concept(page: ConceptPage) -> Section:
    base = (page.terms, page.system, page.code)
    parts: list[Block] = [Prose(page.definition)] if page.definition else []
    parts.append(
        Cards(
            {
                "Names": f"{len(page.names):,}",
                "Parents": f"{len(page.parents):,}",
                "Children": f"{page.child_count:,}",
                "Siblings": f"{page.sibling_count:,}",
            }
        )
    )
    parts.append(Section(make_id(*base, "names"), "Names", (_make_names(page, base),)))
    paths = [(*path, *_refer_to(page)) for path in page.paths if path]
    for title, block in (
        ("Paths from the root", References(tuple(map(_convert_path, paths)))),
        ("Children", _make_children(page)),
    ):
        if block.paths:
            parts.append(Section(make_id(*base, title), title, (block,)))
    if page.crossings or page.xrefs:
        table = _make_crossings(page, base)
        parts.append(Section(make_id(*base, "crossings"), "Cross-references", (table,)))
    return Section(make_id(*base), f"{page.system}:{page.code} in {page.terms}", tuple(parts))


def _refer_to(page: ConceptPage) -> tuple[Ref]:
    return (Ref(page.system, page.code, page.title),)


def _convert_path(path: Iterable[Ref]) -> tuple[Reference, ...]:
    return tuple(Reference(ref.code, ref.title) for ref in path)


def _make_children(page: ConceptPage) -> References:
    paths = tuple(_convert_path((ref,)) for ref in page.children)
    return References(paths, page.child_count - len(page.children))


def _make_names(page: ConceptPage, base: tuple[str, ...]) -> DataTable:
    columns = [
        Column("Name", numeric=False),
        Column("Kind", "Preferred, synonym, abbreviation, lay, related or retired", numeric=False),
    ]
    rows: list[tuple[Cell, ...]] = [(Cell(name.text), Cell(name.kind)) for name in page.names]
    if any(name.source for name in page.names):
        columns.append(Column("Source", "The vocabulary of the name, if different", False))
        rows = [(*row, Cell(name.source)) for row, name in zip(rows, page.names, strict=True)]
    table_id = make_id(*base, "names", "table")
    return DataTable(table_id, f"Names of {page.title}", tuple(columns), tuple(rows))


def _make_crossings(page: ConceptPage, base: tuple[str, ...]) -> DataTable:
    columns = (
        Column("Code", numeric=False),
        Column("Title", numeric=False),
        Column("Terminology", numeric=False),
        Column("Direction", "Which of the two concepts refers to the other", numeric=False),
    )
    directions = {"to it": "refers to this concept", "from here": "referred to from here"}
    rows = [
        (
            Cell(crossing.concept.key),
            Cell(crossing.concept.title),
            Cell(crossing.terms),
            Cell(directions.get(crossing.refers, crossing.refers)),
        )
        for crossing in page.crossings
    ]
    listed = {crossing.concept.key for crossing in page.crossings}
    rows += [
        (Cell(key), Cell("–"), Cell("–"), Cell(directions["from here"]))
        for key in page.xrefs
        if key not in listed
    ]
    caption = f"Cross-references of {page.title}"
    return DataTable(make_id(*base, "crossings", "table"), caption, columns, tuple(rows))


def render_hierarchy(trees: Sequence[Tree]) -> str:
    """Render the hierarchy, as `browse_hierarchy` returns it, as trees to open and close."""
    roots = [node for tree in trees for node in tree.roots]
    total = sum(1 + node.below for node in roots)
    heading = roots[0].title if len(roots) == 1 else "Hierarchy"
    names = ", ".join(tree.terms for tree in trees)
    top = "concept" if len(roots) == 1 else "concepts at the top"
    page = Page(
        "Hierarchy",
        heading,
        finding=f"{len(roots):,} {top} with {total - len(roots):,} descendants in {names}.",
        facts={"Terminologies": names},
        blocks=tuple(map(_make_tree, trees)),
    )
    return render_page(page)


def _make_tree(tree: Tree) -> Section:
    block: Block = Prose("This terminology has no hierarchy.")
    if tree.roots:
        nodes = tuple(_convert_node(node, (tree.terms,)) for node in tree.roots)
        block = blocks.Tree(nodes, tree.more)
    return Section(make_id("tree", tree.terms), tree.terms, (block,))


def _convert_node(node: Node, path: tuple[str, ...]) -> TreeNode:
    """Convert a node. Its id contains its path, because a concept can have several parents."""
    here = (*path, node.code)
    children = tuple(_convert_node(child, here) for child in node.children)
    return TreeNode(
        make_id(*here), f"{node.system}:{node.code}", node.title, node.below, children, node.more
    )
