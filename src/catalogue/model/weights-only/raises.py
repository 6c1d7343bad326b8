import io
import torch
class Config: pass
path = io.BytesIO()
torch.save({'config': Config(), 'weight': torch.ones(2)}, path)
path.seek(0)

# %% raises
checkpoint = torch.load(path)

# %% fixed
torch.serialization.add_safe_globals([Config])
checkpoint = torch.load(path)
