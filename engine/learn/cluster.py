"""Self-play on a Ray cluster: the batches of ``farm`` as tasks; the games come back and are written here, each number once."""

from __future__ import annotations

from collections.abc import Iterator

from engine.cluster import connect, repeatable_tasks
from engine.learn.farm import NextBatch, Work, play_batch
from engine.learn.record import Block


def play_on_ray(work: Work, address: str, workers: int | None, next_batch: NextBatch) -> Iterator[Block]:
    """Play batches on the cluster at ``address`` until ``next_batch`` gives no more; yields each as it is finished.

    workers : how many batches run at a time; None: as many as the cluster has processors.

    Raises
    ------
    QijiError
    """
    ray = connect(address, workers)
    try:
        yield from repeatable_tasks(ray, play_batch, (work,), next_batch, workers)
    finally:
        ray.shutdown()
