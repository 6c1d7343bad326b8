import { catalogue } from '..';
import { diagnose } from '../../diagnosis/diagnose';
import { english } from '../../diagnosis/english';
import { cellIncident } from '../../incident/incident';
import { runsOf, type IRun } from './torch-runs';

/** A mistake, and what should be told first to mend it. */
interface IMistake {
  readonly name: string;
  /** Makes what the failing lines use. */
  readonly given: string;
  readonly fails: string;
  /** The code of the first fix. */
  readonly fix: string;
  /** What then passes; the failing lines when left out. */
  readonly then?: string;
}

const MISTAKES: readonly IMistake[] = [
  {
    name: 'the output has a channel that the mask has not',
    given: 'output, target = torch.rand(4, 1, 8, 8), torch.rand(4, 8, 8)',
    fails: 'F.binary_cross_entropy_with_logits(output, target)',
    fix: 'output = output.squeeze(1)'
  },
  {
    name: 'the target has a dimension that the output has not',
    given: 'output, target = torch.rand(8), torch.rand(8, 1)',
    fails: 'F.binary_cross_entropy_with_logits(output, target)',
    fix: 'target = target.squeeze(1)'
  },
  {
    name: 'squeeze() took the batch of one',
    given: 'output, target = torch.rand(1, 1), torch.rand(1)',
    fails: 'F.binary_cross_entropy(output.squeeze(), target)',
    fix: 'output = output.squeeze(-1)  # not output.squeeze()',
    then: 'F.binary_cross_entropy(output, target)'
  },
  {
    name: 'class numbers for a loss that compares values',
    given: 'output, target = torch.rand(8, 3), torch.ones(8)',
    fails: 'F.binary_cross_entropy_with_logits(output, target)',
    fix: 'criterion = nn.CrossEntropyLoss()\nloss = criterion(output, target.long())',
    then: 'loss.item()'
  },
  {
    name: 'an image that was not flattened',
    given: 'output, target = torch.rand(8, 784), torch.rand(8, 1, 28, 28)',
    fails: 'F.binary_cross_entropy(output, target)',
    fix: 'target = target.reshape(output.shape)'
  },
  {
    name: 'a view that moved values into the batch',
    given: 'x, target = torch.rand(16, 20, 5, 5), torch.zeros(16).long()',
    fails: 'F.cross_entropy(nn.Linear(320, 10)(x.view(-1, 320)), target)',
    fix: 'x = x.view(x.size(0), -1)  # the Linear layer behind it: nn.Linear(500, ...)',
    then: 'F.cross_entropy(nn.Linear(x.size(1), 10)(x), target)'
  },
  {
    name: 'a mask with its channels last',
    given: 'output, target = torch.rand(2, 3, 8, 8), torch.rand(2, 8, 8, 3)',
    fails: 'F.binary_cross_entropy_with_logits(output, target)',
    fix: 'target = target.permute(0, 3, 1, 2)'
  },
  {
    name: 'images that were flattened for a convolution',
    given: 'x, layer = torch.rand(8, 784), nn.Conv2d(1, 4, 3)',
    fails: 'layer(x)',
    fix: 'x = x.view(-1, 1, 28, 28)'
  },
  {
    name: 'a sum [N, 1] in place of [N]',
    given: 'x, y = torch.rand(5, 1), torch.rand(5)',
    fails: 'x += y',
    fix: 'x = x.squeeze(-1)'
  },
  {
    name: 'a dictionary of losses',
    given:
      'w = torch.rand(3, requires_grad=True)\nlosses = {"box": w.sum(), "class": w.mean()}',
    fails: 'losses.backward()',
    fix: 'loss = sum(losses.values())\nloss.backward()',
    then: 'assert w.grad is not None'
  },
  {
    name: 'words with their classes last',
    given:
      'output, target = torch.rand(16, 8, 20), torch.zeros(16, 8).long()\ncriterion = nn.CrossEntropyLoss()',
    fails: 'loss = criterion(output, target)',
    fix: 'loss = criterion(output.transpose(1, 2), target)',
    then: 'loss.item()'
  },
  {
    name: 'one-hot labels as whole numbers',
    given: 'output, target = torch.rand(3, 3), torch.eye(3).long()',
    fails: 'F.cross_entropy(output, target)',
    fix: 'target = target.argmax(dim=1)'
  },
  {
    name: 'whole numbers for a loss that compares values',
    given: 'output, target = torch.rand(4), torch.ones(4).long()',
    fails: 'F.binary_cross_entropy_with_logits(output, target)',
    fix: 'target = target.float()'
  },
  {
    name: 'another calculation with whole numbers',
    given: 'x = torch.ones(3).long()',
    fails: 'x += torch.rand(3)',
    fix: 'x = x.float()'
  },
  {
    name: 'a batch that was flattened into one row',
    given: 'x, layer = torch.rand(16, 16, 5, 5), nn.Linear(400, 120)',
    fails: 'layer(torch.flatten(x))',
    fix: 'x = torch.flatten(x, start_dim=1)',
    then: 'layer(x)'
  },
  {
    name: 'one sample that is too wide',
    given: 'x = torch.rand(1, 2704)',
    fails: 'nn.Linear(400, 120)(x)',
    fix: 'nn.Linear(2704, 120)',
    then: 'nn.Linear(2704, 120)(x)'
  },
  {
    name: 'rows for a layer that takes images',
    given: 'x, layer = torch.rand(8, 16), nn.ConvTranspose2d(16, 4, 4)',
    fails: 'layer(x)',
    fix: 'x = x[:, :, None, None]  # [N, C] becomes [N, C, 1, 1]'
  },
  {
    name: 'sequences without their channel',
    given: 'x, layer = torch.rand(16, 64), nn.Conv1d(1, 16, 5)',
    fails: 'layer(x)',
    fix: 'x = x.unsqueeze(1)  # [16, 1, 64]'
  },
  {
    name: 'sequences with their channels last',
    given: 'x, layer = torch.rand(8, 100, 6), nn.Conv1d(6, 16, 5)',
    fails: 'layer(x)',
    fix: 'x = x.transpose(1, 2)'
  },
  {
    name: 'images with their channels last',
    given: 'x, layer = torch.rand(8, 32, 32, 3), nn.Conv2d(3, 4, 3)',
    fails: 'layer(x)',
    fix: 'x = x.permute(0, 3, 1, 2)'
  },
  {
    name: 'more outputs than targets, in a loss written by hand',
    given:
      'model = nn.Module()\nmodel.fc = nn.Linear(4, 7)\nx, target = torch.rand(5, 4), torch.rand(5, 6)',
    fails: 'pred = model.fc(x)\nloss = ((pred - target) ** 2).mean()',
    fix: 'model.fc = nn.Linear(model.fc.in_features, target.shape[-1])  # for a target [N, K]'
  },
  {
    name: 'a mask of 0 and 255',
    given: 'output, mask = torch.rand(1, 2, 4, 4), torch.full((1, 4, 4), 255)',
    fails: 'F.cross_entropy(output, mask)',
    fix: 'mask = (mask > 127).long()'
  },
  {
    name: 'an index of one dimension for gather',
    given: 'output, index = torch.rand(4, 3), torch.tensor([0, 1, 2, 0])',
    fails: 'q = output.gather(1, index)',
    fix: 'q = output.gather(1, index.unsqueeze(1)).squeeze(1)',
    then: 'assert q.shape == (4,)'
  },
  {
    name: 'item() before backward()',
    given:
      'model, criterion, total = nn.Linear(2, 1), nn.MSELoss(), 0\nx, y = torch.rand(4, 2), torch.rand(4, 1)',
    fails: 'loss = criterion(model(x), y).item()\nloss.backward()',
    fix: 'loss = criterion(model(x), y)\nloss.backward()\ntotal += loss.item()',
    then: 'assert total > 0'
  },
  {
    name: 'a critic that steps before the actor goes backward',
    given:
      'critic = nn.Sequential(nn.Linear(2, 4), nn.ReLU(), nn.Linear(4, 1))\nactor = nn.Linear(2, 2)\noptimizer_d = torch.optim.SGD(critic.parameters(), lr=0.1)\noptimizer_g = torch.optim.SGD(actor.parameters(), lr=0.1)\ns = torch.rand(8, 2)\nloss_d, loss_g = critic(s).pow(2).mean(), -critic(actor(s)).mean()',
    fails: 'loss_d.backward()\noptimizer_d.step()\nloss_g.backward()',
    fix: 'loss_d.backward()\nloss_g.backward()\noptimizer_d.step()\noptimizer_g.step()',
    then: 'assert actor.weight.grad is not None'
  },
  {
    name: 'boxes of a detection data set',
    given:
      'from torch.utils.data import DataLoader\ndataset = [torch.rand(1 + n % 2, 4) for n in range(8)]',
    fails: 'next(iter(DataLoader(dataset, batch_size=8)))',
    fix: 'def collate(batch):\n    return tuple(zip(*batch))\n\nDataLoader(dataset, batch_size=8, collate_fn=collate)',
    then: 'next(iter(DataLoader(dataset, batch_size=8, collate_fn=collate)))'
  },
  {
    name: 'the outputs of a loop over batches',
    given: 'outputs = [torch.rand(32), torch.rand(16)]',
    fails: 'all_outputs = torch.stack(outputs)',
    fix: 'all_outputs = torch.cat(outputs)  # not torch.stack(outputs)',
    then: 'assert len(all_outputs) == 48'
  },
  {
    name: 'a head of another number of classes',
    given:
      'class Net(nn.Module):\n    def __init__(self, num_classes):\n        super().__init__()\n        self.fc = nn.Linear(4, num_classes)\nstate = Net(3).state_dict()',
    fails: 'model = Net(2)\nmodel.load_state_dict(state)',
    fix: 'model = Net(num_classes=3)\nmodel.load_state_dict(state)\nmodel.fc = nn.Linear(model.fc.in_features, 2)',
    then: 'assert model.fc.out_features == 2'
  },
  {
    name: 'a second derivative of a first without its graph',
    given: 'f = torch.sin\nx = torch.rand(5).requires_grad_()',
    fails:
      'dy = torch.autograd.grad(f(x).sum(), x)[0]\ntorch.autograd.grad(dy.sum(), x)',
    fix: 'x.requires_grad_()\ny = f(x)\ndy = torch.autograd.grad(y.sum(), x, create_graph=True)[0]\nddy = torch.autograd.grad(dy.sum(), x)[0]',
    then: 'ddy.tolist()'
  },
  {
    name: 'the derivative of a column',
    given: 'x = torch.rand(5).requires_grad_()\ny = x ** 2',
    fails: 'torch.autograd.grad(y, x)',
    fix: 'dy = torch.autograd.grad(y, x, grad_outputs=torch.ones_like(y), create_graph=True)[0]',
    then: 'dy.sum().backward()'
  },
  {
    name: 'an adjacency matrix without the last nodes',
    given:
      'indices, values = torch.tensor([[0, 3], [3, 0]]), torch.ones(2)\nadj = torch.sparse_coo_tensor(indices, values, (6, 4))\nx = torch.rand(6, 3)',
    fails: 'adj @ x',
    fix: 'n = x.shape[0]\nadj = torch.sparse_coo_tensor(indices, values, (n, n))'
  },
  {
    name: 'a LayerNorm over the length, too',
    given: 'x = torch.rand(8, 3, 64)',
    fails: 'nn.LayerNorm((16, 64))(x)',
    fix: 'nn.LayerNorm([3, 64])',
    then: 'nn.LayerNorm([3, 64])(x)'
  },
  {
    name: 'a mask that is kept for the longest text',
    given:
      'class Layer:\n    mask = torch.ones(1, 1, 64, 64).tril()\n\nself = Layer()\nscores = torch.rand(2, 4, 6, 6)',
    fails: 'scores.masked_fill(self.mask == 0, float("-inf"))',
    fix: 'T = scores.shape[-1]\nscores = scores.masked_fill(self.mask[..., :T, :T] == 0, float("-inf"))',
    then: 'scores.softmax(-1)'
  },
  {
    name: 'dropout inside of vmap',
    given: 'x, f = torch.rand(4, 3), F.dropout',
    fails: 'torch.vmap(f)(x)',
    fix: "out = torch.vmap(f, randomness='different')(x)",
    then: 'out.tolist()'
  },
  {
    name: 'item() inside of vmap',
    given: 'x, f = torch.rand(4, 3), lambda v: v.sum()',
    fails: 'torch.vmap(lambda v: v.sum().item())(x)',
    fix: 'losses = torch.vmap(f)(x)\nvalues = losses.tolist()',
    then: 'values[0]'
  },
  {
    name: 'samples of a dictionary that differ in length',
    given:
      'from torch.utils.data import DataLoader\nfrom torch.nn.utils.rnn import pad_sequence\ndataset = [{"ids": torch.ones(2)}, {"ids": torch.ones(3)}]',
    fails: 'next(iter(DataLoader(dataset, batch_size=2)))',
    fix: 'def collate(batch):\n    return {\n        key: pad_sequence([sample[key] for sample in batch], batch_first=True)\n        for key in batch[0]\n    }\n\nDataLoader(dataset, batch_size=8, collate_fn=collate)',
    then: 'next(iter(DataLoader(dataset, batch_size=2, collate_fn=collate)))'
  },
  {
    name: 'an autograd Function of old',
    given:
      'x = torch.rand(3).requires_grad_()\nclass Old(torch.autograd.Function):\n    def forward(self, x):\n        return x',
    fails: 'Old()(x)',
    fix: 'class Reverse(torch.autograd.Function):\n    @staticmethod\n    def forward(ctx, x, scale):\n        ctx.scale = scale\n        return x.view_as(x)\n\n    @staticmethod\n    def backward(ctx, grad):\n        return -ctx.scale * grad, None  # one for each input\n\ny = Reverse.apply(x, 1.0)',
    then: 'y.sum().backward()'
  }
];

