"""A small page of each kind. Every id and label that comes from outside contains a script."""

from collections.abc import Callable
from io import StringIO

from msgspec.structs import replace

from goldsmith.core import AnnotationSet, Document, Mention, Metadata, Span, load_builtin_schema
from goldsmith.metrics import Result, Row
from goldsmith.privacy import Decision, Outcome
from goldsmith.privacy.leftovers import Leftover
from goldsmith.privacy.pseudonymiser import Replacement
from goldsmith.privacy.review import ReviewWriter, Tally, plan_sample
from goldsmith.project.agreement import tasks
from goldsmith.project.agreement.report import build_report, render_report
from goldsmith.project.corpus.describe import describe
from goldsmith.project.corpus.describe_page import render_description
from goldsmith.project.models.evaluation import CurvePoint, Evaluation, FoldSize
from goldsmith.project.models.evaluation_page import render_evaluation
from goldsmith.project.models.learning_curves import LearningPlan, Run, Simulation, Stage
from goldsmith.project.models.learning_curves import summarise_runs as summarise
from goldsmith.project.models.learning_page import render_simulation
from goldsmith.project.terms.concept_page import render_concepts, render_hierarchy
from goldsmith.project.terms.page import ConceptPage, Crossing, Node, Ref, Tree
from goldsmith.terminology.concept import Name

#: Would write to the console, and so fail the test, if it ran.
SCRIPT = "<script>console.log('ran')</script>"


def make_documents() -> list[Document]:
    """Make a note with three annotation sets that differ."""
    text = "Pain in the left groin and fever. No cough."
    mentions = (
        Mention("m1", "Condition", (Span(0, 4),), {"certainty": SCRIPT}),
        Mention("m2", "Locus", (Span(17, 22),)),
        Mention("m3", f"Odd {SCRIPT}", (Span(27, 32),)),
    )
    gold = AnnotationSet("gold", mentions)
    trainee = AnnotationSet("D1", (mentions[0], replace(mentions[1], spans=(Span(12, 22),))))
    odd = AnnotationSet(SCRIPT, (replace(mentions[0], type="Result"), *mentions[1:]))
    sets = {annotations.name: annotations for annotations in (gold, trainee, odd)}
    return [Document(f"note {SCRIPT}", text, Metadata(type=SCRIPT, patient="p"), sets=sets)]


def render_agreement() -> str:
    names = ["gold", "D1", SCRIPT]
    task, schema = tasks.find_task("clef"), load_builtin_schema("clef")
    return render_report(build_report(make_documents(), names, task, schema, title=SCRIPT))


def render_corpus() -> str:
    return render_description(SCRIPT, describe(make_documents()))


def render_model_evaluation() -> str:
    names = ("strict", "strict_precision", "strict_recall", "relaxed")
    values: dict[str, float | None] = dict.fromkeys(names, 0.5)
    row = Row(values, {"a": 10.0, "b": 8.0}, {"strict": (0.3, 0.6)})
    better = replace(row, values=dict.fromkeys(names, 0.7))
    result = Result("spans", 4, {"Condition": row, SCRIPT: better}, row, row)
    averages = {"spans": {group: dict(values) for group in ("Condition", SCRIPT, "micro", "macro")}}
    curve = [CurvePoint(2.0, {"spans": 0.3}), CurvePoint(4.0, {"spans": 0.5})]
    evaluation = Evaluation(
        corpus=SCRIPT,
        set="gold",
        documents=4,
        digest="0123456789abcdef",
        components=["entities"],
        by="patient",
        seed=0,
        gold_layers=[],
        folds=[FoldSize(2, 2, 1.0), FoldSize(2, 2, 1.0)],
        results={"spans": result},
        averages=averages,
        agreement={"spans": result},
        annotators=["D1", SCRIPT],
        curve=curve,
        notices=[f"notice {SCRIPT}"],
    )
    view = tasks.View("spans", ("strict_precision", "strict_recall", "strict", "relaxed"), "strict")
    return render_evaluation(evaluation, tasks.Task("pipeline", "Pipeline", "", (view,)))


def render_learning() -> str:
    runs = [
        Run(name, 0, [Stage(at, 100 * at, 50 * at, 2 * at, f) for at, f in points], 0.8)
        for name, points in (
            ("diverse", ((1, 0.4), (2, 0.6), (3, 0.8))),
            ("random", ((1, 0.4), (2, 0.5), (4, 0.8))),
        )
    ]
    whole = Stage(30, 3000, 900, 60, 0.8)
    plan = LearningPlan(seeds=1)
    summaries = summarise(runs, "mentions")
    return render_simulation(
        Simulation(SCRIPT, "mentions", plan, "patient", 30, 10, whole, summaries, runs)
    )


def make_outcome(number: int) -> Outcome:
    """Make a pseudonymised note; every note has one unique wording and shares the others."""
    name = f"note {number} {SCRIPT}"
    text = f"Mrs Anna saw Tarrow{number} and Levo. {SCRIPT} Mrs Anna slept well near Sorrel."
    replaced = [
        Replacement(name, start, start + 4, 1, "NAME", f"rule {SCRIPT}", f"Ivy {SCRIPT}", "Anna")
        for start in (4, text.index("Anna slept"))
    ]
    doubts = ((f"Tarrow{number}", 0.5, "NAME"), ("Levo", 0.1, "NAME"), ("Sorrel", 0.3, "PLACE"))
    leftovers = [
        Leftover(
            name,
            text.index(word),
            text.index(word) + len(word),
            1,
            "capitalised" if word != "Sorrel" else "town",
            word,
            text,
            kind,
            probability,
        )
        for word, probability, kind in doubts
    ]
    return Outcome(Document(name, text), replaced, leftovers, False)


def render_review(count: int = 3) -> str:
    lines, page, tally = StringIO(), StringIO(), Tally()
    writer = ReviewWriter(lines, page, plan_sample(count), [Decision("Earlier", False)])
    for number in range(count):
        outcome = make_outcome(number)
        tally.add(outcome)
        writer.add(outcome)
    writer.finish(tally)
    writer.close()
    return page.getvalue()


def render_concept() -> str:
    names = (Name("breast cancer", "preferred"), Name(SCRIPT, "synonym", SCRIPT))
    parents = (Ref("DOID", "0", "disease"),)
    page = ConceptPage(
        terms="demo",
        system="DOID",
        code="1612",
        title=f"breast cancer {SCRIPT}",
        names=names,
        types=("T191",),
        type_names=("Neoplastic Process",),
        definition=f"A cancer {SCRIPT}.",
        retired=True,
        replaced_by=(Ref("DOID", "2", SCRIPT),),
        parents=parents,
        children=(Ref("DOID", "3", SCRIPT),),
        child_count=25,
        sibling_count=4,
        paths=(parents,),
        xrefs=("MESH:D001943", SCRIPT),
        crossings=(Crossing("mesh", Ref("MESH", "D001943", "Breast Neoplasms"), "from here"),),
    )
    return render_concepts([page])


def render_tree() -> str:
    leaf = Node("DOID", "3", f"leaf {SCRIPT}", 0)
    root = Node("DOID", "1", "disease", 2, (Node("DOID", "2", "cancer", 1, (leaf,), 3),))
    return render_hierarchy([Tree("demo", (root,), 2), Tree("flat", ())])


PAGES: dict[str, Callable[[], str]] = {
    "agreement": render_agreement,
    "corpus": render_corpus,
    "evaluation": render_model_evaluation,
    "learning": render_learning,
    "privacy": render_review,
    "concept": render_concept,
    "tree": render_tree,
}
