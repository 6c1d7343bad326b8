import type { IEntry, IReading, Values } from '../../diagnosis/types';
import { said } from '../said';

/** torch/_dynamo/utils.py: an operation is tried on tensors without values. */
const OPERATION =
  /(?:Failed running|FX node with fake tensors:) call_(?:function|method|module) (?<call><[^<>]{1,80}>|[\w.]{1,80})/;

/** Beside the operation's own error, which tells more and so comes first. */
const HINT = /Hint: Your code may result in an error when running in eager/;

/** torch/_subclasses/fake_tensor.py. */
const NOT_FAKE =
  /convert all Tensors to FakeTensors first|non-Fake Tensor inputs in FakeTensorMode/;

function textOf({ exceptions, log, incident }: IReading): string {
  const messages = exceptions.map(one => one.message.slice(0, 500));
  return `${messages.join('\n')}\n${incident.evalue.slice(0, 500)}\n${log}`;
}

const operation = ({ call }: Values): Values => ({
  kind: 'operation',
  // `<built-in function add>`, `<function linear at 0x7f…>`
  call: call?.replace(/^<(?:built-in )?(?:function|method) | at 0x\w+|>$/g, '')
});

const entry: IEntry = {
  id: 'compile/trace-failed',
  answers: [
    'torch._dynamo.exc.InternalTorchDynamoError',
    'torch._dynamo.exc.TorchRuntimeError: Failed running call_function',
    'Dynamo failed to run FX node with fake tensors: call_function',
    'InternalTorchDynamoError: source code not available',
    "Please convert all Tensors to FakeTensors first or instantiate FakeTensorMode with 'allow_non_fake_inputs'"
  ],
  signs: [
    ...said(OPERATION, { confidence: 'possible', read: operation }),
    ...said(HINT, {
      confidence: 'possible',
      read: () => ({ kind: 'operation' })
    }),
    ...said(NOT_FAKE, {
      confidence: 'likely',
      // The backend traces as well; it is then the one that failed.
      when: reading =>
        !/backend=["'][^"']{1,60}["'] raised/.test(textOf(reading))
    }),
    ...said(/\bInternalTorchDynamoError\b/, { confidence: 'possible' }),
    {
      where: 'message',
      pattern: /^/,
      ename: /^InternalTorchDynamoError$/,
      confidence: 'possible'
    },
    {
      where: 'message',
      pattern: /^/,
      ename: /^TorchRuntimeError$/,
      confidence: 'possible',
      read: () => ({ kind: 'operation' })
    }
  ],
  page(trans, { kind, call }) {
    const given = kind === 'operation';
    return {
      title: given
        ? trans.__('An operation failed while torch.compile traced it')
        : trans.__('torch.compile failed while it read the code'),
      cause: given
        ? trans.__(
            'Before it compiles, torch.compile runs %1 on tensors that have a shape but no values, and it failed there. Usually shapes or devices do not fit, and the model fails without torch.compile too.',
            call ? call.slice(0, 60) : trans.__('each operation')
          )
        : trans.__(
            'The tracer met something in the code that it did not expect, and stopped with an error of its own. The model itself may be right: often it is a limit of this release.'
          ),
      fixes: [
        {
          safety: 'diagnostic',
          title: trans.__('Run once without torch.compile'),
          detail: trans.__(
            'If it fails as well, the error then shown is the one to mend, and its line is yours.'
          ),
          code: 'y = model(x)  # the model as it was before torch.compile'
        },
        {
          safety: 'check',
          title: trans.__('Keep the function that fails out of compiling'),
          detail: trans.__('The line stands under “from user code”.'),
          code: '@torch.compiler.disable\ndef part(x):\n    ...'
        },
        {
          safety: 'check',
          title: trans.__('Update PyTorch'),
          detail: trans.__('Each release traces more of Python.'),
          code: '%pip install --upgrade torch torchvision'
        },
        {
          safety: 'check',
          title: trans.__('Or let what cannot be compiled run as it is'),
          code: 'import torch._dynamo\ntorch._dynamo.config.suppress_errors = True'
        }
      ],
      notThis: [
        trans.__(
          '“backend=… raised” comes after tracing: then the compiler failed, not the tracer.'
        )
      ],
      links: [
        {
          title: trans.__('PyTorch: torch.compile, troubleshooting'),
          url: 'https://docs.pytorch.org/docs/stable/user_guide/torch_compiler/torch.compiler_troubleshooting.html'
        }
      ]
    };
  },
  examples: [
    {
      ename: 'TorchRuntimeError',
      evalue:
        'RuntimeError when making fake tensor call\n  Explanation: Dynamo failed to run FX node with fake tensors: call_method to(*(FakeTensor(..., size=(2,)), 5), **{}): got TypeError()',
      torch: '2.13',
      origin: 'reference',
      values: { kind: 'operation', call: 'to' }
    },
    {
      ename: 'TorchRuntimeError',
      evalue:
        'Failed running call_function <built-in function getitem>(*(FakeTensor(..., size=(2,)), None), **{}):\nunsupported',
      torch: '2.1',
      origin: 'reference',
      values: { kind: 'operation', call: 'getitem' }
    },
    {
      ename: 'InternalTorchDynamoError',
      evalue: 'source code not available',
      torch: '2.1',
      origin: 'reference'
    },
    {
      ename: 'Exception',
      evalue:
        "Please convert all Tensors to FakeTensors first or instantiate FakeTensorMode with 'allow_non_fake_inputs'. Found in aten.mm.default(*(FakeTensor(..., size=(2, 3)), Parameter containing:",
      torch: '2.0',
      origin: 'reference'
    },
    {
      ename: 'TorchRuntimeError',
      evalue: '',
      torch: '2.0',
      origin: 'reference',
      values: { kind: 'operation' }
    }
  ],
  nearMisses: [
    { ename: 'Exception', evalue: 'Please convert all Tensors to numpy first' },
    {
      ename: 'BackendCompilerFailed',
      evalue:
        "backend='my_backend' raised:\nRuntimeError: no kernel for this graph"
    },
    { ename: 'RuntimeError', evalue: 'Failed running call_center(5)' }
  ],
  reproduction: {
    raises: [
      'import torch',
      "@torch.compile(backend='eager')",
      'def f(x):',
      '    return x.unfold(0, 5, 1)',
      'f(torch.ones(3))'
    ].join('\n'),
    fixed: [
      'import torch',
      "@torch.compile(backend='eager')",
      'def f(x):',
      '    return x.unfold(0, 2, 1)',
      'f(torch.ones(3))'
    ].join('\n')
  }
};

export default entry;
