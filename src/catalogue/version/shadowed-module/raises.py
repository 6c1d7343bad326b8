import pathlib, subprocess, sys, tempfile

# %% raises
with tempfile.TemporaryDirectory() as folder:
    script = pathlib.Path(folder, 'torch.py')
    script.write_text('import torch\nprint(torch.nn.Linear)\n')
    subprocess.run([sys.executable, str(script)], check=True)

# %% fixed
with tempfile.TemporaryDirectory() as folder:
    script = pathlib.Path(folder, 'train.py')
    script.write_text('import torch\nprint(torch.nn.Linear)\n')
    subprocess.run([sys.executable, str(script)], check=True)
