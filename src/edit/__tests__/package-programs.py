# With torchvision 0.28, transformers 5.24, datasets 5.2, tokenizers 0.23, peft 0.21,
# accelerate 1.15, bitsandbytes 0.50, lightning and pytorch_lightning 2.6.6, torchmetrics 1.9,
# onnx 1.23, onnxscript 0.7, matplotlib 3.11, tensorboard 2.21, pandas 3.1, gymnasium 1.4 and
# pygame 2.1.3 (later ones draw without a screen), in a folder called site-packages.
#
# Runs before each program. PyPI's torchvision beside a torch for the CPU finds none
# of its operators; it is imported where those that it names meanwhile are declared.
import os
import sys
import torch
os.environ['HF_HUB_OFFLINE'] = '1'
try:
    import torchvision
except RuntimeError:
    for name in ('nms', 'qnms'):
        schema = '(Tensor dets, Tensor scores, float iou_threshold) -> Tensor'
        torch.library.define(f'torchvision::{name}', schema)
    for name in [each for each in sys.modules if each.startswith('torchvision')]:
        del sys.modules[name]
    import torchvision

# %% dataloader/transform-input
from PIL import Image
from torchvision import transforms
transform = transforms.Compose([
    transforms.Resize(4),
    transforms.Normalize([0.5], [0.5]),  # to -1 … 1
])
x = transform(Image.new('L', (8, 8)))

# %% dataloader/transform-input
import torch
from PIL import Image
from torchvision import transforms
transform = transforms.Compose([transforms.PILToTensor(), transforms.Normalize([0.5], [0.5])])
x = transform(Image.new('L', (8, 8)))

# %% dataloader/transform-input
import torch
from PIL import Image
from torchvision import transforms
Image.new('RGBA', (8, 8)).save('logo.png')
image = transforms.ToTensor()(Image.open('logo.png'))
gray = transforms.Grayscale()(image)

# %% dataloader/transform-input
import torch
from PIL import Image
from torchvision import transforms
crop = transforms.RandomCrop(16)
x = crop(Image.new('RGB', (8, 8)))

# %% version/lightning-removed
import lightning as L
trainer = L.Trainer(max_epochs=1, checkpoint_callback=False, logger=False)

# %% version/lightning-removed
from lightning.pytorch import Trainer
trainer = Trainer(num_processes=1, max_epochs=1, logger=False)

# %% version/lightning-removed
from lightning.pytorch import Trainer
trainer = Trainer(terminate_on_nan=True, logger=False)  # stops

# %% version/lightning-removed
import lightning as L
trainer = L.Trainer(accelerator='cpu', strategy='dp', logger=False)

# %% model/lightning-hooks
import lightning as L
import torch
from torch.utils.data import DataLoader
class Net(L.LightningModule):
    def __init__(self):
        super().__init__()
        self.fc = torch.nn.Linear(2, 1)
    def training_step(self, batch, batch_idx):
        return self.fc(batch).sum()
    def validation_step(self, batch, batch_idx):
        self.fc(batch)
    def configure_optimizers(self):
        return torch.optim.SGD(self.parameters(), lr=0.1)
loaders = [DataLoader(torch.rand(4, 2)) for _ in range(2)]
trainer = L.Trainer(accelerator='cpu', logger=False, enable_checkpointing=False)
trainer.validate(Net(), loaders)

# %% model/lightning-hooks
import lightning as L
import torch
from torch.utils.data import DataLoader
class Net(L.LightningModule):
    def __init__(self):
        super().__init__()
        self.fc = torch.nn.Linear(2, 1)
    def training_step(self, batch, batch_idx):
        return self.fc(batch).sum()
    def configure_optimizers(self):
        return torch.optim.SGD(self.parameters(), lr=0.1)
loader = DataLoader(torch.rand(4, 2))
trainer = L.Trainer(accelerator='cpu', max_epochs=1, logger=False, enable_checkpointing=False)
trainer.fit(Net())  # without data

# %% model/lightning-arguments
import lightning as L
import torch
class Net(L.LightningModule):
    def __init__(self, width, depth):
        super().__init__()
        self.fc = torch.nn.Linear(width, depth)
width, depth = 3, 2
model = Net(width, depth)
trainer = L.Trainer(accelerator='cpu', logger=False)
trainer.strategy.connect(model)
trainer.save_checkpoint('net.ckpt', weights_only=True)
width = 3
depth = 2
again = Net.load_from_checkpoint('net.ckpt')

