"""Titles for generated levels: a word of mood and a word of the family's own."""

from __future__ import annotations

from bubbleball.generate.stream import Stream

_MOODS = (
    "Quiet", "Steep", "Narrow", "Patient", "Sudden", "Gentle", "Crooked", "Hidden", "Lucky",
    "Early", "Late", "Bold", "Shy", "Tall", "Lazy", "Hasty", "Careful", "Distant", "Little",
    "Clever", "Winding", "Second", "Silver", "Amber", "Northern", "Southern", "Odd", "Plain",
    "Restless", "Windy", "Morning", "Evening",
)  # fmt: skip

_NOUNS = {
    "deflect": ("Glance", "Slant", "Sidestep", "Detour", "Turn", "Hint"),
    "bridge": ("Crossing", "Span", "Causeway", "Footbridge", "Gangway", "Passage"),
    "zigzag": ("Switchback", "Descent", "Staircase", "Hairpin", "Zigzag", "Cascade"),
    "triangles": ("Slopes", "Gables", "Rooftops", "Sails", "Corners", "Shards"),
    "circles": ("Pebbles", "Moons", "Wheels", "Orbits", "Marbles", "Beads"),
    "wedge": ("Doorstop", "Threshold", "Kerb", "Wedge", "Nook", "Corner"),
    "decoy": ("Temptation", "Clutter", "Attic", "Choice", "Red Herring", "Toolbox"),
    "plank": ("Plank", "Ditch", "Boardwalk", "Hollow", "Jetty", "Trestle"),
    "hill": ("Hill", "Slide", "Terrace", "Hillside", "Pyramid", "Toboggan"),
    "prop": ("Prop", "Lean-to", "Ramp", "Crutch", "Shoulder", "Helper"),
    "speed-up": ("Leap", "Push", "Run-up", "Hop", "Sprint", "Jump"),
    "slow-down": ("Catch", "Brake", "Pause", "Landing", "Soft Spot", "Halt"),
    "gravity": ("Ceiling", "Upside Down", "Attraction", "Flight", "Underside", "Ascent"),
    "spring": ("Bounce", "Trampoline", "Springboard", "Lift", "Hop Up", "Vault"),
    "teleport": ("Portal", "Doorway", "Shortcut", "Other Side", "Tunnel", "Vanishing"),
    "machine": ("Machine", "Clockwork", "Relay", "Contraption", "Engine", "Workshop"),
    "catapult": ("Seesaw", "Throw", "Catapult", "Lever", "Toss", "Counterweight"),
    "trestle": ("Trestle", "Viaduct", "Pier", "Scaffold", "Pylons", "Long Bridge"),
    "tower": ("Tower", "Pillars", "Stack", "Lookout", "Masonry", "Columns"),
    "rollers": ("Rollers", "Bearings", "Logs", "Tumblers", "Barrels", "Casters"),
    "chock": ("Chock", "Wheel Stop", "Brace", "Parking", "Anchor", "Foothold"),
    "cantilever": ("Cantilever", "Overhang", "Diving Board", "Balance", "Outrigger", "Crane"),
    "pinned": ("Paperweight", "Clamp", "Pin", "Overlap", "Crossbeam", "Lever Arm"),
    "causeway": ("Floorboards", "Parquet", "Decking", "Patchwork", "Gangplank", "Levee"),
    "grate": ("Grate", "Sieve", "Drain", "Strainer", "Comb", "Eye of the Needle"),
    "relay": ("Leapfrog", "Hopscotch", "Volley", "Juggler", "Pinball", "Grasshopper"),
    "bowling": ("Strike", "Skittles", "Bowling Alley", "Billiards", "Kick-off", "Avalanche"),
    "gauntlet": ("Gauntlet", "Obstacle Course", "Marathon", "Labour", "Expedition", "Saga"),
    "portals": ("Wormhole", "Trapdoor", "Secret Passage", "Revolving Door", "Hatch", "Relocation"),
    "ceiling": ("Attic", "Bat Cave", "Loft", "Somersault", "Updraught", "Handstand"),
    "clockwork": ("Mechanism", "Gearbox", "Escapement", "Automaton", "Assembly", "Movement"),
    "ambush": ("Ambush", "Guillotine", "Trap", "Surprise", "Falling Door", "Interception"),
    "launch": ("Launch", "Slingshot", "Artillery", "Lift-off", "Trebuchet", "Salvo"),
    "rising": ("Drawbridge", "Elevator", "Rising Tide", "Hoist", "Balloon", "Levitation"),
    "detour": ("Long Way Round", "Detour", "Mezzanine", "Gallery", "Back Door", "Balcony"),
    "lure": ("Short Cut", "Siren", "Bait", "Over the Wall", "Second Thought", "Wild Goose"),
    "chain": ("Chain", "Procession", "Journey", "Parade", "Domino Line", "Odyssey"),
}


def title_of(family: str, stream: Stream) -> str:
    """A title that suits the family, such as `Quiet Crossing`."""
    return f"{stream.pick(_MOODS)} {stream.pick(_NOUNS[family])}"
