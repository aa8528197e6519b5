"""The layers of a drawing: what stands still, what moves, what a trial and a solver add."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bubbleball.errors import PictureError, PlacementError
from bubbleball.game.geometry import Disc, Point, moved
from bubbleball.game.kinds import SCREEN_HEIGHT, SCREEN_WIDTH, TRAY_HEIGHT, Form
from bubbleball.game.level import Level, Part
from bubbleball.game.placement import Placement
from bubbleball.game.trial import Trial
from bubbleball.render.drawing import (
    Group,
    Mark,
    Polyline,
    Rect,
    Style,
    Text,
    moved_marks,
    shape_mark,
)
from bubbleball.render.layers.ball_and_flag import ball_ghost, ball_marks, flag_marks
from bubbleball.render.layers.buttons import button_marks, teleport_number
from bubbleball.render.layers.solids import solid_marks
from bubbleball.render.layers.trial_marks import (
    contact_marks,
    effect_marks,
    ghost_marks,
    path_marks,
)
from bubbleball.render.overlay import Overlay, backing_marks, line_marks
from bubbleball.render.theme import Role

Pose = tuple[float, float, float]  # x, y (px), angle (degrees)
GRID = 40  # px between its lines
_LABEL_SIZE = 7.0
_VISIBLE = 0.02  # px or degrees; smaller motion is not drawn
_LETTER = 0.58  # mean width of a letter, as a fraction of the font size


class LayerStack:
    """The groups of a drawing, layer by layer; a film reuses the layers that stand still.

    show_tray: whether to draw the tray and the pieces on it.
    plain: leaves out grid and labels.
    """

    def __init__(
        self,
        level: Level,
        placements: Iterable[Placement],
        trial: Trial | None,
        overlay: Overlay | None,
        *,
        show_tray: bool = True,
        plain: bool = False,
    ) -> None:
        self.level, self.trial, self.overlay = level, trial, overlay
        self._tray, self._plain = show_tray, plain
        placements = tuple(placements) or (trial.placements if trial else ())
        self._placed = _poses_of(level, placements)
        self._parts = {part.id: part for part in level.parts}
        self._movers = trial.movers if trial else ()
        self._piece_ids = frozenset(piece.id for piece in level.pieces)
        self._drawn: dict[str, tuple[Pose, Group]] = {}
        if trial is not None:
            self._check_trial(trial)

    @property
    def title(self) -> str:
        """The level's title, or its name."""
        return self.level.title or self.level.name or "A level of Bubble Ball"

    @property
    def caption(self) -> str:
        """The sentence below the picture; empty for none."""
        if self.overlay is not None and self.overlay.caption:
            return self.overlay.caption
        reason = self.trial.reason if self.trial else ""
        return f"{reason[0].upper()}{reason[1:]}." if reason else ""

    @property
    def description(self) -> str:
        """The picture in words."""
        pieces = self.level.pieces
        names = ", ".join(f"{piece.kind} {piece.id}" for piece in pieces) or "none"
        return " ".join(filter(None, [f"Pieces: {names}.", self.caption]))

    def _check_trial(self, trial: Trial) -> None:
        seen = {*trial.movers, *(effect.part for effect in trial.effects)}
        strange = sorted(seen - self._parts.keys())
        if strange:
            raise PictureError(
                f"the trial is of another level: this one has no part {', '.join(strange)}"
            )

    def check_frame(self, frame: int | None) -> None:
        """Raise if the trial has no such frame."""
        if frame is None:
            return
        if self.trial is None:
            raise PictureError(f"there is no trial to show frame {frame} of; pass trial=...")
        if not 0 <= frame <= self.trial.steps:
            raise PictureError(
                f"frame {frame} is not in this trial; its frames are 0 to {self.trial.steps}"
            )

    def still_groups(self) -> Iterator[Group]:
        """What never moves: screen, tray and its pieces, scenery, flag, back of the overlay."""
        yield Group(tuple(sky_marks(grid=not self._plain)))
        if self._tray:
            yield Group(tray_marks())
        if self.overlay is not None:
            yield Group(tuple(backing_marks(self.overlay)))
        fixed = [p for p in self.level.scenery if p.id not in self._movers]
        for part in sorted(fixed, key=lambda part: part.kind.button):
            yield self._group(part, (part.x, part.y, part.angle))
        yield Group(
            flag_marks(self.level.flag), self.level.flag.id, "the flag: where the ball goes"
        )
        for piece in self.level.pieces if self._tray else ():
            if piece.id not in self._placed:
                yield self._group(piece, (piece.x, piece.y, piece.angle))
            elif not self._plain:
                slot = Style(line=Role.SHELF, width=0.8, opacity=0.8, dash=(2.0, 2.0))
                yield Group((shape_mark(piece.shape, slot),))

    def moving_groups(self, frame: int | None) -> Iterator[Group]:
        """The placed pieces and everything that moves, at a frame or at the end."""
        if self.trial is not None and frame is None:
            yield Group(tuple(ghost_marks(self.trial, self._parts)))
        poses = self.poses(frame)
        for part_id, pose in poses.items():
            if part_id not in self._drawn or _differ(self._drawn[part_id][0], pose):
                self._drawn[part_id] = pose, self._group(self._parts[part_id], pose)
            yield self._drawn[part_id][1]
        yield Group(tuple(self._emphasis(poses)))

    def poses(self, frame: int | None) -> dict[str, Pose]:
        """Poses of the placed pieces and movers, in drawing order: power-ups last."""
        poses = dict(self._placed)
        if self.trial is not None:
            states = self.trial.moves[-1 if frame is None else frame, :, :3].tolist()
            for mover, (x, y, angle) in zip(self._movers, states, strict=True):
                poses[mover] = (x, y, angle)
        return dict(sorted(poses.items(), key=lambda item: self._parts[item[0]].kind.button))

    def line_groups(self) -> Iterator[Group]:
        """Lines in front of the pieces: a solver's thoughts, and where the ball started."""
        if self.overlay is not None:
            yield Group(tuple(line_marks(self.overlay, traced=self.trial is not None)))
        if self.trial is not None:
            yield Group((ball_ghost(self.level.ball.x, self.level.ball.y),))

    def trace_groups(self, frame: int | None) -> Iterator[Group]:
        """What the trial recorded, up to a frame."""
        if self.trial is None:
            return
        yield Group(tuple(path_marks(self.trial, until=frame)), title="the path of the ball")
        if frame is None:
            yield Group(tuple(contact_marks(self.trial)), title="where the ball touched something")
        yield from self.effect_groups(frame)

    def effect_groups(self, frame: int | None) -> Iterator[Group]:
        """The power-ups that have acted up to a frame."""
        if self.trial is not None and self.trial.effects:
            yield Group(tuple(effect_marks(self.trial, self._parts, self.centres(), frame)))

    def ball_group(self, frame: int | None) -> Group:
        """The ball at a frame, at the end, or at its start."""
        x, y = self.level.ball.x, self.level.ball.y
        if self.trial is not None:
            x, y = self.trial.ball[-1 if frame is None else frame, :2].tolist()
        return Group(ball_marks(x, y), self.level.ball.id, "the ball")

    def centres(self) -> dict[str, Point]:
        """The centre of every power-up."""
        found = {p.id: (p.x, p.y) for p in self.level.scenery if p.kind.button}
        return found | {part_id: (x, y) for part_id, (x, y, _) in self._placed.items()}

    def _group(self, part: Part, pose: Pose) -> Group:
        movable = part.id in self._piece_ids
        if part.kind.button:
            marks = button_marks(part.kind, teleport_number(self.level, part.id))
        else:
            marks = solid_marks(part, fixed=not movable and not part.loose)
        marks = moved_marks(marks, *pose)
        if movable and self.trial is None and not self._plain:
            marks = (*marks, _label(part, pose))
        return Group(marks, part.id, _part_title(part, pose))

    def _emphasis(self, poses: dict[str, Pose]) -> Iterator[Mark]:
        if self.overlay is None:
            return
        wanted = [(support, Role.SUPPORT) for support in self.overlay.supports]
        for part_id, role in [*wanted, (self.overlay.main, Role.MAIN)]:
            if part_id in poses:
                shape = moved(self._parts[part_id].outline, *poses[part_id])
                yield shape_mark(shape, Style(line=role, width=3.0))


