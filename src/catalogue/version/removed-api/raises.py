# %% raises
from torch._six import string_classes
print(isinstance('a', string_classes))

# %% fixed
string_classes = (str, bytes)
print(isinstance('a', string_classes))
