import io
import torch
import torch.serialization as serialization
tag, file = serialization.location_tag, io.BytesIO()
serialization.location_tag = lambda storage: 'cuda:7'  # as if saved on GPU 7
torch.save(torch.ones(2), file)
serialization.location_tag = tag
file.seek(0)

# %% raises
state = torch.load(file)

# %% fixed
state = torch.load(file, map_location='cpu')
