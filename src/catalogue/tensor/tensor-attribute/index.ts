import type { IFix, ITranslate } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { ownLine } from '../../shared/ran-code';
import { memoize } from '../../../shared/memoize';
import { ownValue } from '../../../shared/own-value';
import { define, type Sign, type ValuesOf } from '../../define';
import { fitting } from '../../shared/fitting';
import { overwrittenName } from '../../shared/overwritten';
import { check } from '../../fix';
import { LINKS } from '../shared/links';
import { receiverThen } from '../../shared/edits/values';
import { attributeRenamed, attributeSkipped } from '../../shared/edits/names';
import { meantBy, type IMeant } from './meant';

/** What a tensor is taken for, and what such objects are asked for. */
const ASKED = {
  list: 'pop|remove|index|count|reverse|length|len|shuffle',
  array:
    'astype|copy|fill|tobytes|tostring|asnumpy|as_numpy|to_numpy|ravel_|repeat_elements|compress|expand_dims',
  table:
    'info|head|tail|describe|iloc|loc|columns|dtypes|to_csv|isnull|isna|value_counts|plot|groupby|sort_values|drop|dropna|fillna|apply|iterrows|nunique|to_list|reset_index|hist',
  dictionary: 'keys|items|get|update|to_dict',
  text: 'lower|upper|strip|encode|decode|replace|startswith|endswith|join',
  graph:
    'edge_index|edge_attr|edge_weight|x|pos|batch|num_nodes|num_graphs|ndata|edata|x_dict|edge_index_dict',
  output:
    'logits|loss|losses|last_hidden_state|pooler_output|hidden_states|attentions|sample|prev_sample|images|past_key_values|encoder_last_hidden_state',
  model:
    'parameters|named_parameters|state_dict|load_state_dict|children|modules|eval|train|zero_grad|weight|bias|in_features|out_features|forward',
  image:
    'convert|crop|thumbnail|mode|paste|getpixel|tobitmap|putpixel|width|height|show|resize',
  encoding: 'input_ids|attention_mask|token_type_ids|pixel_values|input_values',
  file: 'read|seek|readlines|tell',
  optimizer: 'step|minimize',
  tensorflow: 'assign|get_shape|as_list|set_shape'
} as const;

/** TensorFlow and others call their classes Tensor, too. */
function isTorchs(reading: IReading): boolean {
  return !['tensorflow', 'keras', 'tf.', 'paddle', 'mxnet', 'oneflow'].some(
    name => reading.mentions(name)
  );
}

function signsOf(names: string): Sign<'name'>[] {
  return [
    {
      where: 'message',
      ename: /^AttributeError$/,
      pattern: new RegExp(
        String.raw`^["'](?:torch\.)?Tensor["'] object has no attribute ["'](?<name>${names})["']`
      ),
      when: isTorchs,
      confidence: 'likely'
    }
  ];
}

const LISTED = new RegExp(`^(?:${Object.values(ASKED).join('|')})$`);