interface IFailure {
  readonly ename: string;
  readonly evalue: string;
  /** The line that failed, in a cell. */
  readonly line?: string;
}

/** What needs a library, a file or more memory than there is; from real runs. */
const TEXTS: readonly (readonly [string, IFailure, string])[] = [
  [
    'a mask of another size',
    {
      ename: 'RuntimeError',
      evalue: 'Expected target size [2, 4, 4], got [2, 5, 5]'
    },
    // Three dimensions: there is no channel to take away.
    "output = F.interpolate(output, size=target.shape[-2:], mode='bilinear')"
  ],
  [
    'a colour image for a layer of grey ones',
    {
      ename: 'RuntimeError',
      evalue:
        'Given groups=1, weight of size [8, 1, 3, 3], expected input[1, 3, 28, 28] to have 1 channels, but got 3 channels instead'
    },
    'image = image.convert("L")  # or transforms.Grayscale()'
  ],
  [
    'a table of positions that is too short',
    {
      ename: 'RuntimeError',
      evalue:
        'The size of tensor a (17) must match the size of tensor b (16) at non-singleton dimension 1',
      line: 'x = x + self.pos'
    },
    'self.pos = nn.Parameter(torch.zeros(1, max_len + 1, dim))  # 1 more for a class token'
  ],
  [
    'a padding mask without the dimension of the heads',
    {
      ename: 'RuntimeError',
      evalue:
        'The size of tensor a (24) must match the size of tensor b (15) at non-singleton dimension 2',
      line: 'scores = scores.masked_fill(pad_mask, -1e9)'
    },
    'scores = scores.masked_fill(mask[:, None, None, :], float("-inf"))'
  ],
  [
    'a text longer than the causal mask of a model',
    {
      ename: 'RuntimeError',
      evalue:
        'The size of tensor a (9) must match the size of tensor b (8) at non-singleton dimension 2',
      line: "wei = wei.masked_fill(self.tril[:T, :T] == 0, float('-inf'))"
    },
    'idx = idx[:, -block_size:]'
  ],
  [
    'letters of einsum that do not fit',
    {
      ename: 'RuntimeError',
      evalue:
        'einsum(): subscript d has size 24 for operand 1 which does not broadcast with previously seen size 40'
    },
    'scores = torch.einsum("bqd,de,bke->bqk", q, W, k)  # W: [size of q, size of k]'
  ],
  [
    'batches that differ in a loss written by hand',
    {
      ename: 'RuntimeError',
      evalue:
        'The size of tensor a (7) must match the size of tensor b (6) at non-singleton dimension 0',
      line: 'loss = ((pred - target) ** 2).mean()'
    },
    'print(pred.shape, target.shape)'
  ],
  [
    'a text longer than the position table',
    {
      ename: 'RuntimeError',
      evalue:
        'The expanded size of the tensor (128) must match the existing size (64) at non-singleton dimension 1.  Target sizes: [8, 128].  Tensor sizes: [1, 64]'
    },
    "batch = tokenizer(texts, truncation=True, max_length=64, padding=True, return_tensors='pt')"
  ],
  [
    'a grey image, normalised with three means',
    {
      ename: 'RuntimeError',
      evalue:
        "output with shape [1, 32, 32] doesn't match the broadcast shape [3, 32, 32]"
    },
    'image = Image.open(path).convert("RGB")'
  ],
  [
    'a mask of one bit for each pixel',
    {
      ename: 'RuntimeError',
      evalue: "shape '[256, 256, 1]' is invalid for input of size 8192"
    },
    "mask = mask.convert('L')"
  ],
  [
    'one row of scores for many targets',
    {
      ename: 'ValueError',
      evalue: 'Expected input batch_size (1) to match target batch_size (256).'
    },
    'print(output.shape, target.shape)'
  ],
  [
    'a table of one-hot rows without one for a label',
    {
      ename: 'RuntimeError',
      evalue:
        'index out of range at /pytorch/torch/lib/TH/generic/THTensorMath.c:277',
      line: 'return y[labels]'
    },
    'print(labels.min(), labels.max(), y.shape)'
  ],
  [
    'an index beside a slice, for an old torch',
    {
      ename: 'TypeError',
      evalue:
        'indexing a tensor with an object of type torch.LongTensor. The only supported types are integers, slices, numpy scalars and torch.LongTensor or torch.ByteTensor as the only argument.'
    },
    'y = x.index_select(1, index)  # instead of x[:, index]'
  ],
  [
    'a width that the heads do not divide',
    {
      ename: 'RuntimeError',
      evalue: "shape '[4, 16, 4, 12]' is invalid for input of size 3200"
    },
    'd_model = heads * width_of_head'
  ],
  [
    'a model of transformers without labels',
    {
      ename: 'AttributeError',
      evalue: "'NoneType' object has no attribute 'backward'",
      line: 'outputs.loss.backward()'
    },
    'output = model(**batch, labels=labels)\noutput.loss.backward()'
  ],
  [
    'a memory that no machine has',
    {
      ename: 'RuntimeError',
      evalue:
        "[enforce fail at alloc_cpu.cpp:127] err == 0. DefaultCPUAllocator: can't allocate memory: you tried to allocate 1440000000000 bytes. Error code 12 (Cannot allocate memory)"
    },
    'print(x.shape, x.dtype)'
  ],
  [
    'an LSTM that was built with other sizes',
    {
      ename: 'RuntimeError',
      evalue:
        'Error(s) in loading state_dict for Net:\n\tsize mismatch for lstm.weight_ih_l0: copying a param with shape torch.Size([192, 3]) from checkpoint, the shape in current model is torch.Size([256, 3]).'
    },
    'model = Net(...)  # with the sizes it was trained with\nmodel.load_state_dict(state)'
  ]
];