# %% model/monitored-metric
import lightning as L
import torch
from lightning.pytorch.callbacks import EarlyStopping
from torch.utils.data import DataLoader
class Net(L.LightningModule):
    def __init__(self):
        super().__init__()
        self.fc = torch.nn.Linear(2, 1)
    def training_step(self, batch, batch_idx):
        return self.fc(batch).sum()
    def validation_step(self, batch, batch_idx):
        self.log('valid_loss', self.fc(batch).sum())
    def configure_optimizers(self):
        return torch.optim.SGD(self.parameters(), lr=0.1)
loader = DataLoader(torch.rand(4, 2))
stop = EarlyStopping(monitor='val_loss', patience=3)
trainer = L.Trainer(accelerator='cpu', max_epochs=1, logger=False, callbacks=[stop], enable_checkpointing=False)
trainer.fit(Net(), loader, loader)

# %% version/lightning-mixed
import lightning.pytorch as L
import pytorch_lightning as pl
import torch
class Net(pl.LightningModule):
    def forward(self, x):
        return x
    def test_step(self, batch, batch_idx):
        pass
trainer = L.Trainer(accelerator='cpu', logger=False, enable_checkpointing=False)
trainer.test(Net(), torch.utils.data.DataLoader([1, 2]))

# %% parallel/notebook-launcher
import lightning as L
trainer = L.Trainer(accelerator='cpu', devices=2, strategy='ddp', logger=False)

# %% model/trainer-arguments
import torch
from transformers import TrainingArguments
args = TrainingArguments('out', eval_strategy='epoch', load_best_model_at_end=True)

# %% model/trainer-arguments
import torch
from transformers import BertConfig, BertForSequenceClassification, Trainer, TrainingArguments
config = BertConfig(vocab_size=9, hidden_size=8, num_hidden_layers=1, num_attention_heads=2, intermediate_size=8)
model = BertForSequenceClassification(config)
data = [{'input_ids': [1, 2], 'labels': 1}] * 4
args = TrainingArguments('out', eval_strategy="epoch", report_to=[])
trainer = Trainer(model, args, train_dataset=data)

# %% version/library-changed
from transformers import TrainingArguments
args = TrainingArguments('out', evaluation_strategy='no', report_to=[])

# %% version/library-changed
from transformers import TrainingArguments
args = TrainingArguments('out', overwrite_output_dir=True, report_to=[])

# %% version/library-changed
import torch
from transformers import BertConfig, BertForSequenceClassification, Trainer, TrainingArguments
config = BertConfig(vocab_size=9, hidden_size=8, num_hidden_layers=1, num_attention_heads=2, intermediate_size=8)
model = BertForSequenceClassification(config)
trainer = Trainer(model, TrainingArguments('out', report_to=[]), tokenizer=None)

# %% version/library-changed
import torch
from transformers import BertConfig, BertForSequenceClassification, Trainer, TrainingArguments
class Weighted(Trainer):
    def compute_loss(self, model, inputs, return_outputs=False):
        outputs = model(**inputs)
        return (outputs.loss, outputs) if return_outputs else outputs.loss
config = BertConfig(vocab_size=9, hidden_size=8, num_hidden_layers=1, num_attention_heads=2, intermediate_size=8)
model = BertForSequenceClassification(config)
data = [{'input_ids': [1, 2], 'labels': 1}] * 4
args = TrainingArguments('out', max_steps=1, report_to=[], save_strategy='no', use_cpu=True)
Weighted(model, args, train_dataset=data).train()

# %% model/no-loss
import torch
from transformers import AutoModel, BertConfig, Trainer, TrainingArguments
config = BertConfig(vocab_size=9, hidden_size=8, num_hidden_layers=1, num_attention_heads=2, intermediate_size=8)
model = AutoModel.from_config(config)
data = [{'input_ids': [1, 2], 'labels': 1}] * 4
args = TrainingArguments('out', max_steps=1, report_to=[], save_strategy='no', use_cpu=True)
Trainer(model, args, train_dataset=data).train()

# %% model/transformers-inputs
import torch
from transformers import BertConfig, BertModel
config = BertConfig(vocab_size=9, hidden_size=8, num_hidden_layers=1, num_attention_heads=2, intermediate_size=8)
model = BertModel(config)
ids = torch.tensor([1, 2, 3])
out = model(ids)

