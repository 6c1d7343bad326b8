/**
 * Errors that only a GPU raises: Python, and the entry that must name each.
 * A kernel's failure is noticed at the next synchronisation, which ends most
 * of them. They cannot be tried without a GPU; a test compiles them.
 */

const SYNC = 'torch.cuda.synchronize()';

function onGpu(id, ...lines) {
  return { id, code: ['import torch', ...lines].join('\n') };
}

function assertion(id, ...lines) {
  return onGpu(id, ...lines, SYNC);
}

/** A CUDA kernel of our own, compiled by nvrtc: `torch.cuda.jiterator`. */
function kernel(id, body) {
  return assertion(
    id,
    'from torch.cuda.jiterator import _create_jit_fn',
    `source = 'template <typename T> T broken(T x) { ${body} return x; }'`,
    "_create_jit_fn(source)(torch.ones(1, device='cuda'))"
  );
}

const LABELS = [
  assertion(
    'cuda/device-assert-target',
    "logits = torch.randn(4, 10, device='cuda')",
    "labels = torch.tensor([1, 2, 10, 3], device='cuda')",
    'torch.nn.functional.cross_entropy(logits, labels)'
  ),
  assertion(
    'cuda/device-assert-target',
    "logits = torch.randn(1, 10, device='cuda')",
    "labels = torch.tensor([-1], device='cuda')",
    'torch.nn.functional.cross_entropy(logits, labels)'
  ),
  assertion(
    'cuda/device-assert-target',
    "logits = torch.randn(2, 3, 8, 8, device='cuda')",
    "masks = torch.full((2, 8, 8), 255, device='cuda')",
    'torch.nn.functional.cross_entropy(logits, masks)'
  ),
  assertion(
    'cuda/device-assert-target',
    "scores = torch.randn(2, 3, device='cuda')",
    "torch.nn.functional.multi_margin_loss(scores, torch.tensor([0, 3], device='cuda'))"
  )
];

/** Each reads or writes row 7 of a table of 4. */
const INDICES = [
  'torch.nn.functional.embedding(index, table)',
  'torch.nn.functional.embedding_bag(index.view(1, 1), table)',
  'table.index_select(0, index)',
  'table[index]',
  'table[index] = 0.0',
  'table.gather(0, index.view(1, 1))',
  'table.scatter_(0, index.view(1, 1), 1.0)',
  'table.index_add_(0, index, torch.ones(1, 3, device="cuda"))',
  'table.index_copy_(0, index, torch.ones(1, 3, device="cuda"))',
  'table.index_fill_(0, index, 1.0)',
  'table.take(index + 100)',
  'torch.nn.functional.one_hot(index, num_classes=4)',
  'torch.compile(lambda t, i: t[i] + 1)(table, index)'
].map(line =>
  assertion(
    'cuda/device-assert-index',
    "table = torch.zeros(4, 3, device='cuda')",
    "index = torch.tensor([7], device='cuda')",
    line
  )
);

const PROBABILITIES = [
  assertion(
    'cuda/device-assert-bce',
    "output = torch.tensor([2.0, -1.0], device='cuda')",
    "torch.nn.functional.binary_cross_entropy(output, torch.ones(2, device='cuda'))"
  ),
  assertion(
    'cuda/device-assert-bce',
    "output = torch.tensor([float('nan')], device='cuda')",
    "torch.nn.functional.binary_cross_entropy(output, torch.ones(1, device='cuda'))"
  ),
  ...[
    "torch.multinomial(torch.tensor([0.5, float('nan')], device='cuda'), 1)",
    "torch.multinomial(torch.tensor([0.5, -1.0], device='cuda'), 1)",
    "torch.multinomial(torch.tensor([0.5, -1.0], device='cuda'), 4, replacement=True)",
    "torch.multinomial(torch.zeros(1, 4, device='cuda'), 1)",
    "torch.bernoulli(torch.tensor([1.5], device='cuda'))"
  ].map(line => assertion('cuda/device-assert-multinomial', line))
];

const FAULTS = [
  kernel('cuda/illegal-memory-access', '*(volatile int*)nullptr = 1;'),
  kernel(
    'cuda/misaligned-address',
    'volatile char bytes[16]; *(volatile int*)(bytes + 1) = 1;'
  ),
  onGpu(
    'cuda/graph-capture',
    "x = torch.ones(1, device='cuda')",
    'with torch.cuda.graph(torch.cuda.CUDAGraph()):',
    '    x.item()'
  )
];

const MEMORY = [
  onGpu(
    'cuda/out-of-memory',
    "torch.empty(2**44, dtype=torch.uint8, device='cuda')"
  ),
  onGpu(
    'cuda/out-of-memory',
    'torch.cuda.set_per_process_memory_fraction(0.01)',
    'total = torch.cuda.get_device_properties(0).total_memory',
    "torch.empty(total // 10, dtype=torch.uint8, device='cuda')"
  ),
  onGpu(
    'cuda/out-of-memory',
    'kept = []',
    'while True:',
    "    kept.append(torch.empty(2**30, dtype=torch.uint8, device='cuda'))"
  )
];

const DEVICES = [
  onGpu(
    'cuda/invalid-device',
    'torch.ones(1, device=torch.device("cuda", torch.cuda.device_count()))'
  ),
  onGpu(
    'cuda/no-gpu',
    'import os',
    "os.environ['CUDA_VISIBLE_DEVICES'] = ''",
    "torch.ones(1, device='cuda')"
  ),
  onGpu(
    'cuda/fork-reinit',
    'import multiprocessing',
    'def work():',
    "    return torch.ones(1, device='cuda')",
    "torch.ones(1, device='cuda')",
    "with multiprocessing.get_context('fork').Pool(1) as pool:",
    '    pool.apply(work)'
  ),
  onGpu(
    'tensor/device-mismatch',
    "torch.ones(2, 2, device='cuda') @ torch.ones(2, 2)"
  ),
  onGpu(
    'tensor/device-mismatch',
    'torch.nn.Linear(2, 2).cuda()(torch.ones(1, 2))'
  ),
  onGpu(
    'tensor/device-mismatch',
    "torch.nn.Conv2d(1, 1, 1)(torch.ones(1, 1, 2, 2, device='cuda'))"
  ),
  onGpu(
    'tensor/device-mismatch',
    "torch.nn.functional.embedding(torch.tensor([0], device='cuda'), torch.ones(2, 2))"
  ),
  onGpu('tensor/numpy-cuda', "torch.ones(1, device='cuda').numpy()"),
  onGpu(
    'tensor/nondeterministic',
    'torch.use_deterministic_algorithms(True)',
    "torch.ones(2, 2, device='cuda') @ torch.ones(2, 2, device='cuda')"
  ),
  onGpu(
    'parallel/dataparallel-device',
    'model = torch.nn.DataParallel(torch.nn.Linear(2, 2), device_ids=[0])',
    "model(torch.ones(1, 2, device='cuda'))"
  )
];

export const GPU = [
  ...LABELS,
  ...INDICES,
  ...PROBABILITIES,
  ...FAULTS,
  ...MEMORY,
  ...DEVICES
];
