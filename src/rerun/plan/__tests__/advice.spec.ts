import { cellIncident } from '../../../incident/incident';
import { adviceOf, adviceOfSources, fullGpus, wayOf } from '../advice';
import { failureTraits } from '../../../diagnosis/failure-traits';
import { variablesOf } from '../variables';

const nature = (ename: string, evalue: string) =>
  failureTraits(cellIncident({ ename, evalue }), []);

describe('failureTraits', () => {
  it.each([
    ['AcceleratorError', 'CUDA error: device-side assert triggered', true],
    [
      'RuntimeError',
      'CUDA error: an illegal memory access was encountered',
      true
    ],
    [
      'RuntimeError',
      'cuda runtime error (59) : device-side assert triggered at x.cu:1',
      true
    ],
    ['RuntimeError', 'Triton Error [CUDA]: misaligned address', true],
    [
      'RuntimeError',
      'CUDA error: CUBLAS_STATUS_EXECUTION_FAILED when calling `cublasSgemm`',
      false
    ]
  ])('%s: %s is late', (ename, evalue, isSticky) => {
    expect(nature(ename, evalue)).toMatchObject({
      isLate: true,
      isSticky
    });
  });

  it.each([
    ['RuntimeError', 'mat1 and mat2 shapes cannot be multiplied (2x3 and 4x5)'],
    ['OutOfMemoryError', 'CUDA out of memory. Tried to allocate 2.00 GiB.'],
    ['AcceleratorError', 'CUDA error: invalid device ordinal'],
    ['ValueError', 'device-side assert triggered'],
    ['NameError', "name 'x' is not defined"]
  ])('%s: %s is raised where it happens', (ename, evalue) => {
    expect(nature(ename, evalue)).toMatchObject({
      isLate: false,
      isSticky: false
    });
  });

  it.each([
    ['OutOfMemoryError', 'CUDA out of memory. Tried to allocate 2.00 GiB.'],
    ['RuntimeError', '[Errno 12] Cannot allocate memory'],
    ['OSError', '[Errno 24] Too many open files'],
    ['MemoryError', '']
  ])('%s: %s may be of all that ran', (ename, evalue) => {
    expect(nature(ename, evalue).isExhausted).toBe(true);
    expect(nature('ValueError', 'x').isExhausted).toBe(false);
  });

  it('takes a kernel’s death for late, not for sticky: it is over', () => {
    const incident = { ...cellIncident({}), kind: 'kernel' as const };
    expect(failureTraits(incident, []).isLate).toBe(true);
  });

  it('takes a program’s failure for late, not for sticky: it has ended', () => {
    const program = {
      line: 1,
      ename: 'AcceleratorError',
      evalue: 'CUDA error: device-side assert triggered'
    };
    expect(failureTraits({ ...cellIncident({}), program }, [])).toMatchObject({
      isLate: true,
      isSticky: false
    });
  });
});

describe('advice', () => {
  it.each([
    ['dist.init_process_group("nccl")', ['nccl']],
    ['!torchrun --nproc_per_node 2 train.py', ['nccl']],
    ['!python train.py', []],
    ['model = nn.DataParallel(model)', ['data-parallel']],
    ['model = torch.compile(model)', ['compiled']],
    ['@torch.compile\ndef f(x):\n    return x', ['compiled']],
    ['f = torch.compile(g, mode="reduce-overhead")', ['compiled', 'graphs']],
    [
      '@torch.compile(mode="max-autotune")\ndef f(x): ...',
      ['compiled', 'graphs']
    ],
    ['torch.compile(g, mode="max-autotune-no-cudagraphs")', ['compiled']],
    ['g = torch.cuda.CUDAGraph()', ['graphs']],
    ['re.compile("x")', []],
    ['# torch.compile(model)', []],
    ['print("DataParallel")', []]
  ])('%s', (source, advice) => {
    expect([...adviceOfSources([source])].sort()).toEqual(advice);
  });

  const late = { isLate: true, isSticky: true, isExhausted: false };
  const facts = {
    nccl: false,
    dataParallel: false,
    compiled: false,
    graphs: false,
    blocking: false,
    memory: []
  };

  it('says nothing when nothing speaks against it', () => {
    expect(adviceOf(late, facts, ['x = 1'])).toEqual([]);
    expect(adviceOf(late, null, ['x = 1'])).toEqual([]);
  });

  it('says first that there is nothing to find', () => {
    const all = { ...facts, blocking: true, nccl: true, compiled: true };
    const early = { ...late, isLate: false, isSticky: false };
    expect(adviceOf(early, all, [])).toEqual([
      'not-late',
      'already-blocking',
      'nccl',
      'compiled'
    ]);
  });

  it('warns of GPUs with little room', () => {
    const memory = [
      [0, 78000, 80000],
      [1, 10, 80000],
      [2, 0, 0]
    ] as [number, number, number][];
    expect(fullGpus(memory)).toEqual([memory[0]]);
    expect(adviceOf(late, { ...facts, memory }, [])).toEqual(['gpu-full']);
  });

  it.each([
    ['a sticky error has cost the kernel', true, false, 5, 'notebook'],
    ['other errors leave variables to keep', false, false, 5, 'beside'],
    ['a dead process left nothing', false, true, 0, 'notebook'],
    ['a new process has variables by now', true, true, 2, 'beside']
  ])('%s', (_, isSticky, isGone, executed, way) => {
    const nature = { isLate: true, isSticky, isExhausted: false };
    const of = (...sharedWith: string[]) =>
      wayOf({
        nature,
        isGone,
        executed,
        attached: { kernelId: 'k', sharedWith }
      });
    expect(of()).toBe(way);
    // Another notebook's variables would go with the process.
    expect(of('other.ipynb')).toBe('beside');
  });
});

describe('variablesOf', () => {
  it('takes what a live process honours', () => {
    const { accepted, refused } = variablesOf({
      TORCH_SHOW_CPP_STACKTRACES: '1',
      CUDA_LAUNCH_BLOCKING: '1'
    });
    expect(accepted).toEqual({
      CUDA_LAUNCH_BLOCKING: '1',
      TORCH_SHOW_CPP_STACKTRACES: '1'
    });
    expect(refused).toEqual([]);
  });

  it('takes names that every object inherits', () => {
    const wanted = JSON.parse('{"constructor": "1", "__proto__": "2"}');
    expect(variablesOf(wanted)).toEqual({
      accepted: JSON.parse(
        '{"CUDA_LAUNCH_BLOCKING": "1", "constructor": "1", "__proto__": "2"}'
      ),
      refused: []
    });
  });

  it.each([
    ['LD_PRELOAD', 'start'],
    ['LD_LIBRARY_PATH', 'start'],
    ['DYLD_INSERT_LIBRARIES', 'start'],
    ['MALLOC_ARENA_MAX', 'start'],
    ['PYTHONHASHSEED', 'start'],
    ['PYTHONFAULTHANDLER', 'start'],
    ['GLIBC_TUNABLES', 'start'],
    ['TORCH_USE_CUDA_DSA', 'build'],
    ['CUDA_LAUNCH_BLOCKING', 'fixed'],
    ['A B', 'name'],
    ['', 'name']
  ])('refuses %s', (name, reason) => {
    const { accepted, refused } = variablesOf({ [name]: '0' });
    expect(refused).toEqual([[name, reason]]);
    expect(accepted).toEqual({ CUDA_LAUNCH_BLOCKING: '1' });
  });
});
