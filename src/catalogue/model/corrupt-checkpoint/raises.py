import io
import torch
file = io.BytesIO()
torch.save(torch.nn.Linear(4, 4).state_dict(), file)

# %% raises
downloaded = file.getvalue()[:600]
torch.load(io.BytesIO(downloaded))

# %% fixed
downloaded = file.getvalue()
torch.load(io.BytesIO(downloaded))