# %% model/transformers-inputs
import torch
from transformers import BatchEncoding, BertConfig, BertModel
config = BertConfig(vocab_size=9, hidden_size=8, num_hidden_layers=1, num_attention_heads=2, intermediate_size=8)
model = BertModel(config)
batch = BatchEncoding({'input_ids': torch.tensor([[1, 2, 3]])})
out = model(batch)

# %% model/transformers-inputs
import torch
from transformers import ViTConfig, ViTModel
config = ViTConfig(hidden_size=8, num_hidden_layers=1, num_attention_heads=2, intermediate_size=8, image_size=8, patch_size=4)
model = ViTModel(config)
image = torch.rand(3, 8, 8)
out = model(image)

# %% model/transformers-inputs
import torch
from transformers import BatchEncoding, GPT2Config, GPT2LMHeadModel
config = GPT2Config(vocab_size=9, n_embd=8, n_layer=1, n_head=2, n_positions=16, bos_token_id=1, eos_token_id=2)
model = GPT2LMHeadModel(config)
inputs = BatchEncoding({'input_ids': torch.tensor([[1, 2, 3]])})
tokens = model.generate(inputs, max_new_tokens=2)

# %% model/pad-token
import torch
from tokenizers import Tokenizer, models
from transformers import PreTrainedTokenizerFast
tokenizer = PreTrainedTokenizerFast(
    tokenizer_object=Tokenizer(models.WordLevel({'a': 0, 'b': 1, 'end': 2}, unk_token='a')),
    eos_token='end')
batch = tokenizer(['a', 'b'], padding=True)

# %% model/tokenizer-text
import pandas as pd
import torch
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import PreTrainedTokenizerFast
words = Tokenizer(models.WordLevel({'a': 0, 'b': 1, 'end': 2}, unk_token='a'))
words.pre_tokenizer = pre_tokenizers.Whitespace()
tokenizer = PreTrainedTokenizerFast(tokenizer_object=words)
df = pd.DataFrame({'text': ['a b', 'a']})
batch = tokenizer(df['text'])  # all

# %% version/library-name
import torch
from transformers import is_torch_tpu_available
print(is_torch_tpu_available())

# %% version/library-name
import torch
from torchmetrics import IoU
metric = IoU(task='multiclass', num_classes=3)

# %% tensor/image-layout
import torch
import matplotlib.pyplot as plt
image = torch.rand(3, 8, 8)
plt.imshow(image)

# %% tensor/image-layout
import torch
import matplotlib.pyplot as plt
digit = torch.rand(1, 8, 8)
plt.imshow(digit, cmap='gray')

# %% tensor/image-layout
import torch
import matplotlib.pyplot as plt
images = torch.rand(4, 1, 8, 8)
plt.imshow(X=images)  # the first

# %% tensor/image-layout
import torch
import matplotlib.pyplot as plt
row = torch.rand(64).numpy()
plt.imshow(row)

# %% tensor/image-layout
import torch
import matplotlib.pyplot as plt
features = torch.rand(16, 8, 8)
plt.imshow(features)

# %% model/logged-value
import torch
from torch.utils.tensorboard import SummaryWriter
writer = SummaryWriter('logs')
for step, value in enumerate([torch.ones(1), None]):
    writer.add_scalar('loss', value, step)

# %% model/peft-targets
import torch
from peft import LoraConfig, get_peft_model
from transformers import BertConfig, BertForSequenceClassification
config = BertConfig(vocab_size=9, hidden_size=8, num_hidden_layers=1, num_attention_heads=2, intermediate_size=8)
model = BertForSequenceClassification(config)
lora = LoraConfig(r=2, target_modules=['q_proj', 'v_proj'])
model = get_peft_model(model, lora)

# %% model/trainer-columns
import torch
import pyarrow as pa
from datasets import Dataset
from datasets.table import InMemoryTable
from transformers import BertConfig, BertForSequenceClassification, Trainer, TrainingArguments
config = BertConfig(vocab_size=9, hidden_size=8, num_hidden_layers=1, num_attention_heads=2, intermediate_size=8)
model = BertForSequenceClassification(config)
table = InMemoryTable(pa.table({'text': ['a', 'b'], 'label': [0, 1]}))
data = Dataset(table, fingerprint='texts')
def encode(rows):
    return {'input_ids': [[1, 2] for text in rows['text']], 'labels': rows['label']}
