"""The one source of truth of a live view, traits that check themselves, and what may wait until the hand rests."""

from brierwidgets.state._explorer_state import ExplorerState, as_state

__all__ = ["ExplorerState", "as_state"]
