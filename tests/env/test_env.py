"""The Gymnasium environment: its contract, determinism, rewards and pictures."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import bubbleball.env
from bubbleball.env import BubbleBallEnv
from bubbleball.env.codec import OBJECT_FEATURES
from bubbleball.env.view import half_blocks
from bubbleball.errors import BubbleBallError, PlacementError
from bubbleball.files import packs
from bubbleball.game.game import Game
from bubbleball.game.physics import PRESETS
from bubbleball.game.placement import Placement
from bubbleball.game.rules import check_placements
from bubbleball.game.trial import Trial
from levels_in_python import GAP, POWERS

IDS = ("BubbleBall-v0", *(f"BubbleBall-{pack}-v0" for pack in packs.packs()))
KINDS: tuple[dict[str, Any], ...] = (
    {},
    {"action": "dict", "tries": 3},
    {"observation": "image"},
    {"reward": "distance", "illegal": "repair", "trajectory": True},
)
BRIDGE = (Placement("plank", 235, 245),)


def _made(name: str, **options: Any) -> BubbleBallEnv:
    env = gymnasium.make(name, **options).unwrapped
    assert isinstance(env, BubbleBallEnv)
    return env


@pytest.mark.parametrize("options", KINDS, ids=str)
@pytest.mark.parametrize("name", IDS)
def test_gymnasiums_checker_has_nothing_to_say(
    name: str, options: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    """Warnings are errors here; every render mode is tried too."""
    check_env(_made(name, **options))
    capsys.readouterr()


def test_there_is_one_id_per_pack_and_registering_twice_does_no_harm() -> None:
    bubbleball.env.register()
    ours = {
        name
        for name, spec in gymnasium.registry.items()
        if str(spec.entry_point).startswith("bubbleball.env:")
    }
    assert ours == set(IDS)


def test_a_step_is_a_trial_of_the_game() -> None:
    env = BubbleBallEnv(GAP, trajectory=True)
    env.reset(seed=0)
    action = env.action(BRIDGE)
    _, reward, terminated, truncated, info = env.step(action)
    trial = Game(GAP).play(env.placements(action))
    assert info["trial"] == trial
    assert (reward, terminated, truncated) == (1.0, True, False)
    assert (info["outcome"], info["legal"]) == ("reached-flag", True)
    assert info["contacts"] == trial.contacts
    assert info["seconds"] == trial.seconds


def test_the_physics_of_the_game_can_be_another() -> None:
    env = BubbleBallEnv(GAP, physics="moon", trajectory=True)
    env.reset(seed=0)
    action = env.action(BRIDGE)
    trial = Game(GAP, PRESETS["moon"]).play(env.placements(action))
    assert env.step(action)[4]["trial"] == trial


def test_a_one_shot_episode_ends_after_one_trial_and_a_longer_one_when_solved() -> None:
    one = BubbleBallEnv(GAP)
    one.reset(seed=0)
    assert one.step(one.legal_action())[2]
    many = BubbleBallEnv(GAP, tries=3)
    many.reset(seed=0)
    miss = many.action([Placement("log", 240, 100)])
    seen = [many.step(miss) for _ in range(3)]
    assert [step[2] for step in seen] == [False, False, True]
    assert [float(step[0]["tries_left"][0]) for step in seen] == pytest.approx([2 / 3, 1 / 3, 0])
    many.reset(seed=0)
    assert many.step(many.action(BRIDGE))[2]


def test_an_observation_holds_the_last_trial_and_at_first_the_empty_run() -> None:
    env = BubbleBallEnv(GAP, tries=2, trajectory=True)
    first, _ = env.reset(seed=0)
    second, _, _, _, info = env.step(env.action(BRIDGE))
    trial: Trial = info["trial"]
    for seen, played in ((first, Game(GAP).play()), (second, trial)):
        start, end = played.ball[0], played.ball[-1]
        scale = np.array([480, 320, 500, 500])
        assert seen["path"][0] == pytest.approx(start / scale, abs=1e-6)
        assert seen["path"][-1] == pytest.approx(end / scale, abs=1e-6)
    assert first["placed"][:, 0].tolist() == [-1, -1]
    assert second["placed"][:, 0].tolist() == [1, -1]
    assert first["outcome"].tolist() == [0, 1, 0, 0]  # left the screen
    assert second["outcome"].tolist() == [1, 0, 0, 0]  # reached the flag


def test_objects_are_the_pieces_the_ball_the_flag_and_the_scenery_padded() -> None:
    env = BubbleBallEnv([GAP, POWERS])
    env.reset(seed=0, options={"level": "test/gap"})
    objects = env.reset(options={"level": "test/gap"})[0]["objects"]
    column = {name: number for number, name in enumerate(OBJECT_FEATURES)}
    assert objects[:, column["present"]].tolist() == [1, 1, 0, 1, 1, 1, 1]
    assert objects[:, column["metal"]].tolist() == [1, 0, 0, 0, 0, 0, 0]
    assert objects[:, column["wood"]].tolist() == [0, 1, 0, 0, 0, 0, 0]
    assert objects[3, column["ball"]] == objects[4, column["flag"]] == 1
    ramp = objects[5]
    assert ramp[column["x / 480"]] == pytest.approx(75 / 480)
    assert ramp[column["sin angle"]] == pytest.approx(np.sin(np.radians(20)))


@pytest.mark.parametrize("action", ["box", "dict"])
def test_actions_and_placements_are_each_others_inverse(action: str) -> None:
    env = BubbleBallEnv([GAP, POWERS], action=action)
    for seed in range(30):
        env.reset(seed=seed)
        drawn = env.legal_action()
        placements = env.placements(drawn)
        again = env.placements(env.action(placements))
        assert [p.piece for p in again] == [p.piece for p in placements]
        for one, other in zip(again, placements, strict=True):
            assert (one.x, one.y) == pytest.approx((other.x, other.y), abs=1e-4)
            assert np.cos(np.radians(one.angle - other.angle)) == pytest.approx(1.0)


def test_a_legal_action_is_in_the_space_and_legal() -> None:
    env = BubbleBallEnv([GAP, POWERS])
    for seed in range(50):
        env.reset(seed=seed)
        action = env.legal_action()
        assert action in env.action_space
        assert env.breaches(action) == ()
        check_placements(env.level, env.placements(action))


def test_an_illegal_action_is_punished_and_not_played() -> None:
    env = BubbleBallEnv(GAP, tries=2)
    first, _ = env.reset(seed=0)
    illegal = env.action([Placement("plank", GAP.ball.x, GAP.ball.y)])
    assert env.breaches(illegal)
    seen, reward, terminated, _, info = env.step(illegal)
    assert (reward, terminated, info["legal"], info["outcome"]) == (
        -1.0,
        False,
        False,
        "not-played",
    )
    assert "covers the ball's start" in info["reason"]
    assert np.array_equal(seen["path"], first["path"])
    assert env.step(illegal)[2]  # but it used up a try


def test_an_illegal_action_can_be_repaired_or_raised() -> None:
    mended = BubbleBallEnv(GAP, illegal="repair")
    mended.reset(seed=0)
    action = mended.action([Placement("plank", GAP.ball.x, GAP.ball.y)])
    info = mended.step(action)[4]
    assert info["legal"]
    check_placements(GAP, info["placements"])
    strict = BubbleBallEnv(GAP, illegal="raise")
    strict.reset(seed=0)
    with pytest.raises(PlacementError, match="covers the ball's start"):
        strict.step(action)


def test_a_shaped_reward_grows_with_closeness() -> None:
    env = BubbleBallEnv(GAP, reward="distance", trajectory=True, tries=100)
    env.reset(seed=0)
    rewards, gaps = [], []
    for _ in range(20):
        _, reward, done, _, info = env.step(env.legal_action())
        if not done:
            rewards.append(reward)
            gaps.append(info["trial"].closest_approach)
    assert np.argsort(rewards).tolist() == np.argsort([-gap for gap in gaps]).tolist()
    assert -1.0 <= min(rewards) <= max(rewards) <= 0.0


def test_a_seed_repeats_an_episode_exactly() -> None:
    def episode(seed: int) -> list[Any]:
        env = _made("BubbleBall-classic-v0", tries=3, illegal="repair")
        seen = [env.reset(seed=seed)]
        env.action_space.seed(seed)
        done = False
        while not done:
            step = env.step(env.action_space.sample())
            seen.append((step[0], step[4]))
            done = step[2]
        return seen

    once, again, other = episode(5), episode(5), episode(6)
    assert str(once) == str(again)
    for (one, info), (two, info_again) in zip(once, again, strict=True):
        assert info == info_again
        assert all(np.array_equal(one[key], two[key]) for key in one)
    assert str(once) != str(other)


def test_resets_draw_every_level_of_a_pack() -> None:
    env = _made("BubbleBall-classic-v0")
    names = {env.reset(seed=0)[1]["level"]}
    names |= {env.reset()[1]["level"] for _ in range(40 * len(env.levels))}
    assert names == set(packs.pack("classic"))


def test_pictures_are_arrays_and_change_with_the_trial() -> None:
    env = BubbleBallEnv(GAP, render_mode="rgb_array", observation="image")
    seen, _ = env.reset(seed=0)
    before = env.render()
    after_seen = env.step(env.action(BRIDGE))[0]
    after = env.render()
    assert before.shape == after.shape == (480, 720, 3)
    assert before.dtype == seen.dtype == np.uint8
    assert (before != after).any()
    assert (seen != after_seen).any()


def test_the_human_mode_draws_on_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    env = BubbleBallEnv(GAP, render_mode="human")
    env.reset(seed=0)
    drawn = capsys.readouterr().out
    assert drawn.count("▀") == 96 * 32
    assert env.render() is None


def test_half_blocks_show_two_pixels_in_a_character() -> None:
    pixels = np.zeros((64, 96, 3), np.uint8)
    pixels[0, 0] = (255, 0, 0)
    assert half_blocks(pixels).startswith("\x1b[38;2;255;0;0;48;2;0;0;0m▀")


@pytest.mark.slow
def test_environments_run_side_by_side_in_processes() -> None:
    envs = gymnasium.make_vec(
        "BubbleBall-classic-v0", num_envs=2, vectorization_mode="async", illegal="repair"
    )
    seen, _ = envs.reset(seed=3)
    assert seen["path"].shape[0] == 2
    envs.action_space.seed(0)
    actions = envs.action_space.sample()
    _, rewards, terminated, _, infos = envs.step(actions)
    envs.close()
    assert terminated.all()
    for number in range(2):
        alone = _made("BubbleBall-classic-v0", illegal="repair")
        alone.reset(seed=3 + number)
        step = alone.step(actions[number])
        assert (step[1], step[4]["outcome"]) == (rewards[number], infos["outcome"][number])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"observation": "objets"}, "no observation named 'objets'; did you mean 'objects'?"),
        ({"action": "list"}, "no action named 'list'"),
        ({"reward": "dense"}, "no reward named 'dense'"),
        ({"illegal": "ignore"}, "no illegal named 'ignore'"),
        ({"tries": 0}, "tries = 0; an episode has at least one"),
        ({"levels": "clasic"}, "did you mean"),
        ({"levels": []}, "an environment needs at least one level"),
        ({"physics": "mooon"}, "did you mean 'moon'?"),
        ({"render_mode": "ansi"}, "no render mode named 'ansi'"),
    ],
)
def test_a_wrong_option_is_told(options: dict[str, Any], message: str) -> None:
    with pytest.raises(BubbleBallError) as raised:
        BubbleBallEnv(**options)
    assert message in str(raised.value)


@pytest.mark.parametrize("column", range(4))
@pytest.mark.parametrize("kind", ["box", "dict"])
def test_an_action_that_is_not_all_numbers_is_refused_and_is_no_try(kind: str, column: int) -> None:
    env = BubbleBallEnv([GAP, POWERS], tries=2, action=kind)
    env.reset(seed=1)
    rows = np.full((3, 4), 0.5, np.float32)
    rows[2, column] = np.nan
    action = rows if kind == "box" else {"choice": rows[:, 0], "pose": rows[:, 1:]}
    with pytest.raises(BubbleBallError, match=r"values that are not numbers: .*nan"):
        env.step(action)
    observation, *_ = env.step(env.action(()))
    assert observation["tries_left"] == 0.5


def test_an_unknown_level_and_a_misshapen_action_are_told() -> None:
    env = BubbleBallEnv([GAP, POWERS])
    with pytest.raises(BubbleBallError, match="did you mean 'test/gap'"):
        env.reset(options={"level": "test/gab"})
    with pytest.raises(BubbleBallError, match=r"shape \(8,\); this environment takes \(3, 4\)"):
        env.step(np.zeros(8))