def _differ(a: Pose, b: Pose) -> bool:
    """Whether two poses differ visibly; wood at rest still trembles a little."""
    return any(abs(before - now) > _VISIBLE for before, now in zip(a, b, strict=True))


def _poses_of(level: Level, placements: Iterable[Placement]) -> dict[str, Pose]:
    poses = {}
    for placement in placements:
        if level.piece(placement.piece) is None:
            known = ", ".join(piece.id for piece in level.pieces) or "none"
            raise PlacementError(
                f"piece {placement.piece!r} is not in this level; its pieces: {known}"
            )
        poses[placement.piece] = (placement.x, placement.y, placement.angle)
    return poses


def _label(part: Part, pose: Pose) -> Mark:
    """Write the piece's id: on a solid, below a button."""
    if part.kind.button:
        ink, room, below = Role.INK, 34.0, part.height / 2 + 0.95 * _LABEL_SIZE
        x, y = pose[0], pose[1]
    else:
        ink, room, below = Role.GLYPH, 0.8 * part.width, 0.36 * _LABEL_SIZE
        spot = moved(Disc(*_label_spot(part), 0.0), *pose)
        assert isinstance(spot, Disc)
        x, y = spot.x, spot.y
    letters = max(2, int(room / (_LETTER * _LABEL_SIZE)))
    text = part.id if len(part.id) <= letters else part.id[: letters - 1] + "…"
    return Text(x, y + below, text, Style(fill=ink), _LABEL_SIZE, "middle")


