"""What the operand checks cost: a training step with and without them, in turns.

    .venv/bin/python scripts/bench/operands.py [STEPS]    (200)

Prints the median of the steps' ratios, and the quarter on either side; then
the same with the search for the first NaN or Inf.
"""

import statistics
import sys
import time
from pathlib import Path

import torch
import torch.nn.functional as F
from torch import nn

sys.path.insert(0, str(Path(__file__).parents[1]))

from operand_calls import checks


class Tagger(nn.Module):
    """A small real model: an embedding, an LSTM, two linear layers."""

    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(2_000, 64)
        self.lstm = nn.LSTM(64, 64, batch_first=True)
        self.layers = nn.Sequential(nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 20))

    def forward(self, ids):
        return self.layers(self.lstm(self.embedding(ids))[0])


def main(steps):
    torch.set_num_threads(1)
    torch.manual_seed(0)
    model = Tagger()
    optimizer = torch.optim.Adam(model.parameters())
    ids, labels = torch.randint(2_000, (16, 32)), torch.randint(20, (16, 32))
    mode_of = checks()["mode_of"]

    def step():
        start = time.process_time()
        optimizer.zero_grad()
        F.cross_entropy(model(ids).transpose(1, 2), labels).backward()
        optimizer.step()
        return time.process_time() - start

    step()
    for finite, what in ((False, "the checks"), (True, "the search for NaN and Inf, too")):
        ratios, plain = [], []
        for _ in range(steps):
            plain.append(step())
            with mode_of(torch, finite):
                ratios.append(step() / plain[-1])
        low, middle, high = statistics.quantiles(ratios)
        print(
            f"a step of {1000 * statistics.median(plain):.1f} ms of processor time took {middle:.2f} times as long "
            f"with {what} ({low:.2f} to {high:.2f})"
        )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
