import type { IFix, ITranslate, Values } from '../../../diagnosis/types';
import { define } from '../../define';
import {
  LINKS,
  matchingBuild,
  rerunBlocking,
  restartKernel
} from '../shared/advice';
import { gpuMessageOrLog } from '../../shared/ours';
import { ERRORS, type Kind } from './errors';

interface IError {
  readonly kind: Kind;
  readonly name: string;
  readonly text: string;
}

const ALL: readonly IError[] = Object.entries(ERRORS).flatMap(
  ([kind, errors]) =>
    Object.entries<string>(errors).map(([name, text]) => ({
      kind: kind as Kind,
      name: `cudaError${name}`,
      text
    }))
);

const escaped = (text: string): string =>
  text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** c10/cuda/CUDAException.cpp, since 2.9 with the name; THCGeneral.cpp. */
const REPORTED = new RegExp(
  String.raw`\b(?:cuda|hip|triton) (?:driver |runtime |kernel )?error(?: \[cuda\])?(?: ?\(?\d{1,3}\)?)? ?: (?<error>${ALL.map(({ text }) => escaped(text)).join('|')})(?![\w/])|\b(?<name>${ALL.map(({ name }) => name).join('|')})\b`,
  'i'
);

function read({ error, name }: Values): {
  kind?: Kind;
  error?: string;
  name?: string;
} {
  const spelled = (error ?? name ?? '').toLowerCase();
  const known = ALL.find(each =>
    [each.text, each.name].some(one => one.toLowerCase() === spelled)
  );
  return { kind: known?.kind, error: known?.text, name: known?.name };
}

interface IRead {
  readonly error?: string;
  readonly name?: string;
}

/** Kinds after which the process can use the GPU no more. */
const FATAL: ReadonlySet<Kind> = new Set(['lost', 'context']);

/** What CUDA answered, in its own words, whether the context is lost, and why. */
function cause(
  trans: ITranslate,
  kind: Kind,
  { error, name }: IRead,
  means: string
): string {
  if (error === undefined || name === undefined) {
    return FATAL.has(kind)
      ? trans.__('%1 The CUDA context is lost.', means)
      : trans.__('%1 The CUDA context is not lost.', means);
  }
  return FATAL.has(kind)
    ? trans.__(
        'CUDA answered “%1” (%2), and the context is lost. %3',
        error,
        name,
        means
      )
    : trans.__(
        'CUDA answered “%1” (%2), and the context is not lost. %3',
        error,
        name,
        means
      );
}

function driverState(trans: ITranslate): IFix {
  return {
    safety: 'diagnostic',
    title: trans.__('See the driver and what runs on the GPU'),
    code: '$ nvidia-smi'
  };
}

function rebuildExtension(trans: ITranslate): IFix {
  return {
    safety: 'check',
    title: trans.__('Update or rebuild the extension that made the call'),
    detail: trans.__(
      'Plain PyTorch code does not make this call wrongly; a compiled extension for another torch, CUDA or GPU does.'
    )
  };
}