def _label_spot(part: Part) -> Point:
    """Where a solid has room for its id, before it is turned."""
    outline = part.outline
    if isinstance(outline, Disc):
        return 0.0, 0.0
    xs, ys = zip(*outline.corners, strict=True)
    beside_the_strap = -0.18 * part.width if part.form is Form.BEAM else 0.0
    return sum(xs) / len(xs) + beside_the_strap, sum(ys) / len(ys)


def _part_title(part: Part, pose: Pose) -> str:
    x, y, angle = pose
    size = "" if part.kind.button else f" {part.form} {part.width:g} x {part.height:g}"
    turned = f", turned {angle:.1f}°" if angle % 360 else ""
    return f"{part.id}: {part.kind}{size} at ({x:.1f}, {y:.1f}){turned}"


def sky_marks(*, grid: bool = True) -> Iterator[Mark]:
    """Draw the screen, with or without a grid."""
    yield Rect(0.0, 0.0, SCREEN_WIDTH, SCREEN_HEIGHT, Style(fill=Role.SKY))
    if grid:
        yield from grid_marks(Style(line=Role.GRID, width=0.7), GRID)


def grid_marks(line: Style, rim: int) -> Iterator[Mark]:
    """Draw a grid that keeps `rim` px from the edges of the screen."""
    for x in range(rim, int(SCREEN_WIDTH) - rim + 1, GRID):
        yield Polyline(((x, 0.0), (x, SCREEN_HEIGHT)), line)
    for y in range(rim, int(SCREEN_HEIGHT) - rim + 1, GRID):
        yield Polyline(((0.0, y), (SCREEN_WIDTH, y)), line)


def tray_marks() -> tuple[Mark, ...]:
    """Draw the shelf on which the pieces lie until they are placed."""
    return (
        Rect(0.0, 0.0, SCREEN_WIDTH, TRAY_HEIGHT, Style(fill=Role.TRAY)),
        Rect(0.0, TRAY_HEIGHT, SCREEN_WIDTH, 2.5, Style(fill=Role.SHADE, opacity=0.16)),
        Rect(0.0, TRAY_HEIGHT - 3.0, SCREEN_WIDTH, 3.0, Style(fill=Role.SHELF)),
    )
