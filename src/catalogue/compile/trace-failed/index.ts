import { define } from '../../define';
import { messageOrLog } from '../../signs';
import type { IFix, ITranslate } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { uncompiled } from '../../shared/edits/compiled';

function textOf({ exceptions, log, incident }: IReading): string {
  const messages = exceptions.map(one => one.message.slice(0, 500));
  return `${messages.join('\n')}\n${incident.evalue.slice(0, 500)}\n${log}`;
}

function fixes(trans: ITranslate): IFix[] {
  return [
    {
      safety: 'diagnostic',
      title: trans.__('Run once without torch.compile'),
      detail: trans.__(
        'If it fails as well, the error then shown is the one to mend, and its line is yours.'
      ),
      code: 'y = model(x)  # the model as it was before torch.compile',
      edit: uncompiled
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
  ];
}

export default define({
  id: 'compile/trace-failed',
  answers: [
    'torch._dynamo.exc.InternalTorchDynamoError',
    'torch._dynamo.exc.TorchRuntimeError: Failed running call_function',
    'Dynamo failed to run FX node with fake tensors: call_function',
    'InternalTorchDynamoError: source code not available',
    "Please convert all Tensors to FakeTensors first or instantiate FakeTensorMode with 'allow_non_fake_inputs'"
  ],
  values: ['call'],
  // That the tracer stopped: an operation that shows beside it says more.
  signs: [
    // torch/_subclasses/fake_tensor.py.
    ...messageOrLog(
      /convert all Tensors to FakeTensors first|non-Fake Tensor inputs in FakeTensorMode/,
      {
        confidence: 'likely',
        // The backend traces as well; it is then the one that failed.
        when: reading =>
          !/backend=["'][^"']{1,60}["'] raised/.test(textOf(reading))
      }
    ),
    ...messageOrLog(/\bInternalTorchDynamoError\b/, { confidence: 'possible' }),
    {
      where: 'message',
      pattern: /^/,
      ename: /^InternalTorchDynamoError$/,
      confidence: 'possible'
    }
  ],
  kinds: {
    tracer: {
      words: trans => ({
        title: trans.__('torch.compile failed while it read the code'),
        cause: trans.__(
          'The tracer met something in the code that it did not expect, and stopped with an error of its own. The model itself may be right: often it is a limit of this release.'
        ),
        fixes: fixes(trans)
      })
    },
    operation: {
      signs: [
        // torch/_dynamo/utils.py: an operation is tried on tensors without
        // values.
        ...messageOrLog(
          /(?:Failed running|FX node with fake tensors:) call_(?:function|method|module) (?<call><[^<>]{1,80}>|[\w.]{1,80})/,
          {
            confidence: 'possible',
            read: ({ call }) => ({
              // `<built-in function add>`, `<function linear at 0x7f…>`
              call: call?.replace(
                /^<(?:built-in )?(?:function|method) | at 0x\w+|>$/g,
                ''
              )
            })
          }
        ),
        // Beside the operation's own error, which tells more and so comes
        // first.
        ...messageOrLog(
          /Hint: Your code may result in an error when running in eager/,
          { confidence: 'possible' }
        ),
        {
          where: 'message',
          pattern: /^/,
          ename: /^TorchRuntimeError$/,
          confidence: 'possible'
        }
      ],
      words: (trans, { call }) => ({
        title: trans.__('An operation failed while torch.compile traced it'),
        cause: trans.__(
          'Before it compiles, torch.compile runs %1 on tensors that have a shape but no values, and it failed there. Usually shapes or devices do not fit, and the model fails without torch.compile too.',
          call ?? trans.__('each operation')
        ),
        fixes: fixes(trans)
      })
    }
  },
  common: trans => ({
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
  })
});
