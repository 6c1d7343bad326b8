import type { IFix, ITranslate, Values } from '../../../diagnosis/types';

function forVariable(trans: ITranslate): IFix[] {
  return [
    {
      safety: 'check',
      title: trans.__('Update PyTorch: since 0.4 every tensor will do'),
      code: '%pip install --upgrade torch torchvision'
    },
    {
      safety: 'safe',
      title: trans.__('Or wrap the tensor, with this old version'),
      code: 'from torch.autograd import Variable\noutput = model(Variable(x))'
    }
  ];
}

/** What a DataLoader gives, and what has to be moved. */
function forBatch(trans: ITranslate, { type }: Values): IFix[] {
  return [
    {
      safety: 'check',
      title: trans.__('Take the batch apart and move its tensors'),
      code: 'x, y = batch\nx, y = x.to(device), y.to(device)'
    },
    {
      safety: 'check',
      title: trans.__('A dictionary: move what is a tensor'),
      detail: trans.__(
        "Texts and lists of unequal length stay lists; a dataset of Hugging Face gives tensors after set_format('torch')."
      ),
      code: "batch = {k: v.to(device) if hasattr(v, 'to') else v for k, v in batch.items()}"
    },
    {
      safety: 'diagnostic',
      title: trans.__('See what the batch is made of'),
      code:
        type === 'dict'
          ? 'print({k: type(v) for k, v in batch.items()})'
          : 'print([type(part) for part in batch])'
    }
  ];
}

/** What to change, by what stands where a tensor should; best first. */
export function notATensorFixes(
  trans: ITranslate,
  { type = '', kind }: Values
): IFix[] {
  if (kind === 'variable') {
    return forVariable(trans);
  }
  if (kind === 'batch') {
    return forBatch(trans, { type });
  }
  const known: Record<string, IFix[]> = {
    'numpy.ndarray': [
      {
        safety: 'check',
        title: trans.__('Make a float32 tensor of the array'),
        code: 'x = torch.from_numpy(x).float()'
      }
    ],
    tuple: [
      {
        safety: 'check',
        title: trans.__('LSTM, GRU: take the output, leave the state'),
        code: 'output, state = lstm(x)\nx = linear(output)'
      },
      {
        safety: 'check',
        title: trans.__('A tuple of tensors: put them together'),
        code: 'x = torch.stack(x)'
      }
    ],
    list: [
      {
        safety: 'check',
        title: trans.__('A list of numbers: make a tensor'),
        code: 'x = torch.tensor(x)'
      },
      {
        safety: 'check',
        title: trans.__('A list of tensors: put them together'),
        code: 'x = torch.stack(x)'
      }
    ],
    NoneType: [
      {
        safety: 'check',
        title: trans.__('Let forward() return its result'),
        code: 'def forward(self, x):\n    x = self.layers(x)\n    return x'
      }
    ],
    Image: [
      {
        safety: 'check',
        title: trans.__('Add ToTensor() to the transforms'),
        code: 'transform = transforms.Compose([transforms.Resize(224), transforms.ToTensor()])'
      }
    ]
  };
  const number = /^(?:int|float|bool)$/.test(type);
  return [
    ...(known[type] ??
      (number
        ? [
            {
              safety: 'check' as const,
              title: trans.__('Make a tensor of the number'),
              code: 'x = torch.tensor(x)'
            }
          ]
        : [])),
    {
      safety: 'diagnostic',
      title: trans.__('See what it is'),
      code: 'print(type(x))'
    }
  ];
}
