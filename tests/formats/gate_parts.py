"""Parts of GATE files for tests."""


def make_feature(name: str, value: str) -> str:
    java = 'className="java.lang.String"'
    return f"<Feature>\n  <Name {java}>{name}</Name>\n  <Value {java}>{value}</Value>\n</Feature>\n"


def make_file(parts: str, text: str = '<Node id="0"/>fever<Node id="5"/> secret') -> str:
    return f"<GateDocument>\n<TextWithNodes>{text}</TextWithNodes>\n{parts}\n</GateDocument>\n"


def make_annotation(key: str, start: str = "0", end: str = "5", features: str = "") -> str:
    nodes = f'StartNode="{start}" EndNode="{end}"'
    return f'<Annotation Id="{key}" Type="Condition" {nodes}>{features}</Annotation>\n'


def make_set(*annotations: str) -> str:
    return "<AnnotationSet>\n" + "".join(annotations) + "</AnnotationSet>\n"
