"""The names of things in Mr House, marked for translation."""

from kvartal.engine.words import N_

GOOD_NAMES = (N_("wood"), N_("metal"), N_("brick"), N_("cement"), N_("window"), N_("door"))
GOOD_OBJECTS = (N_("one wood"), N_("one metal"), N_("one brick"), N_("one cement"))  # what a coin is changed for
ELEMENT_NAMES = (
    N_("wooden wall"),
    N_("brick wall"),
    N_("metal roof"),
    N_("tiled roof"),
    N_("chimney"),
    N_("window"),
    N_("door"),
)
BASIC_ROOF = N_("roof")
ELEMENT_OBJECTS = (  # where somebody does something with them
    N_("a wooden wall"),
    N_("a brick wall"),
    N_("a metal roof"),
    N_("a tiled roof"),
    N_("a chimney"),
    N_("a window"),
    N_("a door"),
)
BASIC_ROOF_OBJECT = N_("a roof")
PLACE_NAMES = (
    N_("Sawmill"),
    N_("Metal"),
    N_("Bricks"),
    N_("Cement"),
    N_("Windows"),
    N_("Doors"),
    N_("Bank"),
    N_("Office"),
    N_("Exchange"),
    N_("Fair"),
    N_("Turn order"),
)
PRIVILEGE_NAMES = (
    N_("extra insulation"),
    N_("energy-saving windows"),
    N_("solar panel"),
    N_("windmill"),
    N_("boiler"),
    N_("fence and gate"),
    N_("gazebo"),
    N_("gravel driveway"),
    N_("lawn"),
    N_("trees, shrubs, flowers"),
    N_("fireplace"),
    N_("grill terrace"),
    N_("pond with fountain"),
    N_("sauna with pool"),
    N_("gym"),
)
COLOUR_NAMES = (N_("blue"), N_("green"), N_("pink"))
