import type { IFix, ITranslate } from '../../../diagnosis/types';
import type { ValuesOf } from '../../define';
import { check } from '../../fix';

/** Layers and losses of torch.nn that take no tensor when they are made. */
const LAYER =
  /^(?:\w{0,10}ReLU6?|[GS]?ELU|SiLU|Sigmoid|Tanh|(?:Log)?Softmax|\w{0,8}Dropout\d?d?|(?:Adaptive)?(?:Max|Avg)Pool\dd|Flatten|Conv\dd|\w{0,5}Linear|\w{1,10}Norm\dd|\w{1,10}Norm|\w{1,20}Loss|Upsample|Identity)$/;

/** What to change, by the type of what stands where a tensor should. */
export function fixesByType(
  trans: ITranslate,
  type: string,
  { anew, func, list }: ValuesOf<'anew' | 'func' | 'list'> = {}
): IFix[] {
  switch (type) {
    case 'Size':
    case 'torch.Size':
      return [
        check(
          trans.__('Give the tensor itself, without .shape or .size()'),
          anew ?? 'y = torch.mean(x, dim=1)  # not torch.mean(x.shape, dim=1)'
        )
      ];
    case 'ndarray':
    case 'numpy.ndarray':
      return [
        check(
          trans.__('Make a float32 tensor of the array'),
          'x = torch.from_numpy(x).float()'
        )
      ];
    case 'DataFrame':
    case 'Series':
      return [
        check(
          trans.__('Make a float32 tensor of the table'),
          'x = torch.tensor(x.to_numpy(), dtype=torch.float32)'
        )
      ];
    case 'torch.return_types.max':
    case 'torch.return_types.min':
    case 'torch.return_types.topk':
    case 'torch.return_types.sort':
    case 'torch.return_types.median':
    case 'torch.return_types.mode':
    case 'torch.return_types.kthvalue':
      return [
        check(
          trans.__('It gives values and places: take them apart'),
          `values, places = torch.${type.split('.').pop()}(x, dim=1)`
        )
      ];
    case 'tuple':
      return [
        check(
          trans.__('LSTM, GRU: take the output, leave the state'),
          'output, state = lstm(x)\nx = linear(output)'
        ),
        check(
          trans.__('A model that returns several parts: take one'),
          'output = model(x)[0]'
        ),
        check(
          trans.__('A tuple of tensors: put them together'),
          'x = torch.stack(x)'
        )
      ];
    case 'list':
      return [
        check(
          trans.__('A list of numbers: make a tensor'),
          'x = torch.tensor(x)'
        ),
        check(
          trans.__('A list of tensors: put them together'),
          'x = torch.stack(x)'
        ),
        check(
          trans.__('From a tokenizer or a dataset: ask for tensors'),
          "batch = tokenizer(texts, padding=True, truncation=True, return_tensors='pt')\ndataset.set_format('torch')"
        )
      ];
    case 'generator':
    case 'map':
      return [
        check(
          trans.__('Make a list of the tensors, then one tensor'),
          'x = torch.stack(list(x))'
        )
      ];
    case 'dict':
    case 'OrderedDict':
    case 'collections.OrderedDict':
      return [
        check(
          trans.__('Take the tensor out of the dictionary'),
          "print(list(x))  # its keys\nx = x['out']"
        )
      ];
    case 'str':
      return [
        check(
          trans.__('Transformers: take the part by its name'),
          'output = model(**batch)\nhidden = output.last_hidden_state  # not: hidden, pooled = model(**batch)'
        ),
        check(
          trans.__('A text of yours: make numbers of it first'),
          "batch = tokenizer(texts, padding=True, truncation=True, return_tensors='pt')"
        )
      ];
    case 'NoneType':
      return [
        check(
          trans.__('Let forward() return its result'),
          'def forward(self, x):\n    x = self.layers(x)\n    return x'
        )
      ];
    case 'function':
    case 'method':
    case 'builtin_function_or_method':
      return [
        check(
          trans.__('Call the function: the brackets are missing'),
          'loss = criterion(output, y)\nx = x.mean()'
        )
      ];
    case 'InceptionOutputs':
    case 'GoogLeNetOutputs':
      return [
        check(
          trans.__('In training use both outputs, or take the first'),
          'output = model(x)\nloss = criterion(output.logits, y) + 0.4 * criterion(output.aux_logits, y)'
        )
      ];
  }
  if (/^(?:int|float|bool|complex|numpy\.\w+)$/.test(type)) {
    const value = type.includes('.') ? 'float(x)' : 'x';
    return list
      ? [
          check(
            trans.__('A list of numbers: make one tensor of it'),
            `values = torch.tensor(${list})`
          ),
          check(
            trans.__('Tensors were meant: append them without .item()'),
            `${list}.append(value)`
          )
        ]
      : /^(?:sqrt|exp|log|log2|log10|sin|cos|tan|tanh|floor|ceil)$/.test(
            func ?? ''
          )
        ? [
            check(
              trans.__('Of a plain number: take the function of math'),
              `import math\ny = math.${func}(${value})`
            ),
            check(
              trans.__('Or make a tensor of the number'),
              `y = torch.${func}(torch.tensor(${value}))`
            )
          ]
        : [
            check(
              trans.__('Make a tensor of the number'),
              'x = torch.tensor(x)'
            )
          ];
  }
  if (
    /^(?:Sequential|ModuleList|\w{0,12}(?:Conv\dd|Linear|Norm\dd?|LSTM|GRU|Embedding)|\w{1,30}(?:Block|Layer|Encoder|Decoder|Net))$/.test(
      type
    )
  ) {
    return [
      check(
        trans.__('A layer is called on a layer: give it what that one returns'),
        'x = second(first(x))  # in forward()\nself.both = nn.Sequential(first, second)  # in __init__()'
      )
    ];
  }
  if (LAYER.test(type)) {
    return [
      check(
        trans.__('Call the layer: nn.%1(x) only makes it', type),
        'x = nn.ReLU()(x)  # or F.relu(x); not nn.ReLU(x)'
      )
    ];
  }
  if (/Image(?:File)?$/.test(type)) {
    return [
      check(
        trans.__('Add ToTensor() to the transforms'),
        'transform = transforms.Compose([transforms.Resize(224), transforms.ToTensor()])'
      )
    ];
  }
  // diffusers: models give a sample, the text encoders of transformers do not.
  if (
    /2DOutput|ConditionOutput$|^DecoderOutput$|^Transformer\dDModelOutput/.test(
      type
    )
  ) {
    return [
      check(
        trans.__('Take the tensor out of what the model returns'),
        'noise = model(noisy, timesteps).sample'
      )
    ];
  }
  return /Output/.test(type)
    ? [
        check(
          trans.__('Take the tensor out of what the model returns'),
          'logits = model(**batch).logits  # or .last_hidden_state'
        )
      ]
    : [];
}