/** The attribute that the tensor lacks. */
function askedName({ exceptions }: IReading): string | undefined {
  return exceptions
    .map(({ message }) => /no attribute ["'](\w{1,60})/.exec(message)?.[1])
    .find(one => one !== undefined);
}

/** What was meant with a name that nothing above has. */
function meantIn(reading: IReading): IMeant | undefined {
  const name = askedName(reading);
  return name === undefined || LISTED.test(name)
    ? undefined
    : meantBy(name, reading);
}

/** What makes an object that has attributes of its own, and is no tensor. */
const MAKES_OBJECT =
  /^(?!(?:torch|F|np|nn\.functional)\.)(?:[a-z_]\w{0,30}\.){0,4}[A-Z]\w{1,40}\(|^(?:pd|data|datasets)\.[a-z_]{1,30}\(/;

/** What wraps or makes tensors, though its name begins like a class. */
const MAKES_TENSOR =
  /^(?:\w{1,30}\.){0,4}(?:\w{0,10}Tensor|Variable|Parameter)\(/;

/** The object whose name a later line, or a loop, gave to a tensor. */
function shadowedIn(
  reading: IReading
): (ValuesOf<'taken' | 'at' | 'made'> & { kind: 'shadowed' }) | undefined {
  const name = askedName(reading);
  const asked = [
    ...ownLine(reading).matchAll(
      /(?<![\w.)\]])(?<taken>[a-z_]\w{0,30})\.(?<attribute>\w{1,60})/gi
    )
  ].find(({ groups }) => groups?.attribute === name);
  const taken = asked?.groups?.taken;
  const found = taken === undefined ? null : overwrittenName(taken, reading);
  return found !== null &&
    found.first.names.length === 1 &&
    MAKES_OBJECT.test(found.first.value) &&
    // What the object is called with, or asked for, may be a tensor.
    !/\)[(.[]/.test(found.first.value) &&
    !MAKES_TENSOR.test(found.first.value)
    ? { kind: 'shadowed', taken, at: found.line, made: found.first.value }
    : undefined;
}

/** Which of the two it is; the kernel lists what the very object has. */
const shadowedOrMeant = memoize(
  (reading: IReading) =>
    shadowedIn(reading) ??
    (reading.incident.live?.kind === 'attribute' ? undefined : meantIn(reading))
);

function seeIt(trans: ITranslate): IFix {
  return {
    safety: 'diagnostic',
    title: trans.__('See what it is'),
    code: 'print(type(x), x.shape)'
  };
}

/** What tensors have in place of what lists have. */
const LIKE_LISTS: Readonly<Record<string, string>> = {
  pop: 'last, x = x[-1], x[:-1]',
  remove: 'x = x[x != value]',
  index: '(x == value).nonzero()[0]',
  count: '(x == value).sum()',
  reverse: 'x = x.flip(0)',
  length: 'len(x)',
  len: 'len(x)',
  shuffle: 'x = x[torch.randperm(len(x))]'
};

/** The same for arrays of NumPy. */
const LIKE_ARRAYS: Readonly<Record<string, string>> = {
  astype: 'x = x.to(torch.float32)',
  copy: 'y = x.clone()',
  fill: 'x.fill_(0)',
  tobytes: 'data = x.cpu().numpy().tobytes()',
  tostring: 'data = x.cpu().numpy().tobytes()',
  expand_dims: 'x = x.unsqueeze(0)'
};

/** The same for tables of pandas, of a tensor `x`. */
const LIKE_TABLES: Readonly<Record<string, string>> = {
  info: 'print(x.shape, x.dtype, x.device)',
  dtypes: 'print(x.dtype)',
  describe: 'print(x.shape, x.min(), x.max(), x.float().mean())',
  head: 'x[:5]',
  tail: 'x[-5:]',
  iloc: 'x[0]',
  loc: 'x[0]',
  isnull: 'x.isnan()',
  isna: 'x.isnan()',
  fillna: 'x = x.nan_to_num(0)',
  dropna: 'x = x[~x.isnan().any(dim=1)]',
  value_counts: 'values, counts = x.unique(return_counts=True)',
  nunique: 'len(x.unique())',
  to_list: 'x.tolist()',
  sort_values: 'x, order = x.sort()',
  plot: 'plt.plot(x.detach().cpu())',
  hist: 'plt.hist(x.detach().cpu().flatten())',
  iterrows: 'for row in x:\n    ...'
};

/** Where the outputs of models have names, a tensor comes of another model. */
function ofList(trans: ITranslate, name: string): IFix[] {
  const code = ownValue(LIKE_LISTS, name);
  return [
    ...(code
      ? [check(trans.__('What does the same with a tensor'), code)]
      : []),
    {
      ...check(trans.__('Or make a list of it first'), 'values = x.tolist()'),
      edit: receiverThen(name, '.tolist()')
    }
  ];
}

/** What `.index` or `.count` is asked of in the failed line, where neither is called. */
function fieldIn(reading: IReading): string | undefined {
  return /(?<field>[a-z_][\w.]{0,40})\.(?:index|count)(?!\w|\()/i.exec(
    ownLine(reading)
  )?.groups?.field;
}

/**
 * A tensor that is asked for what other objects have. What others are asked for
 * and tensors have is `tensor/not-a-tensor`.
 */
export default define({
  id: 'tensor/tensor-attribute',
  answers: [
    "AttributeError: 'Tensor' object has no attribute 'index'",
    "AttributeError: 'Tensor' object has no attribute 'astype'",
    "AttributeError: 'Tensor' object has no attribute 'head'",
    "AttributeError: 'Tensor' object has no attribute 'items'",
    "AttributeError: 'Tensor' object has no attribute 'edge_index'",
    "AttributeError: 'Tensor' object has no attribute 'logits'",
    "AttributeError: 'Tensor' object has no attribute 'parameters'"
  ],
  refines: ['python/missing-attribute'],
  values: ['name', 'field', 'near', 'line', 'taken', 'at', 'made'],
  known: reading => ({ field: fieldIn(reading) }),
  signs: [
    {
      where: 'message',
      ename: /^AttributeError$/,
      pattern:
        /^["'](?:torch\.)?Tensor["'] object has no attribute ["'](?<name>[A-Za-z]\w{1,60})["']/,
      when: reading =>
        isTorchs(reading) && shadowedOrMeant(reading) !== undefined,
      confidence: 'likely',
      read: ({ name }, reading) => ({ name, ...shadowedOrMeant(reading) })
    }
  ],
  kinds: {
    shadowed: {
      words: (
        trans,
        { name = 'vocab', taken = 'target', at = '', made = '' }
      ) => {
        const object = /^(?<object>[\w.]+)/.exec(made)?.groups?.object ?? made;
        return {
          title: fitting(taken, 24)
            ? trans.__('%1 is a tensor by now, no longer what it was', taken)
            : trans.__('A name was given to a tensor'),
          cause: trans.__(
            '%1 was made by %2(), and the line “%3” gave the name to a tensor, which has no %4.',
            taken,
            object,
            at,
            name
          ),
          fixes: [
            check(
              trans.__('Give the tensor a name of its own'),
              at.replace(
                new RegExp(String.raw`\b${taken}\b`),
                `${taken}_batch`
              ),
              trans.__(
                'Then run the cell that makes %1 again: the name holds a tensor until then.',
                taken
              )
            )
          ]
        };
      }
    },
    list: {
      signs: signsOf(ASKED.list),
      words: (trans, { name = 'pop', field }) => ({
        title: trans.__('A tensor is no list: it has no %1', name),
        cause:
          name === 'index' || name === 'count'
            ? trans.__(
                'What stands before .%1 is a tensor by now. A DataLoader makes tensors of the tuples, lists and numbers in a sample, named fields are gone then, too.',
                name
              )
            : trans.__(
                'What stands before .%1 is a tensor, whose size is fixed. A list was expected, or a list was overwritten by a tensor.',
                name
              ),
        fixes: field
          ? [
              check(
                trans.__('A field of a named tuple: take it by its place'),
                `${field}[0]`,
                trans.__('The fields count from 0, in the order of its class.')
              ),
              check(
                trans.__('Or make the named tuple again'),
                `${field} = Fields(*${field}.tolist())  # its own class in place of Fields`
              )
            ]
          : [
              ...ofList(trans, name),
              ...(name === 'index'
                ? [
                    check(
                      trans.__(
                        'A field of a named tuple: take it by its place'
                      ),
                      'center[0]'
                    )
                  ]
                : [])
            ]
      })
    },
    array: {
      signs: signsOf(ASKED.array),
      words: (trans, { name = 'astype' }) => ({
        title: trans.__('.%1() is of NumPy, this is a tensor', name),
        cause: trans.__(
          'Arrays of NumPy have %1(), tensors have not. The value is a tensor by now, or the code was written for arrays.',
          name
        ),
        fixes: [
          ...(ownValue(LIKE_ARRAYS, name)
            ? [
                check(
                  trans.__('What does the same with a tensor'),
                  ownValue(LIKE_ARRAYS, name) ?? ''
                )
              ]
            : []),
          {
            ...check(
              trans.__('Or make an array of it'),
              'array = x.detach().cpu().numpy()'
            ),
            edit: receiverThen(name, '.detach().cpu().numpy()')
          }
        ]
      })
    },
    table: {
      signs: signsOf(ASKED.table),
      words: (trans, { name = 'info' }) => ({
        title: trans.__('.%1 is of pandas, this is a tensor', name),
        cause: trans.__(
          'Tables of pandas have .%1, tensors have not. The value is a tensor by now, or never was a table.',
          name
        ),
        fixes: [
          ...(ownValue(LIKE_TABLES, name)
            ? [
                check(
                  trans.__('What does the same with a tensor'),
                  ownValue(LIKE_TABLES, name) ?? ''
                )
              ]
            : []),
          check(
            trans.__('Or make a table of it'),
            'table = pd.DataFrame(x.detach().cpu().numpy())'
          )
        ]
      })
    },
    dictionary: {
      signs: signsOf(ASKED.dictionary),
      words: (trans, { name = 'items' }) => ({
        title: trans.__('A dictionary is expected, this is a tensor'),
        cause: trans.__(
          'What stands before .%1() is a tensor. Mostly a batch (or the model’s output) is a tensor or a tuple here, where the code wants one with names, such as input_ids.',
          name
        ),
        fixes: [
          check(
            trans.__('Give each sample its names'),
            "return {'input_ids': ids, 'labels': label}  # in __getitem__"
          ),
          check(trans.__('Or take the parts by their place'), 'x, y = batch'),
          seeIt(trans)
        ]
      })
    },
    text: {
      signs: signsOf(ASKED.text),
      words: (trans, { name = 'lower' }) => ({
        title: trans.__('A text is expected, this is a tensor'),
        cause: trans.__(
          'What stands before .%1() is a tensor: the text was turned into numbers already, or the tokenizer is given the numbers instead of the text.',
          name
        ),
        fixes: [
          check(
            trans.__('Numbers of tokens: make a text of them'),
            'text = tokenizer.decode(ids)'
          ),
          check(
            trans.__('Or hand over the text itself'),
            'inputs = tokenizer(texts, return_tensors="pt")  # texts: a list of str'
          ),
          seeIt(trans)
        ]
      })
    },
    graph: {
      signs: signsOf(ASKED.graph),
      words: (trans, { name = 'edge_index' }) => ({
        title: trans.__('The model wants a graph, this is a tensor'),
        cause: trans.__(
          'forward() reads .%1, which a Data or Batch object of PyTorch Geometric has. It was given a tensor: the nodes alone, or what torch’s own DataLoader made of the samples.',
          name
        ),
        fixes: [
          check(
            trans.__('Load the graphs with the loader of PyTorch Geometric'),
            'from torch_geometric.loader import DataLoader\nloader = DataLoader(dataset, batch_size=32)  # of Data objects\nfor data in loader:\n    out = model(data)'
          ),
          check(
            trans.__('Or hand the whole object over, not data.x'),
            'out = model(data)'
          )
        ]
      })
    },
    output: {
      signs: signsOf(ASKED.output),
      words: (trans, { name = 'logits' }) => ({
        title: trans.__('The output is a tensor and has no %1', name),
        cause: trans.__(
          'Models of transformers and diffusers give an object with .%1. This one gave a tensor: it is another kind of model, or was called with return_dict=False.',
          name
        ),
        fixes: [
          {
            ...check(trans.__('Use the output itself'), `${name} = model(x)`),
            edit: attributeSkipped(name)
          },
          check(
            trans.__('Or ask for the object with names'),
            `${name} = model(**inputs, return_dict=True).${name}`
          ),
          seeIt(trans)
        ]
      })
    },
    model: {
      signs: signsOf(ASKED.model),
      words: (trans, { name = 'parameters' }) => ({
        title: trans.__('A model is expected, this is a tensor'),
        cause: trans.__(
          'Modules have .%1, and what stands before it is a tensor. Often a variable such as model was overwritten by its output, or the file holds one tensor.',
          name
        ),
        fixes: [
          check(
            trans.__('Give the output another name than the model'),
            'output = model(x)',
            trans.__(
              'Then make the model anew: the name holds a tensor by now.'
            )
          ),
          {
            safety: 'diagnostic',
            title: trans.__('See what it is'),
            code: 'print(type(model))'
          }
        ]
      })
    },
    image: {
      signs: signsOf(ASKED.image),
      words: (trans, { name = 'convert' }) => ({
        title: trans.__('An image of Pillow is expected, this is a tensor'),
        cause: trans.__(
          'Images of Pillow have .%1, and what stands before it is a tensor: ToTensor() or a data set has converted it already.',
          name
        ),
        fixes: [
          ...(/^(?:width|height)$/.test(name)
            ? [
                check(
                  trans.__('The sizes of a tensor: channels, height, width'),
                  'height, width = x.shape[-2:]'
                )
              ]
            : []),
          check(
            trans.__('Put the transforms of images before ToTensor()'),
            'transform = transforms.Compose([transforms.Resize(224), transforms.ToTensor()])'
          ),
          check(
            trans.__('Or make an image of it again'),
            'from torchvision.transforms.functional import to_pil_image\nimage = to_pil_image(x)'
          )
        ]
      })
    },
    encoding: {
      signs: signsOf(ASKED.encoding),
      words: (trans, { name = 'input_ids' }) => ({
        title: trans.__('All that the tokenizer gives is wanted, not a tensor'),
        cause: trans.__(
          'What a tokenizer or processor gives when it is called has .%1 and more. This is a tensor: what encode() gives, or one part taken out of the whole.',
          name
        ),
        fixes: [
          check(
            trans.__('Call the tokenizer, not its encode()'),
            'inputs = tokenizer(text, return_tensors="pt")\noutput = model(**inputs)'
          ),
          {
            ...check(
              trans.__('Or use the tensor itself: it is that part'),
              `model(${name}=x)`
            ),
            edit: attributeSkipped(name)
          }
        ]
      })
    },
    slip: {
      words: (trans, { name = 'unsqeeze', near = 'unsqueeze', line }) => ({
        title: trans.__('Tensors have %1, not %2', near, name),
        cause: trans.__(
          'No tensor has %1, and %2 differs from it by one slip.',
          name,
          near
        ),
        fixes: [
          {
            ...check(trans.__('Write %1', near), line ?? `x.${near}`),
            edit: attributeRenamed(name, near)
          }
        ]
      })
    },
    own: {
      words: (trans, { name = 'fc', near = 'self.fc', line }) => ({
        title: trans.__(
          '%1 is the model’s, and a tensor is asked for it',
          name
        ),
        cause: trans.__(
          'The class keeps it as %1. What stands before it in the failed line is a tensor.',
          near
        ),
        fixes: [check(trans.__('Ask the model'), line ?? `x = self.${name}(x)`)]
      })
    },
    function: {
      words: (trans, { name = 'one_hot', near = 'F.one_hot', line }) => ({
        title: trans.__('%1 is a function, no method of tensors', near),
        cause: trans.__(
          'PyTorch has %1 as a function, which takes the tensor as its argument.',
          name
        ),
        fixes: [
          check(
            trans.__('Call the function with the tensor'),
            near.startsWith('F.')
              ? `import torch.nn.functional as F\n${line ?? `y = ${near}(x)`}`
              : `y = ${near}([x, other])`
          )
        ]
      })
    },
    file: {
      signs: signsOf(ASKED.file),
      words: (trans, { name = 'read' }) => ({
        title: trans.__('A file or a path is expected, this is a tensor'),
        cause: trans.__(
          'The call wants a path or an open file and asks it for .%1. It was given a tensor, which is loaded already; or the arguments are exchanged.',
          name
        ),
        fixes: [
          check(
            trans.__('torch.save() takes the object first, then the path'),
            "torch.save(x, 'x.pt')"
          ),
          check(
            trans.__('Leave the loading out, or hand over the path'),
            "image = Image.open('image.png')"
          )
        ]
      })
    },
    optimizer: {
      signs: signsOf(ASKED.optimizer),
      words: (trans, { name = 'step' }) => ({
        title: trans.__('%1() belongs to the optimizer, not to the loss', name),
        cause: trans.__(
          'The loss has backward(), which works out the gradients. The step along them is a method of the optimizer.'
        ),
        fixes: [
          check(
            trans.__('Call each on its own object'),
            'optimizer.zero_grad()\nloss.backward()\noptimizer.step()'
          )
        ]
      })
    },
    tensorflow: {
      signs: signsOf(ASKED.tensorflow),
      words: (trans, { name = 'get_shape' }) => ({
        title: trans.__('.%1() is of TensorFlow', name),
        cause: trans.__(
          'The code asks for %1(), which tensors of TensorFlow have, and those of PyTorch have not.',
          name
        ),
        fixes: [
          check(
            trans.__('What does the same in PyTorch'),
            name === 'assign'
              ? 'with torch.no_grad():\n    x.copy_(value)'
              : 'x.shape'
          )
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'If the tensor is TensorFlow’s, Keras’ or Paddle’s, their pages say what it has.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: torch.Tensor and its methods'),
        url: 'https://docs.pytorch.org/docs/stable/tensors.html'
      },
      LINKS.dataLoader(trans)
    ]
  })
});