const START =
  'import torch\nfrom torch import nn\nfrom torch.nn import functional as F\n';

let runs: Map<string, IRun>;

beforeAll(() => {
  runs = runsOf(
    MISTAKES.flatMap(({ name, given, fails, fix, then = fails }) => [
      { id: `${name} fails`, code: `${START}${given}\n${fails}` },
      { id: `${name} passes`, code: `${START}${given}\n${fix}\n${then}` }
    ])
  );
}, 600_000);

/** The page of the best finding. */
function pageOf(failure: Parameters<typeof cellIncident>[0]) {
  const [finding] = diagnose(cellIncident(failure), catalogue);
  const entry = catalogue.find(one => one.id === finding?.id);
  return entry?.page(english, finding.values);
}

/** What the best finding says: the cause, and the code of the first fix. */
function told(failure: Parameters<typeof cellIncident>[0]) {
  const page = pageOf(failure);
  return { code: page?.fixes[0].code, cause: page?.cause };
}

it.each(MISTAKES.map(one => [one.name, one] as const))(
  '%s: the first fix mends it',
  (name, { fails, fix }) => {
    const failed = runs.get(`${name} fails`);
    expect(told({ ...failed, source: fails }).code).toBe(fix);
    expect(runs.get(`${name} passes`)?.evalue).toBe('');
  }
);