data.set_transform(encode)
args = TrainingArguments('out', max_steps=1, report_to=[], save_strategy='no', use_cpu=True)
Trainer(model, args, train_dataset=data).train()

# %% version/trainer-override
import torch
from transformers import BertConfig, BertForSequenceClassification, Trainer, TrainingArguments
class LoudTrainer(Trainer):
    def training_step(self, model, inputs):
        print('step')  # each
        return super().training_step(model, inputs)
config = BertConfig(vocab_size=9, hidden_size=8, num_hidden_layers=1, num_attention_heads=2, intermediate_size=8)
model = BertForSequenceClassification(config)
data = [{'input_ids': [1, 2], 'labels': 1}] * 4
args = TrainingArguments('out', max_steps=1, report_to=[], save_strategy='no', use_cpu=True)
LoudTrainer(model, args, train_dataset=data).train()

# %% version/trainer-override
import torch
from transformers import BertConfig, BertForSequenceClassification, Trainer, TrainingArguments
class LoudTrainer(Trainer):
    def log(self, logs):
        super().log(logs)
config = BertConfig(vocab_size=9, hidden_size=8, num_hidden_layers=1, num_attention_heads=2, intermediate_size=8)
model = BertForSequenceClassification(config)
data = [{'input_ids': [1, 2], 'labels': 1}] * 4
args = TrainingArguments('out', max_steps=1, logging_steps=1, report_to=[], save_strategy='no', use_cpu=True)
LoudTrainer(model, args, train_dataset=data).train()

# %% python/no-display
import gymnasium as gym
import torch
env = gym.make('CartPole-v1', render_mode='human')  # to watch it
state, _ = env.reset(seed=0)
x = torch.from_numpy(state)

# %% dataloader/image-file
import io
import torch
from PIL import Image
from torch.utils.data import DataLoader, Dataset
from torchvision.transforms import functional as TF
file = io.BytesIO()
Image.radial_gradient('L').save(file, 'PNG')
half = file.getvalue()[:-2000]
class Pictures(Dataset):
    def __len__(self):
        return 2
    def __getitem__(self, index):
        return TF.to_tensor(Image.open(io.BytesIO(half)))
for batch in DataLoader(Pictures(), batch_size=2, num_workers=1):
    pass

# %% export/onnx-unsupported
import torch
model = torch.nn.Linear(2, 1)
torch.onnx.export(model, (torch.ones(1, 2),), 'm.onnx', opset_version=99, dynamo=False)

# %% export/onnx-unsupported
import torch
class Fourier(torch.nn.Module):
    def forward(self, x):
        return torch.fft.fft2(x).abs()
torch.onnx.export(Fourier(), (torch.ones(4, 4),), 'm.onnx', dynamo=False)

# %% export/onnx-unsupported
import torch
class Grid(torch.nn.Module):
    def forward(self, x, y):
        return torch.nn.functional.grid_sample(x, y, align_corners=False)
args = torch.ones(1, 1, 4, 4), torch.ones(1, 2, 2, 2)
torch.onnx.export(Grid(), args, 'm.onnx', opset_version=14, dynamo=False)

# %% export/onnx-upsample
import torch
model = torch.nn.Upsample(scale_factor=2, mode='bilinear', align_corners=True)
torch.onnx.export(model, (torch.ones(1, 1, 4, 4),), 'm.onnx', opset_version=9, dynamo=False)

# %% model/quantized
import torch
from transformers import BertConfig, BertForSequenceClassification, BitsAndBytesConfig
config = BertConfig(vocab_size=9, hidden_size=64, num_hidden_layers=1, num_attention_heads=2, intermediate_size=64)
BertForSequenceClassification(config).save_pretrained('tiny')
model = BertForSequenceClassification.from_pretrained('tiny', quantization_config=BitsAndBytesConfig(load_in_8bit=True))
model = model.to(torch.float16)

# %% parallel/notebook-launcher
import torch
from accelerate import notebook_launcher
def train(epochs):
    print(epochs)
notebook_launcher(train, (1,))

# %% parallel/notebook-launcher
import torch
from accelerate import Accelerator, notebook_launcher
accelerator = Accelerator(cpu=True)
notebook_launcher(print, ('trained',), num_processes=2)
