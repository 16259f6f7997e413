"""Waits for work on another thread, but never longer than it may be silent."""

import threading
import time
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class Silence(TimeoutError):
    """The work gave no sign for as long as it was allowed to; it may still be under way."""


class Sign:
    """What work gives from time to time, to show that it goes on."""

    def __init__(self) -> None:
        self.at = time.monotonic()

    def give(self) -> None:
        """Show that the work goes on."""
        self.at = time.monotonic()


class _Task(Generic[T]):
    """One piece of work, its end and its outcome."""

    def __init__(self, work: Callable[[Sign], T]) -> None:
        self.work = work
        self.sign = Sign()
        self.done = threading.Event()
        self.value: T | None = None
        self.error: BaseException | None = None

    def run(self) -> None:
        try:
            self.value = self.work(self.sign)
        except BaseException as error:  # raised again in the thread that waits
            self.error = error


class Patience:
    """Runs work on threads that wait for more; a blocked one is left behind, and never keeps the process.

    A socket whose peer has vanished can't be told from one whose answer is on its way; only the time tells.
    """

    def __init__(self) -> None:
        self._idle: list[SimpleQueue[_Task[Any] | None]] = []
        self._lock = threading.Lock()
        self._closed = False

    def wait(self, work: Callable[[Sign], T], *, silence_s: float) -> T:
        """Return what the work returns, or raise what it raises; Silence after so long without a sign."""
        task = _Task(work)
        with self._lock:
            tasks = self._idle.pop() if self._idle else None
        if tasks is None:
            tasks = SimpleQueue()
            threading.Thread(target=self._serve, args=(tasks,), name="perto-read", daemon=True).start()
        tasks.put(task)
        while not task.done.wait(max(0.0, task.sign.at + silence_s - time.monotonic())):
            if time.monotonic() >= task.sign.at + silence_s:
                raise Silence(f"no sign of it for {silence_s:g} s")
        if task.error is not None:
            try:
                raise task.error
            finally:
                task.error = None  # else the error, its frames and the task would hold each other
        return task.value  # type: ignore[return-value]

    def close(self) -> None:
        """Let the waiting threads end."""
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
        for tasks in idle:
            tasks.put(None)

    def _serve(self, tasks: "SimpleQueue[_Task[Any] | None]") -> None:
        while (task := tasks.get()) is not None:
            task.run()
            # free before the end is told, so that who asks next finds this thread waiting
            with self._lock:
                closed = self._closed
                if not closed:
                    self._idle.append(tasks)
            task.done.set()
            del task
            if closed:
                return