it.each(TEXTS)('first of all: %s', (_, { ename, evalue, line }, code) => {
  const traceback = [
    `${'-'.repeat(75)}\n${ename}          Traceback (most recent call last)`,
    ...(line ? [`Cell In[3], line 1\n----> 1 ${line}\n`] : []),
    `${ename}: ${evalue}`
  ];
  expect(told({ ename, evalue, traceback, source: line }).code).toBe(code);
});

/** All that the best finding says. */
function saidOf(failure: Parameters<typeof cellIncident>[0]): string {
  const page = pageOf(failure);
  return JSON.stringify([page?.title, page?.cause, page?.fixes]);
}

it.each([
  [
    "shape '[64, 784]' is invalid for input of size 12544",
    /last batch is shorter.*drop_last/,
    /must be 16/
  ],
  [
    'Sizes of tensors must match except in dimension 1. Expected size 25 but got size 24 for tensor number 1 in the list.',
    /interpolate.*/,
    /put together|pad_sequence/
  ],
  [
    'Sizes of tensors must match except in dimension 0. Expected size 256 but got size 3 for tensor number 1 in the list.',
    /permute\(0, 3, 1, 2\)/,
    /interpolate/
  ],
  [
    'Expected target size [20, 2], got [20]',
    /one label for each sample/,
    /pixel|mask|interpolate|flattened/
  ],
  [
    'only batches of spatial targets supported (3D tensors) but got targets of dimension: 1',
    /flatten\(2\)\.mean\(dim=2\)/,
    /squeeze|interpolate/
  ],
  [
    'Expected 3D (unbatched) or 4D (batched) input to conv2d, but got input of size: [128, 207]',
    /Token ids or a table/,
    /None, None\] {2}# \[N, C\]/
  ],
  [
    'Expected 3D (unbatched) or 4D (batched) input to conv2d, but got input of size: [64, 64]',
    /One grey image/,
    /Token ids|view\(-1/
  ]
])('says what the numbers of “%s” allow', (evalue, allowed, excluded) => {
  const said = saidOf({ ename: 'RuntimeError', evalue });
  expect(said).toMatch(allowed);
  expect(said).not.toMatch(excluded);
});

