import { fitting } from '../../shared/fitting';
import { define } from '../../define';
import { messageOrLog } from '../../signs';
import { check } from '../../fix';
import { nothingRaised, printedText } from '../../predicates';
import type { IReading } from '../../../incident/types';
import type { IFix, ITranslate } from '../../../diagnosis/types';
import { keywordGiven } from '../../shared/edits/calls';

function usualFixes(trans: ITranslate): IFix[] {
  return [
    {
      safety: 'safe',
      title: trans.__('Run without the backend'),
      detail: trans.__(
        'Same results, only slower. If it fails as well, the error then shown is the one to mend.'
      ),
      code: "compiled = torch.compile(f, backend='eager')",
      edit: keywordGiven(['torch.compile'], 'backend', "'eager'")
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
      title: trans.__('Triton does not fit this torch: bring the two together'),
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
  ];
}

/** Whether torch.compile had the kernel made. */
function compiles(reading: IReading): boolean {
  return /\btorch\.compile\b|_dynamo|_inductor|TORCHDYNAMO/.test(
    printedText(reading)
  );
}

export default define({
  id: 'compile/backend-failed',
  answers: [
    "BackendCompilerFailed: backend='inductor' raised:",
    'InductorError: CppCompileError: C++ compile error',
    'torch._inductor.exc.LoweringException',
    "InvalidBackend: Invalid backend: 'tensorrt', see torch._dynamo.list_backends()"
  ],
  values: ['backend', 'inner', 'unknown', 'cuda'],
  // That some backend failed: a kind that shows beside it says more.
  signs: [
    // torch/_dynamo/exc.py; `debug_wrapper` and `compile_fx` before 2.1.
    ...messageOrLog(
      /backend=["'](?<backend>[^"']{1,60})["'] raised:?(?: ?(?<inner>\w{1,60}(?:Error|Exception|Failed)))?|\b(?:debug_wrapper|compile_fx\w{0,20}|_?compile_fn) raised (?<old>\w{1,60}(?:Error|Exception))/,
      { read: ({ inner, old }) => ({ inner: inner ?? old }) }
    ),
    // torch/_inductor/exc.py.
    ...messageOrLog(
      /torch\._inductor\.exc\.\w{1,40}|\b(?<inner>CppCompileError|CUDACompileError|LoweringException|OperatorIssue)\b|^C\+\+ compile error|\bError in codegen for \w{1,40}\(name=/
    ),
    {
      where: 'message',
      pattern: /^(?<inner>\w{1,60}(?:Error|Exception))?/,
      ename: /^(?:InductorError|BackendCompilerFailed|LoweringException)$/
    },
    // Logged by its name alone.
    {
      where: 'log',
      pattern: /\bBackendCompilerFailed\b/,
      when: nothingRaised,
      confidence: 'likely'
    },
    // Triton's compiler, which aborts the process.
    {
      where: 'log',
      pattern: /\bmlir::triton::.{1,400}? Assertion [`'"]/,
      confidence: 'likely',
      fatal: true,
      read: () => ({ inner: 'Triton' })
    },
    // Where ptxas does not know the GPU, that is cuda/no-kernel-image.
    ...messageOrLog(/Internal Triton PTX codegen error/, {
      when: reading => !reading.mentions('is not defined for option'),
      confidence: 'likely',
      read: (_, reading) => (compiles(reading) ? {} : { kind: 'kernel' })
    }),
    // Triton's assembler as Inductor's log quotes it, mostly older than the
    // GPU.
    ...messageOrLog(
      /Command '\[.{1,300}\bptxas\b.{1,600}returned non-zero exit status/,
      {
        when: reading => !reading.mentions('is not defined for option'),
        confidence: 'likely',
        read: () => ({ inner: 'ptxas' })
      }
    ),
    // Inductor's C++ for Windows, linked without torch's libraries.
    ...messageOrLog(/unresolved external symbol "?aoti_torch_/),
    // triton/compiler/errors.py: the place in the kernel that Inductor wrote.
    {
      where: 'message',
      ename: /^CompilationError$/,
      pattern: /^at \d{1,5}:\d{1,5}:/,
      when: reading => reading.mentions('TORCHDYNAMO'),
      read: () => ({ inner: 'CompilationError' })
    }
  ],
  kinds: {
    failed: {
      words: (trans, { backend, inner }) => ({
        title: fitting(inner, 28)
          ? trans.__('torch.compile’s backend failed: %1', inner)
          : trans.__('torch.compile’s backend failed'),
        cause: trans.__(
          'The code was traced well, but the backend%1 could not turn the graph into a program. The model itself is usually right: run without the compiler, it shows its own errors.',
          backend ? ` “${backend}”` : ''
        ),
        fixes: usualFixes(trans)
      })
    },
    unknown: {
      signs: messageOrLog(
        /Invalid backend: '(?<unknown>[^']{1,60})', see `torch\._dynamo/
      ),
      words: (trans, { unknown }) => ({
        title: fitting(unknown, 24)
          ? trans.__('torch.compile knows no backend “%1”', unknown)
          : trans.__('torch.compile does not know the backend'),
        cause: trans.__(
          'Either the name is misspelt, or the package that brings this backend has not been imported.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Take a backend from the list'),
            code: 'import torch._dynamo\nprint(torch._dynamo.list_backends())'
          },
          ...usualFixes(trans)
        ]
      })
    },
    // A library's own kernels, and nothing of torch.compile in sight.
    kernel: {
      words: trans => ({
        title: trans.__('Triton could not compile a kernel for this GPU'),
        cause: trans.__(
          'A library brings kernels written for Triton, and NVIDIA’s assembler refused what Triton made of one. Often the kernel computes in bfloat16, which GPUs before Ampere (T4, V100, P100) lack, or Triton does not fit the library, the GPU or the CUDA here.'
        ),
        fixes: [
          check(
            trans.__('T4, V100, P100: compute in float16'),
            'args = TrainingArguments(output_dir, fp16=True, bf16=False)\nmodel = AutoModel.from_pretrained(name, torch_dtype=torch.float16)'
          ),
          check(
            trans.__('Update the library that has the kernels, and Triton'),
            '%pip install --upgrade unsloth unsloth_zoo triton  # the library of the traceback',
            trans.__('Then restart the kernel.')
          ),
          {
            safety: 'diagnostic',
            title: trans.__('See the GPU and what fits it'),
            detail: trans.__('bfloat16 needs 8.0, Triton itself 7.0.'),
            code: 'import torch, triton\nprint(torch.cuda.get_device_name(), torch.cuda.get_device_capability(), torch.__version__, torch.version.cuda, triton.__version__)'
          }
        ]
      })
    },
    triton: {
      // triton/compiler, of a release before this CUDA.
      signs: messageOrLog(
        /Triton only supports? CUDA [\d.]{1,6} or higher, but got CUDA version: (?<cuda>[\d.]{1,8})/
      ),
      words: (trans, { cuda }) => ({
        title: trans.__('This Triton is too old for CUDA %1', cuda ?? ''),
        cause: trans.__(
          'Triton knows the CUDA versions of its time and reads a newer one as too low. It found a CUDA newer than itself: torch and Triton do not belong together.'
        ),
        fixes: usualFixes(trans)
      })
    }
  },
  common: trans => ({
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
  })
});