/** What to change where backward() was called on something else. */
export function lossFixes(trans: ITranslate, type: string): IFix[] {
  if (type === 'dict') {
    return [
      check(
        trans.__('A dictionary of losses, as of torchvision: add them'),
        'loss = sum(losses.values())\nloss.backward()'
      )
    ];
  }
  if (type === 'tuple' || type === 'list') {
    return [
      check(
        trans.__('Take the loss out of what was returned'),
        'loss = losses[0]  # or sum(losses), where each is one\nloss.backward()'
      )
    ];
  }
  if (/Output/.test(type)) {
    return [
      check(
        trans.__('Take the loss out of what the model returns'),
        'model(**batch, labels=labels).loss.backward()'
      )
    ];
  }
  if (type === 'str') {
    return [
      check(
        trans.__('Transformers: take the loss by its name'),
        'output = model(**batch, labels=labels)  # not: loss, logits = model(…)\nloss = output.loss\nloss.backward()',
        trans.__(
          'Since transformers 4 a model returns a kind of dictionary, and taking that apart gives the names of its parts.'
        )
      )
    ];
  }
  if (type === 'int') {
    return [
      check(
        trans.__('Skip the step where nothing was added'),
        'if torch.is_tensor(loss):  # 0 where there was nothing to compare\n    loss.backward()'
      ),
      check(
        trans.__('Or keep it a tensor with a graph'),
        'loss = loss + output.sum() * 0'
      ),
      {
        safety: 'diagnostic',
        title: trans.__('See how often the loss is added to'),
        code: 'print(len(batch), len(targets))  # what the loop runs over, just before it'
      }
    ];
  }
  return type === 'NoneType'
    ? [
        check(
          trans.__('Transformers: a loss is computed where labels are given'),
          'output = model(**batch, labels=labels)\noutput.loss.backward()'
        ),
        check(
          trans.__('A function of yours: let it return the loss'),
          'def training_loss(batch):\n    ...\n    return loss'
        )
      ]
    : [
        check(
          trans.__('Keep the loss a tensor: item() is for printing only'),
          'loss = criterion(model(x), y)\nloss.backward()\ntotal += loss.item()'
        )
      ];
}
