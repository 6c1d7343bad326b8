import numpy as np

# %% raises
np.zeros(3, dtype=np.int)

# %% fixed
np.zeros(3, dtype=int)