/** Of these, only the line with the tensors tells what is wrong, no log. */
const OPEN: readonly (readonly [string, string, RegExp, RegExp])[] = [
  [
    "shape '[3, 1, 512]' is invalid for input of size 1024",
    'x = x.view(3, 1, 512)',
    /must be 2.*reshape\(-1, 1, 512\)/,
    /last batch|drop_last/
  ],
  [
    'Sizes of tensors must match except in dimension 0. Expected size 21 but got size 19 for tensor number 1 in the list.',
    'x = torch.cat(samples)',
    /put together/,
    /interpolate|halved/
  ],
  [
    'Sizes of tensors must match except in dimension 0. Expected size 1 but got size 3 for tensor number 1 in the list.',
    'x = torch.cat(samples)',
    /repeats nothing/,
    /guidance|expand\(x\.size\(0\)|pad_sequence/
  ]
];

it.each(OPEN)(
  'says nothing of “%s” behind a log, and with the line what its numbers allow',
  (evalue, source, allowed, excluded) => {
    const ename = 'RuntimeError';
    const stderr = 'loading\nEpoch 1\nstep 10\nstep 20';
    expect(saidOf({ ename, evalue, stderr })).toBe('[null,null,null]');
    const said = saidOf({ ename, evalue, source });
    expect(said).toMatch(allowed);
    expect(said).not.toMatch(excluded);
  }
);

it('names a last batch of any shape where a loader is in the text', () => {
  const failure = {
    ename: 'RuntimeError',
    evalue: "shape '[3, 1, 512]' is invalid for input of size 1024"
  };
  const source = 'for x in DataLoader(data, batch_size=3):\n    model(x)';
  expect(saidOf({ ...failure, source })).toContain('drop_last=True');
});

it('speaks of a layer only where no line multiplies by itself', () => {
  const evalue = 'size mismatch, m1: [13 x 100], m2: [13 x 13]';
  const ename = 'RuntimeError';
  const traceback = `Traceback (most recent call last):\n  File "gp.py", line 78, in forward\n    mi = torch.mm(k.t(), cov.inverse())\n${ename}: ${evalue}`;
  expect(saidOf({ ename, evalue, traceback })).not.toMatch(/layer|Linear/);
});

it('says that a text was cut only where it was', () => {
  const evalue = 'Error(s) in loading state_dict for NetV2:';
  const missing = '\n\tMissing key(s) in state_dict: "norm.weight". ';
  const ename = 'RuntimeError';
  expect(told({ ename, evalue }).cause).toContain('the text was cut');
  expect(told({ ename, evalue: evalue + missing }).cause).toBe(
    'The model has norm.weight, the checkpoint does not. It was saved either from another version of the class, from a part of the model, or not from this model at all.'
  );
});

it.each([
  [
    'utils.MetricLogger()',
    'AttributeError',
    "module 'utils' has no attribute 'MetricLogger'",
    String.raw`sys.path.insert(0, "C:\\new\\birds")`
  ],
  [
    'from .utils import MetricLogger',
    'ImportError',
    'attempted relative import with no known parent package',
    String.raw`sys.path.insert(0, "C:\\new")`
  ]
])('doubles the backslashes of Windows: %s', (line, ename, evalue, code) => {
  const frame = String.raw`  File "C:\new\birds\engine.py", line 15, in <module>`;
  const traceback = `Traceback (most recent call last):\n${frame}\n    ${line}\n${ename}: ${evalue}`;
  const page = pageOf({ ename, evalue, traceback, source: 'import torch' });
  expect(page?.fixes.map(fix => fix.code).join('\n')).toContain(code);
});
