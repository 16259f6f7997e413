"""All the everyday conditions that are counted and drawn from."""

from tests.conditions_by_hand.access_and_fees import ACCESS_AND_FEES
from tests.conditions_by_hand.faith_and_food import FAITH_AND_FOOD
from tests.conditions_by_hand.services import SERVICES

CONDITIONS = (*FAITH_AND_FOOD, *ACCESS_AND_FEES, *SERVICES)