/** What `driver_types.h` lists and no other entry answers. */
export default define({
  id: 'cuda/runtime-error',
  answers: [
    'CUDA error: operation not supported',
    'CUDA error: peer mapping resources exhausted',
    'CUDA error: hardware stack error',
    'CUDA error: invalid program counter',
    "Search for `cudaErrorNotSupported' in the CUDA documentation"
  ],
  late: true,
  values: ['error', 'name'],
  signs: gpuMessageOrLog(REPORTED, { read }),
  kinds: {
    unsupported: {
      words: (trans, values) => ({
        title: trans.__('CUDA cannot do this on this GPU or system'),
        cause: cause(
          trans,
          'unsupported',
          values,
          trans.__(
            'Either the GPU, its driver or the system (a virtual GPU, WSL, a container, a MIG slice) does not offer what was asked.'
          )
        ),
        fixes: [
          rerunBlocking(trans),
          matchingBuild(trans),
          driverState(trans),
          {
            safety: 'check',
            title: trans.__('Leave out what needs peer or virtual memory'),
            detail: trans.__(
              'Pinned and managed memory, direct access between GPUs, expandable segments and CUDA’s IPC are what virtual GPUs refuse most often.'
            ),
            code: 'import os\nos.environ["PYTORCH_CUDA_ALLOC_CONF"] = "expandable_segments:False"  # before import torch',
            action: {
              kind: 'environment',
              variables: {
                PYTORCH_CUDA_ALLOC_CONF: 'expandable_segments:False'
              }
            }
          }
        ]
      })
    },
    lost: {
      words: (trans, values) => ({
        title: trans.__('A GPU kernel crashed, the CUDA context is lost'),
        cause: cause(
          trans,
          'lost',
          values,
          trans.__(
            'Code on the GPU went wrong, and CUDA reports it late: the line shown is often a later one.'
          )
        ),
        fixes: [
          rerunBlocking(trans),
          restartKernel(trans),
          rebuildExtension(trans),
          {
            safety: 'diagnostic',
            title: trans.__('Look for hardware messages of the driver'),
            code: '$ sudo dmesg | grep -i xid'
          }
        ],
        links: [LINKS.xid(trans)]
      })
    },
    unbound: {
      words: (trans, values) => ({
        title: trans.__('No GPU is current where this kernel was started'),
        cause: cause(
          trans,
          'unbound',
          values,
          trans.__(
            'Mostly no context is bound to the thread: PyTorch’s own calls bind the device of their tensors, while Triton and other compiled code take the current one.'
          )
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Make the tensors’ GPU the current one first'),
            detail: trans.__(
              'In each thread that starts kernels, and where the model is not on the first GPU.'
            ),
            code: 'torch.cuda.set_device(x.device)\nwith torch.cuda.device(x.device):\n    y = compiled(x)'
          },
          {
            safety: 'diagnostic',
            title: trans.__('See whether it works without compiled kernels'),
            code: 'import torch._dynamo\ntorch._dynamo.config.disable = True  # or leave torch.compile() away'
          },
          rerunBlocking(trans),
          restartKernel(trans)
        ]
      })
    },
    context: {
      words: (trans, values) => ({
        title: trans.__('CUDA was used without a working context'),
        cause: cause(
          trans,
          'context',
          values,
          trans.__(
            'Either the process is ending, or somebody destroyed the context that PyTorch works in: this process can use the GPU no more.'
          )
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Restart the kernel, then use the GPU'),
            detail: trans.__(
              'CPU tensors and Python variables are still there to be saved.'
            )
          },
          {
            safety: 'check',
            title: trans.__('Free GPU objects before the program ends'),
            detail: trans.__(
              'Objects that are deleted at exit, and threads that outlive the main one, find CUDA shut down already.'
            )
          },
          rerunBlocking(trans)
        ]
      })
    },
    peer: {
      words: (trans, values) => ({
        title: trans.__('One GPU could not reach the memory of another'),
        cause: cause(
          trans,
          'peer',
          values,
          trans.__(
            'Copies between GPUs use direct access where they can; each GPU has room for a few such partners (8) and not every pair offers it.'
          )
        ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('See which pairs of GPUs are connected'),
            code: '$ nvidia-smi topo -p2p r'
          },
          {
            safety: 'check',
            title: trans.__('Let the process see only the GPUs it uses'),
            code: 'import os\nos.environ["CUDA_VISIBLE_DEVICES"] = "0,1"  # first cell, before import torch'
          },
          {
            safety: 'check',
            title: trans.__('Let NCCL go without direct access'),
            code: 'import os\nos.environ["NCCL_P2P_DISABLE"] = "1"  # before the process group starts',
            action: {
              kind: 'environment',
              variables: { NCCL_P2P_DISABLE: '1' }
            }
          },
          rerunBlocking(trans)
        ]
      })
    },
    launch: {
      words: (trans, values) => ({
        title: trans.__('A GPU kernel was started in a way CUDA refuses'),
        cause: cause(
          trans,
          'launch',
          values,
          trans.__(
            'The start of a kernel was refused before it ran: its configuration does not fit either this GPU or this version of CUDA.'
          )
        ),
        fixes: [
          rebuildExtension(trans),
          matchingBuild(trans),
          rerunBlocking(trans)
        ]
      })
    },
    capture: {
      words: (trans, values) => ({
        title: trans.__('A CUDA graph was recorded wrongly'),
        cause: cause(
          trans,
          'capture',
          values,
          trans.__(
            'While a graph is recorded, all work must fork from the capturing stream and join it again before the end.'
          )
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Let every side stream wait, and be waited for'),
            code: 'side.wait_stream(torch.cuda.current_stream())\nwith torch.cuda.stream(side):\n    y = step(x)\ntorch.cuda.current_stream().wait_stream(side)'
          },
          {
            safety: 'check',
            title: trans.__('torch.compile: use a mode without CUDA graphs'),
            code: 'model = torch.compile(model)  # default mode'
          },
          rerunBlocking(trans)
        ],
        links: [
          {
            title: trans.__('PyTorch: CUDA graphs, their constraints'),
            url: 'https://docs.pytorch.org/docs/stable/notes/cuda.html#constraints'
          }
        ]
      })
    },
    memory: {
      words: (trans, values) => ({
        title: trans.__('CUDA was given a pointer or copy it refuses'),
        cause: cause(
          trans,
          'memory',
          values,
          trans.__(
            'A pointer, a mapping or a copy does not belong to where it was used; usually native code of an extension made it.'
          )
        ),
        fixes: [
          rerunBlocking(trans),
          rebuildExtension(trans),
          matchingBuild(trans)
        ]
      })
    },
    setup: {
      words: (trans, values) => ({
        title: trans.__('CUDA’s driver, a library or service is amiss'),
        cause: cause(
          trans,
          'setup',
          values,
          trans.__(
            'Something that CUDA needs on this machine is either missing, does not fit or refuses; no code in the notebook mends that.'
          )
        ),
        fixes: [driverState(trans), matchingBuild(trans), rerunBlocking(trans)]
      })
    },
    call: {
      words: (trans, values) => ({
        title: trans.__('A function of CUDA was called wrongly'),
        cause: cause(
          trans,
          'call',
          values,
          trans.__(
            'The call came at the wrong time or with arguments that CUDA refuses; usually native code of an extension or a profiler made it.'
          )
        ),
        fixes: [
          rerunBlocking(trans),
          rebuildExtension(trans),
          matchingBuild(trans)
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'An earlier cell failed with a CUDA error: then that one is the cause, and this may be its echo.'
      )
    ],
    links: [LINKS.errors(trans), LINKS.asynchronous(trans)]
  })
});
