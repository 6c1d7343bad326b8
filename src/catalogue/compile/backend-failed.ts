import type { IEntry } from '../../diagnosis/types';
import { BACKEND_SIGNS } from './shared/backend-signs';

const entry: IEntry = {
  id: 'compile/backend-failed',
  answers: [
    "BackendCompilerFailed: backend='inductor' raised:",
    'InductorError: CppCompileError: C++ compile error',
    "cannot import name 'triton_key' from 'triton.compiler.compiler'",
    'torch._inductor.exc.LoweringException',
    "InvalidBackend: Invalid backend: 'tensorrt', see torch._dynamo.list_backends()"
  ],
  signs: BACKEND_SIGNS,
  page(trans, { backend, inner, unknown, kind, cuda }) {
    const old = kind === 'triton';
    return {
      title: unknown
        ? trans.__('torch.compile knows no backend “%1”', unknown.slice(0, 22))
        : old
          ? trans.__('This Triton is too old for CUDA %1', cuda ?? '')
          : inner
            ? trans.__('torch.compile’s backend failed: %1', inner.slice(0, 26))
            : trans.__('torch.compile’s backend failed'),
      cause: unknown
        ? trans.__(
            'The name is misspelt, or the package that brings this backend has not been imported.'
          )
        : old
          ? trans.__(
              'Triton knows the CUDA versions of its time and reads a newer one as too low. It found a CUDA newer than itself: torch and Triton do not belong together.'
            )
          : trans.__(
              'The code was traced well, but the backend%1 could not turn the graph into a program. The model itself is usually right: run without the compiler, it shows its own errors.',
              backend ? ` “${backend}”` : ''
            ),
      fixes: [
        ...(unknown
          ? [
              {
                safety: 'check' as const,
                title: trans.__('Take a backend from the list'),
                code: 'import torch._dynamo\nprint(torch._dynamo.list_backends())'
              }
            ]
          : []),
        {
          safety: 'safe',
          title: trans.__('Run without the backend'),
          detail: trans.__(
            'Same results, only slower. If it fails as well, the error then shown is the one to mend.'
          ),
          code: "compiled = torch.compile(f, backend='eager')"
        },
        {
          safety: 'diagnostic',
          title: trans.__('Find the stage that fails'),
          detail: trans.__(
            '“eager” only traces, “aot_eager” adds the backward pass, “inductor” generates code. The first that fails is at fault.'
          ),
          code: "for backend in ('eager', 'aot_eager', 'inductor'):\n    torch._dynamo.reset()\n    torch.compile(f, backend=backend)(x)"
        },
        {
          safety: 'check',
          title: trans.__(
            'Triton does not fit this torch: bring the two together'
          ),
          detail: trans.__(
            'Each torch needs its own Triton. Install torch again and let it bring the one it wants.'
          ),
          code: '%pip install --force-reinstall torch'
        },
        {
          safety: 'check',
          title: trans.__('A broken cache: delete it, then restart the kernel'),
          code: 'import shutil\nfrom torch._inductor.runtime.cache_dir_utils import cache_dir\nshutil.rmtree(cache_dir())'
        }
      ],
      notThis: [
        trans.__(
          'If the text inside names a missing compiler or a missing Triton, that is the cause.'
        ),
        trans.__(
          '“Unsupported” comes earlier: then the code could not even be traced.'
        )
      ],
      links: [
        {
          title: trans.__('PyTorch: torch.compile, troubleshooting'),
          url: 'https://docs.pytorch.org/docs/stable/user_guide/torch_compiler/torch.compiler_troubleshooting.html'
        },
        {
          title: trans.__('PyTorch: torch.compile and its backends'),
          url: 'https://docs.pytorch.org/docs/stable/generated/torch.compile.html'
        }
      ]
    };
  },
  examples: [
    {
      kind: 'text',
      stderr:
        'python: /project/lib/Analysis/Allocation.cpp:40: std::pair<llvm::SmallVector<unsigned int>, llvm::SmallVector<unsigned int> > mlir::triton::getCvtOrder(mlir::Attribute, mlir::Attribute): Assertion `!(srcMmaLayout && dstMmaLayout) && "Unexpected mma -> mma layout conversion"\' failed.\nAborted (core dumped)\n',
      torch: '2.1',
      origin: 'reference',
      values: { inner: 'Triton' }
    },
    {
      kind: 'text',
      stderr: '13:49:33-187606 ERROR    Processing: BackendCompilerFailed\n',
      torch: '2.6',
      origin: 'reference'
    },
    {
      ename: 'CalledProcessError',
      evalue:
        "Command '['/env/lib/python3.10/site-packages/triton/backends/nvidia/bin/ptxas', '-lineinfo', '-v', '--gpu-name=sm_120', '/tmp/tmpa.ptx', '-o', '/tmp/tmpa.ptx.o']' returned non-zero exit status 255.",
      torch: '2.6',
      origin: 'reference',
      values: { inner: 'ptxas' }
    },
    {
      kind: 'text',
      stderr:
        "[2023-07-02 18:16:59,140] torch._inductor.scheduler: [CRITICAL] Error in codegen for ComputedBuffer(name='buf7', layout=MutationLayout('cpu'))\n",
      torch: '2.1',
      origin: 'reference'
    },
    {
      ename: 'ImportError',
      evalue:
        "cannot import name 'AttrsDescriptor' from 'triton.compiler.compiler' (/x/site-packages/triton/compiler/compiler.py)",
      torch: '2.7',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue: 'Internal Triton PTX codegen error',
      torch: '2.1',
      origin: 'reference'
    },
    {
      ename: 'CompilationError',
      evalue:
        'at 42:12:\n    tmp32 = tl.where(tmp4, tmp16, tmp31)\n    tmp33 = tmp32.to(tl.float8e4nv)\n            ^\n\nSet TORCHDYNAMO_VERBOSE=1 for the internal stack trace',
      torch: '2.8',
      origin: 'reference',
      values: { inner: 'CompilationError' }
    },
    {
      kind: 'text',
      stderr:
        'error LNK2019: unresolved external symbol aoti_torch_check referenced in function kernel\n',
      torch: '2.5',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue:
        'Triton only support CUDA 10.0 or higher, but got CUDA version: 12.8',
      torch: '2.5',
      origin: 'reference',
      values: { kind: 'triton', cuda: '12.8' }
    },
    {
      ename: 'BackendCompilerFailed',
      evalue:
        "backend='inductor' raised:\nAssertionError: Please convert all Tensors to FakeTensors first or instantiate FakeTensorMode with 'allow_non_fake_inputs'. Found in aten.embedding.default(",
      torch: '2.5',
      origin: 'reference',
      values: { backend: 'inductor' }
    },
    {
      ename: 'BackendCompilerFailed',
      evalue:
        "backend='my_backend' raised:\nRuntimeError: no kernel for this graph\n\nSet TORCHDYNAMO_VERBOSE=1 for the internal stack trace (please do this especially if you're reporting a bug to PyTorch). For even more developer context, set TORCH_LOGS=\"+dynamo\"\n",
      torch: '2.13',
      origin: 'run',
      values: { backend: 'my_backend' }
    },
    {
      ename: 'InvalidBackend',
      evalue:
        "Invalid backend: 'tensorrt', see `torch._dynamo.list_backends()` for available backends.",
      torch: '2.13',
      origin: 'run',
      values: { unknown: 'tensorrt' }
    },
    {
      ename: 'InductorError',
      evalue:
        'CppCompileError: C++ compile error\n\nCommand:\ng++ main.cpp\n\nOutput:\nerror: expected primary-expression',
      torch: '2.8',
      origin: 'reference',
      values: { inner: 'CppCompileError' }
    },
    {
      ename: 'BackendCompilerFailed',
      evalue:
        'compile_fx raised AssertionError: While executing %call_function',
      torch: '2.0',
      origin: 'reference',
      values: { inner: 'AssertionError' }
    }
  ],
  nearMisses: [
    {
      ename: 'RuntimeError',
      evalue: 'The size of tensor a (3) must match the size of tensor b (4)',
      stderr: 'WARNING: BackendCompilerFailed, falling back to eager\n'
    },
    {
      ename: 'BackendCompilerFailed',
      evalue:
        "backend='inductor' raised:\nInvalidCxxCompiler: No working C++ compiler found in torch._inductor.config.cpp.cxx: (None, 'g++')"
    },
    {
      ename: 'ValueError',
      evalue: "Invalid backend: 'tkagg' is not a valid value"
    }
  ],
  reproduction: {
    raises: [
      'import torch',
      'def my_backend(graph, inputs):',
      "    raise RuntimeError('no kernel for this graph')",
      'torch.compile(lambda x: x + 1, backend=my_backend)(torch.ones(3))'
    ].join('\n'),
    fixed: [
      'import torch',
      "torch.compile(lambda x: x + 1, backend='eager')(torch.ones(3))"
    ].join('\n')
  }
};

export default entry;
