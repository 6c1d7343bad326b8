import { define } from '../../define';

export default define({
  id: 'topic/launch-blocking',
  answers: [
    'CUDA_LAUNCH_BLOCKING=1',
    'CUDA kernel errors might be asynchronously reported at some other API call, so the stacktrace below might be incorrect',
    'asynchronous execution and CUDA_LAUNCH_BLOCKING=1 before any import',
    'export CUDA_LAUNCH_BLOCKING=1, then it runs',
    'cudaDeviceSetLimit(cudaLimitDevRuntimeSyncDepth, 1) as another way',
    'the reported line is wrong'
  ],
  words: trans => ({
    title: trans.__('CUDA_LAUNCH_BLOCKING and errors that come late'),
    cause: trans.__(
      'Python hands work to the GPU and goes on at once, so an error is noticed at a later, innocent line. With CUDA_LAUNCH_BLOCKING=1 each launch waits for its end, and the traceback ends at the call that failed.'
    ),
    fixes: [
      {
        safety: 'diagnostic',
        title: trans.__('In a notebook: first cell of a fresh kernel'),
        detail: trans.__(
          'Restart first, and set it before importing torch: the driver reads it when CUDA starts, and torch.cuda.is_available() already starts it. Later, or with “export” in a terminal while Jupyter runs, it does nothing.'
        ),
        code: "import os\nos.environ['CUDA_LAUNCH_BLOCKING'] = '1'\nimport torch"
      },
      {
        safety: 'diagnostic',
        title: trans.__('For a script: on its command line'),
        code: '$ CUDA_LAUNCH_BLOCKING=1 python train.py'
      },
      {
        safety: 'check',
        title: trans.__('Take it out again when the line is found'),
        detail: trans.__(
          'It is for finding errors only and makes every program slower. Several GPUs driven by one process can hang with it.'
        )
      },
      {
        safety: 'check',
        title: trans.__(
          '“With it, the program runs”: the error is still there'
        ),
        detail: trans.__(
          'Then two pieces of work depend on each other and are not made to wait: a race. The variable hides it, it does not mend it. NVIDIA warns against using it to make programs reliable.'
        )
      },
      {
        safety: 'diagnostic',
        title: trans.__('What it cannot show'),
        detail: trans.__(
          'Which element was wrong (the assertion line or a run on the CPU tells); the operation inside a CUDA graph or a torch.compile’d kernel; anything of a DataLoader’s workers, which use no GPU.'
        ),
        code: 'model.cpu()(batch.cpu())  # the CPU reports at once, and names the value'
      },
      {
        safety: 'check',
        title: trans.__('cudaDeviceSetLimit is not another way to do this'),
        detail: trans.__(
          'cudaLimitDevRuntimeSyncDepth is about kernels that start kernels on the GPU themselves. It changes nothing about when the CPU waits.'
        )
      }
    ]
  }),
  common: trans => ({
    notThis: [
      trans.__(
        'Errors of memory, shapes and types are raised at the right line: they need no second run.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: asynchronous execution'),
        url: 'https://docs.pytorch.org/docs/stable/notes/cuda.html#asynchronous-execution'
      },
      {
        title: trans.__('PyTorch: its CUDA environment variables'),
        url: 'https://docs.pytorch.org/docs/stable/cuda_environment_variables.html'
      },
      {
        title: trans.__('NVIDIA: CUDA_LAUNCH_BLOCKING'),
        url: 'https://docs.nvidia.com/cuda/cuda-programming-guide/05-appendices/environment-variables.html'
      },
      {
        title: trans.__('NVIDIA: cudaDeviceSetLimit'),
        url: 'https://docs.nvidia.com/cuda/cuda-runtime-api/group__CUDART__DEVICE.html'
      }
    ]
  })
});
