import type { IFix, ITranslate, Values } from '../../../diagnosis/types';

/** What was given, by what has to be done about it. */
export type Given =
  | 'tensors'
  | 'dtype'
  | 'fraction'
  | 'none'
  | 'tensor'
  | 'text'
  | 'function'
  | 'many'
  | 'dimensions'
  | 'named'
  | 'other';

/** Which of the usual mistakes the types speak of. */
export function givenOf({ argument, wanted = '', type = '' }: Values): Given {
  const many = / of (?!Tensors)/.test(wanted);
  if (/of (?:Tensors|Variables)$/.test(wanted)) {
    return 'tensors';
  }
  if (wanted === 'torch.dtype' && /^(?:str|type)$/.test(type)) {
    return 'dtype';
  }
  if (/^torch\.(?:dtype|device|layout)$/.test(type)) {
    return 'named';
  }
  if (type === 'NoneType') {
    return 'none';
  }
  if (/^(?:Tensor|Parameter)$|Tensor$/.test(type)) {
    return 'tensor';
  }
  if (type === 'str') {
    return /^(?:int|float|Number|SymInt)$/.test(wanted) || many
      ? 'text'
      : 'other';
  }
  if (/function|method/.test(type)) {
    return 'function';
  }
  if (/^(?:float|numpy\.float\d{2})$/.test(type)) {
    return 'fraction';
  }
  if (/^(?:tuple|list|numpy\.ndarray|torch\.Size)$/.test(type) && !many) {
    return argument === 'dim' ? 'dimensions' : 'many';
  }
  return 'other';
}

function mend(trans: ITranslate, values: Values): IFix[] {
  const size = / of /.test(values.wanted ?? '') || values.kind === 'inside';
  switch (givenOf(values)) {
    case 'tensors':
      return [
        {
          safety: 'safe',
          title: trans.__('Put the tensors into a list'),
          code: 'torch.cat([a, b], dim=0)\ntorch.stack([a, b])'
        }
      ];
    case 'dtype':
      return [
        {
          safety: 'safe',
          title: trans.__('Name a number type of torch'),
          code: 'torch.zeros(2, dtype=torch.float32)\ndtype = getattr(torch, name)  # from a text such as "float32"'
        }
      ];
    case 'none':
      return [
        {
          safety: 'check',
          title: trans.__('Give it a value before the call'),
          detail: trans.__(
            'Look where the variable was assigned last; a default in the configuration is often None.'
          ),
          code: 'assert n is not None'
        }
      ];
    case 'tensor':
      return [
        {
          safety: 'check',
          title: trans.__('Take the number out of the tensor'),
          detail: trans.__(
            'It works for one number; on a GPU it waits for the result.'
          ),
          code: size ? 'torch.zeros(int(n.item()), 3)' : 'n = int(n.item())'
        }
      ];
    case 'text':
      return [
        {
          safety: 'check',
          title: trans.__('Convert the text to a number'),
          code: "n = int(n)\nparser.add_argument('--n', type=int)"
        }
      ];
    case 'function':
      return [
        {
          safety: 'safe',
          title: trans.__('Call it'),
          code: 'torch.zeros(x.size())  # not x.size'
        }
      ];
    case 'many':
      return [
        {
          safety: 'check',
          title: trans.__('Give one of the values'),
          code: 'n = n[0]'
        }
      ];
    case 'dimensions':
      return [
        {
          safety: 'check',
          title: trans.__('Update PyTorch, or take one dimension at a time'),
          code: 'x.mean(3, keepdim=True).mean(2, keepdim=True)'
        }
      ];
    case 'named':
      return [
        {
          safety: 'safe',
          title: trans.__('Give it by its name'),
          code: 'torch.zeros(2, dtype=torch.float32)\nx.sum(dtype=torch.float64)'
        }
      ];
    case 'other':
    case 'fraction':
      if (values.type === 'int' && size) {
        return [
          {
            safety: 'safe',
            title: trans.__('Write one size as a tuple too'),
            code: 'torch.randint(0, 10, (3,))'
          }
        ];
      }
      return /^(?:int|SymInt)$|ints$|SymInts$/i.test(values.wanted ?? '') ||
        values.kind === 'inside'
        ? [
            {
              safety: 'check',
              title: trans.__('Divide with //, or round with int()'),
              code: size
                ? 'torch.zeros(n // 2, 3)\nnn.Linear(int(width * 0.5), 10)'
                : 'n = total // 2\nn = int(total * 0.5)'
            }
          ]
        : [];
  }
}

/** What to change, by what was given in place of what; best first. */
export function argumentFixes(trans: ITranslate, values: Values): IFix[] {
  const look: IFix = {
    safety: 'diagnostic',
    title: trans.__('See what was given'),
    code: 'print([(type(a), a) for a in (n, size)])  # the arguments of the call'
  };
  switch (values.kind) {
    case 'missing':
      return [
        {
          safety: 'check',
          title: trans.__('Give every argument that the function needs'),
          code: 'torch.softmax(x, dim=-1)\nx.transpose(0, 1)'
        },
        {
          safety: 'diagnostic',
          title: trans.__('Read what it takes'),
          code: `help(torch.${values.func ?? 'softmax'})`
        }
      ];
    case 'keyword':
      return [
        {
          safety: 'diagnostic',
          title: trans.__('Read which names it takes'),
          code: `help(torch.${values.func ?? 'max'})`
        }
      ];
    default:
      return [...mend(trans, values), look];
  }
}
