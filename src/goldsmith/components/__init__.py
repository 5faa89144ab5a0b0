"""Components of pipelines, one file or folder each; modules that begin with _ are shared."""
