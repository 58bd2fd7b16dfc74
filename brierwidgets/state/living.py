"""What lives in one running Python alone."""

from __future__ import annotations

from typing import Any, NoReturn

__all__ = ["Living"]


class Living:
    """Something with observers, and perhaps a page: it refuses to be pickled or copied, and says what to keep."""

    #: What a user may do instead.
    keep_instead = "Pickle or copy the data it was built from, and build it again."

    def __reduce_ex__(self, protocol: Any) -> NoReturn:
        raise TypeError(
            f"{type(self).__name__} is tied to this running Python and cannot be pickled or copied. {self.keep_instead}"
        )

    def __copy__(self) -> NoReturn:
        self.__reduce_ex__(2)

    def __deepcopy__(self, memo: Any) -> NoReturn:
        self.__reduce_ex__(2)
