import type { ISign, Values } from '../../../diagnosis/types';
import { nothingRaised, said } from '../../said';

/** torch/_dynamo/exc.py; `debug_wrapper` and `compile_fx` before 2.1. */
const RAISED =
  /backend=["'](?<backend>[^"']{1,60})["'] raised:?(?: ?(?<inner>\w{1,60}(?:Error|Exception|Failed)))?|\b(?:debug_wrapper|compile_fx\w{0,20}|_?compile_fn) raised (?<old>\w{1,60}(?:Error|Exception))/;

/** torch/_inductor/exc.py. */
const INDUCTOR =
  /torch\._inductor\.exc\.\w{1,40}|\b(?<inner>CppCompileError|CUDACompileError|LoweringException|OperatorIssue)\b|^C\+\+ compile error|\bError in codegen for \w{1,40}\(name=/;

const INVALID =
  /Invalid backend: '(?<unknown>[^']{1,60})', see `torch\._dynamo/;

/** triton/compiler, of a release before this CUDA. */
const OLD_TRITON =
  /Triton only supports? CUDA [\d.]{1,6} or higher, but got CUDA version: (?<cuda>[\d.]{1,8})/;

const read = ({ backend, inner, old }: Values): Values => ({
  backend,
  inner: inner ?? old
});

/** The signs of `compile/backend-failed`. */
export const BACKEND_SIGNS: readonly ISign[] = [
  ...said(RAISED, { read }),
  ...said(INDUCTOR, { read }),
  {
    where: 'message',
    pattern: /^(?<inner>\w{1,60}(?:Error|Exception))?/,
    ename: /^(?:InductorError|BackendCompilerFailed|LoweringException)$/,
    read
  },
  // Logged by its name alone.
  {
    where: 'log',
    pattern: /\bBackendCompilerFailed\b/,
    when: nothingRaised,
    confidence: 'likely'
  },
  ...said(INVALID),
  // Triton's compiler, which aborts the process.
  {
    where: 'log',
    pattern: /\bmlir::triton::.{1,400}? Assertion [`'"]/,
    confidence: 'likely',
    fatal: true,
    read: () => ({ inner: 'Triton' })
  },
  // Where ptxas does not know the GPU, that is cuda/no-kernel-image.
  ...said(/Internal Triton PTX codegen error/, {
    when: reading => !reading.mentions('is not defined for option'),
    confidence: 'likely'
  }),
  // Triton's assembler as Inductor's log quotes it, mostly older than the GPU.
  ...said(/Command '\[.{1,300}\bptxas\b.{1,600}returned non-zero exit status/, {
    when: reading => !reading.mentions('is not defined for option'),
    confidence: 'likely',
    read: () => ({ inner: 'ptxas' })
  }),
  // Inductor's C++ for Windows, linked without torch's libraries.
  ...said(/unresolved external symbol "?aoti_torch_/),
  // triton/compiler/errors.py: the place in the kernel that Inductor wrote.
  {
    where: 'message',
    ename: /^CompilationError$/,
    pattern: /^at \d{1,5}:\d{1,5}:/,
    when: reading => reading.mentions('TORCHDYNAMO'),
    read: () => ({ inner: 'CompilationError' })
  },
  ...said(OLD_TRITON, { read: ({ cuda }) => ({ cuda, kind: 'triton' }) }),
  ...said(
    /cannot import name '(?:triton_\w{1,40}' from 'triton|AttrsDescriptor')/,
    {
      confidence: 'likely'
    }
  )
];
