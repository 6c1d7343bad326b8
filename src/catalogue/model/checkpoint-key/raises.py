import io, torch
model, file = torch.nn.Linear(2, 1), io.BytesIO()
torch.save(model.state_dict(), file)
file.seek(0)
checkpoint = torch.load(file)

# %% raises
model.load_state_dict(checkpoint['state_dict'])

# %% fixed
model.load_state_dict(checkpoint)
