"""Every contact model against its closed form and against the game, over random states."""

from __future__ import annotations

import numpy as np
import pytest

from bubbleball.method.contact_errors import contact_errors
from bubbleball.method.event_states import ContactType

# The most that a model may be off after the contact: px and px/s.
CLOSED_FORM = {
    ContactType.LINE: (2.0, 10.0),  # the engine stops a step at the impact, and gravity with it
    ContactType.CORNER: (6.0, 30.0),  # the normal turns with the point of impact
    ContactType.MOVING_LINE: (10.0, 20.0),  # touch is noticed at the start of a step
}
GAME = {
    ContactType.LINE: (0.1, 0.1),
    ContactType.CORNER: (0.3, 1.0),
    ContactType.MOVING_LINE: (8.0, 30.0),
}
EXACT = (0.01, 0.01)


@pytest.mark.parametrize("kind", ContactType)
def test_a_contact_model_agrees_with_its_closed_form_and_with_the_game(kind: ContactType) -> None:
    errors = contact_errors(kind, samples=20, seed=1)
    assert len(errors) == 20
    assert (np.array([error.game for error in errors]) <= GAME.get(kind, EXACT)).all()
    closed = np.array([error.closed for error in errors])
    assert (closed <= CLOSED_FORM.get(kind, EXACT)).all()
