/** Entries with an edit that no program proves, as far as it can be tried here. */

function because(
  reason: string,
  ...ids: readonly string[]
): readonly (readonly [id: string, reason: string])[] {
  return ids.map(id => [id, reason]);
}

/** Why none of our programs fails as the entry says, and is then mended. */
export const UNPROVEN: ReadonlyMap<string, string> = new Map([
  ...because(
    'The error needs an NVIDIA GPU.',
    'compile/cudagraph-overwritten',
    'cuda/cublas-alloc-failed',
    'cuda/cublas-execution-failed',
    'cuda/cublas-not-initialized',
    'cuda/cudnn-execution-failed',
    'cuda/cudnn-internal-error',
    'cuda/cudnn-mapping-error',
    'cuda/cudnn-not-initialized',
    'cuda/cudnn-not-supported',
    'cuda/cudnn-rnn-eval',
    'cuda/cufft-error',
    'cuda/cusolver-error',
    'cuda/fork-reinit',
    'cuda/gpu-lacks-feature',
    'cuda/invalid-device',
    'cuda/math-library',
    'cuda/out-of-memory',
    'dataloader/gpu-samples',
    'dataloader/pin-memory-thread',
    'tensor/numpy-cuda',
    'tensor/unsafe-autocast'
  ),
  ...because(
    'DataParallel copies a model to two GPUs or more.',
    'parallel/dataparallel-device',
    'parallel/gather-shape'
  ),
  ...because(
    'It fails on the CPU, but what the edit writes needs NCCL, and so a GPU.',
    'parallel/backend-device'
  ),
  ...because('The error needs a GPU of AMD.', 'cuda/miopen-error'),
  ...because('The error needs a GPU of Intel.', 'cuda/xpu-error'),
  ...because(
    'Windows alone has a paging file that is too small.',
    'dataloader/windows-paging-file'
  ),
  ...because(
    'Only an old torch names the dimension that differs, and none of those installs on Python 3.11.',
    'tensor/cat-size'
  ),
  ...because(
    'Only strict accounting of memory, a setting of the whole machine, refuses a fork.',
    'tensor/cpu-out-of-memory'
  ),
  ...because(
    'DeepSpeed compiles its parts, and takes weights apart between processes of its launcher.',
    'parallel/deepspeed-config',
    'parallel/sharded-parameter'
  ),
  ...because(
    'It needs a torch that cannot be imported, and what runs our programs imports it.',
    'version/broken-install'
  ),
  ...because(
    'It ends the kernel, so no process is left that could be asked what it raised.',
    'kernel/died-dataloader'
  ),
  ...because(
    'It ends the kernel: edit.spec.ts of the browser tests mends it by a press.',
    'kernel/exited'
  ),
  ...because(
    'A script fails so, not a cell: files.spec.ts runs one before and after.',
    'dataloader/main-guard'
  )
]);
