"""The closed-form model: from one event to the next, without steps in between."""
