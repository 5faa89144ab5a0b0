"""What a person does with Goldsmith. The command line and the browser both call these verbs."""
