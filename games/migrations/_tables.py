"""Makes many tables without Django's copies of the models in between, which take most of the time."""

from django.db.migrations.operations.base import Operation, OperationCategory


class CreateModels(Operation):
    """What the same `CreateModel` operations do one after another.

    After each of them Django would make the classes of all related models anew: seconds, where most
    models are related.
    """

    category = OperationCategory.ADDITION

    def __init__(self, *models):
        self.models = models

    def deconstruct(self):
        return type(self).__qualname__, list(self.models), {}

    def state_forwards(self, app_label, state):
        state.__dict__.pop("apps", None)  # made once when the tables are, with all models
        for model in self.models:
            model.state_forwards(app_label, state)

    def database_forwards(self, app_label, schema_editor, from_state, to_state):
        for model in self.models:
            model.database_forwards(app_label, schema_editor, from_state, to_state)

    def database_backwards(self, app_label, schema_editor, from_state, to_state):
        for model in reversed(self.models):
            model.database_backwards(app_label, schema_editor, from_state, to_state)

    def describe(self):
        return f"Create the models {', '.join(model.name for model in self.models)}"
