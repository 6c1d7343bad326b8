import torch
w = torch.ones(3, requires_grad=True)
x = w.exp()
loss_a, loss_b = x.sum(), x.mean()

# %% raises
loss_a.backward()
loss_b.backward()

# %% fixed
loss = loss_a + loss_b
loss.backward()
