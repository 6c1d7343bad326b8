import torch
logits = torch.tensor([[2.0, -1.0, 0.5]])

# %% raises
torch.multinomial(logits, num_samples=1)

# %% fixed
probs = torch.softmax(logits.float(), dim=-1)
torch.multinomial(probs, num_samples=1)
