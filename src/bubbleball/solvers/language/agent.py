"""Any chat function as a solver: it reads the level and every trial, and answers with placements.

An answer that cannot be read or breaks a rule places nothing: the trial is played with empty
hands, it counts, and the next message explains what was wrong. The run goes on.
"""

from __future__ import annotations

import base64
import json
import time
from collections.abc import Callable, Iterator
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Any

from bubbleball.errors import PlacementError, ReplyError
from bubbleball.game.level import Level
from bubbleball.game.placement import Placement
from bubbleball.game.rules import check_placements
from bubbleball.game.trial import Trial
from bubbleball.method.explanation import MethodStage, Thought
from bubbleball.solvers.language.replies import answer_schema, read_reply
from bubbleball.solvers.language.wording import (
    level_text,
    placements_text,
    rules_text,
    trial_text,
)

Message = dict[str, Any]  # role, content: text, or a list of text and pictures
Chat = Callable[[list[Message]], str]
Look = Callable[[Level, Trial], bytes]  # a picture as PNG


class LanguageAgent:
    """Plays a level through a chat function.

    level: the puzzle.
    seed: kept for the chat function's own use; this adapter draws nothing.
    chat: takes the messages so far, the system's first, and returns the reply as text. Messages
        are dicts of `role` and `content`, as chat interfaces take them.
    look: draws the level with the last trial; its picture goes into the newest message only.
    transcript: a file to which every message is appended as a line of JSON, without pictures.
    """

    uses = "trials"

    def __init__(
        self,
        level: Level,
        *,
        chat: Chat,
        seed: int = 0,
        look: Look | None = None,
        transcript: str | Path | None = None,
    ) -> None:
        self.level, self.seed = level, seed
        self.messages: list[Message] = []
        self._chat, self._look = chat, look
        self._transcript = None if transcript is None else Path(transcript)
        self._trials = 0
        self._next: tuple[Placement, ...] | None = None
        self._refused = ""
        self._last: Trial | None = None
        schema = json.dumps(answer_schema(level), indent=1)
        self._say("system", _prompt("system", rules=rules_text(), schema=schema))

    def think(self) -> Iterator[Thought]:
        """Ask the model, and read its reply."""
        began = time.perf_counter()
        reply = self._chat(self._shown())
        self._say("assistant", reply if isinstance(reply, str) else repr(reply)[:1000])
        try:
            answer = read_reply(reply, self.level)
            check_placements(self.level, answer.placements)
        except (ReplyError, PlacementError) as error:
            self._next, self._refused = (), str(error)
            text = f"The answer is refused, and the trial is played with nothing placed: {error}."
        else:
            self._next, self._refused = answer.placements, ""
            text = f"{answer.thought.strip()} Places {placements_text(answer.placements)}."
        text = text.strip()
        seconds = time.perf_counter() - began
        yield Thought(MethodStage.CHOOSE, text, seconds=seconds, placed=self._next)

    def ask(self) -> tuple[Placement, ...]:
        """What the model answered; nothing if the answer was refused."""
        if self._next is None:
            for _ in self.think():
                pass
        assert self._next is not None
        chosen, self._next = self._next, None
        return chosen

    def tell(self, trial: Trial) -> None:
        """Describe a trial to the model; the first is the empty run."""
        self._last = trial
        if self._trials == 0:
            text = _prompt("level", level=level_text(self.level), trial=trial_text(trial))
        elif self._refused:
            text = _prompt("refused", number=str(self._trials), reason=self._refused)
        else:
            text = _prompt("trial", number=str(self._trials), trial=trial_text(trial))
        self._trials += 1
        self._say("user", text)

    def _shown(self) -> list[Message]:
        """The messages, the last one with a picture if the model can see."""
        if self._look is None or self._last is None:
            return list(self.messages)
        *earlier, last = self.messages
        picture = base64.b64encode(self._look(self.level, self._last)).decode()
        content = [
            {"type": "text", "text": last["content"]},
            {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{picture}"}},
        ]
        return [*earlier, {**last, "content": content}]

    def _say(self, role: str, content: str) -> None:
        message = {"role": role, "content": content}
        self.messages.append(message)
        if self._transcript is not None:
            with self._transcript.open("a", encoding="utf-8") as file:
                file.write(json.dumps(message, ensure_ascii=False) + "\n")


def _prompt(name: str, **values: str) -> str:
    """A prompt from its file in this package."""
    file = files(__package__) / "prompts" / f"{name}.md"
    return Template(file.read_text(encoding="utf-8")).substitute(values).strip()
