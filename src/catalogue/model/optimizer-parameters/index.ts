import { define } from '../../define';
import { check } from '../../fix';
import { messageOrLog } from '../../signs';
import { keywordRenamed } from '../../shared/edits/names';
import { ofKeyword } from '../../shared/edits/twins';
import { LINKS } from '../shared/links';
import { GROUP_KINDS } from './groups';
import { listParameters } from './list';
import { OPTION_KINDS } from './options';
import type { IFix, ITranslate } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { optimizerGiven } from '../../shared/edits/calls';
import { layersRegistered } from '../../shared/edits/layers';

const NAMES = String.raw`(?:Sparse)?Adam(?:W|ax)?|[NR]Adam|SGD|ASGD|RMSprop|Rprop|Adagrad|Adadelta|LBFGS|Adafactor`;

const CALL = new RegExp(String.raw`\boptim\.(?:${NAMES})\(`);

/** Only what requires gradients: `filter(lambda p: p.requires_grad, …)`. */
const FILTERED =
  /\bfilter\( ?lambda \w{1,20}: ?\w{1,20}\.requires_grad|\bfor \w{1,20} in [^\n]{1,80} if \w{1,20}\.requires_grad/;

/** Keras' and Optax' optimizers have the same names. */
function ofTorch({ code, exceptions }: IReading): boolean {
  const files = exceptions.flatMap(one => one.frames.map(({ file }) => file));
  return (
    !/keras|optax|tensorflow|\btf\./.test([code, ...files].join('\n')) &&
    (code === '' || /\boptim|parameters\(\)/.test(code))
  );
}

/** The option that was meant, where it is near, or is the learning rate. */
function meantOption(
  trans: ITranslate,
  keyword: string,
  near = keyword === 'learning_rate' ? 'lr' : undefined
): IFix[] {
  return near === undefined
    ? []
    : [
        {
          ...check(
            trans.__('Write %1 in place of %2', near, keyword),
            `${near}=`
          ),
          ...ofKeyword(keyword, keywordRenamed(keyword, near))
        }
      ];
}

export default define({
  id: 'model/optimizer-parameters',
  inPackage: 'settings',
  refines: ['python/call-arguments'],
  answers: [
    'optimizer got an empty parameter list',
    "can't optimize a non-leaf Tensor",
    'optimizer can only optimize Tensors, but one of the params is torch.nn.modules.conv.Conv2d',
    'some parameters appear in more than one parameter group',
    'Invalid learning rate: -1',
    "Adam.__init__() got an unexpected keyword argument 'momentum'",
    "LBFGS.step() missing 1 required positional argument: 'closure'",
    'Adam does not support sparse gradients, please consider SparseAdam instead',
    'Muon only supports 2D parameters whereas we found a parameter with size: torch.Size([10])',
    'all optimizer params should be with/without names. Some param names are missing',
    'Tensor lr must be 1-element'
  ],
  values: ['type', 'name', 'given', 'optimizer', 'keyword', 'near', 'frozen'],
  known: ({ incident: { live } }) =>
    live?.kind === 'call' ? { near: live.near ?? undefined } : {},
  kinds: {
    empty: {
      signs: messageOrLog(/optimizer got an empty parameter list/, {
        read: (_, { code }) => ({
          frozen: FILTERED.test(code) ? 'yes' : undefined
        })
      }),
      words: (trans, { frozen }) => ({
        title: frozen
          ? trans.__('No weight of the model is to be trained')
          : trans.__('The model has no parameters to train'),
        cause: frozen
          ? trans.__(
              'The optimizer is given only what requires gradients, and nothing does: usually all layers were frozen (requires_grad = False), and the new last layer as well or before them.'
            )
          : trans.__(
              'The list given to the optimizer is empty. Often the layers lie in a plain Python list or dict, all weights are frozen, or a generator was used up before.'
            ),
        fixes: frozen
          ? [
              check(
                trans.__('Let the layers that are to learn require gradients'),
                'for p in model.fc.parameters():\n    p.requires_grad = True  # before the optimizer is made'
              ),
              listParameters(trans)
            ]
          : [
              {
                safety: 'check',
                title: trans.__(
                  'Keep layers in nn.ModuleList or nn.ModuleDict'
                ),
                code: 'self.layers = nn.ModuleList([nn.Linear(8, 8) for _ in range(3)])',
                edit: layersRegistered
              },
              listParameters(trans)
            ]
      })
    },
    leaf: {
      signs: messageOrLog(
        /can["']?t optimize a (?:non-leaf|parameter that doesn["']t require)/
      ),
      words: trans => ({
        title: trans.__('The optimizer got a computed tensor'),
        cause: trans.__(
          'An optimizer changes tensors in place, and that works only for leaves: those made by you or by a layer. w.cuda() or 0.1 * torch.randn(…, requires_grad=True) gives a new, computed one.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__(
              'Make the tensor first, then let it require gradients'
            ),
            code: 'w = (0.1 * torch.randn(3, device=device)).requires_grad_()'
          },
          listParameters(trans)
        ]
      })
    },
    type: {
      signs: messageOrLog(
        /(?:optimizer can only optimize (?:Tensors|Variables), but one of the params is|iterable of (?:Tensors|Variables) or dicts, but got) (?<type>[\w.]+)/
      ),
      words: (trans, { type }) =>
        /^torch\.(?:\w{1,12}\.)?\w{3,14}Tensor$/.test(type ?? '')
          ? {
              title: trans.__('The optimizer got one tensor, not a list'),
              cause: trans.__(
                'An optimizer goes through a list of tensors, and was given a single one (%1), which it does not take apart.',
                type
              ),
              fixes: [
                {
                  ...check(
                    trans.__('Put the tensor into a list'),
                    'optimizer = torch.optim.Adam([w], lr=1e-3)'
                  ),
                  edit: optimizerGiven('[', ']')
                },
                listParameters(trans)
              ]
            }
          : {
              title: trans.__(
                'The optimizer got something else than parameters'
              ),
              cause: type
                ? trans.__(
                    'An optimizer wants a list of tensors or of dictionaries, and got %1.',
                    type
                  )
                : trans.__(
                    'An optimizer wants a list of tensors or of dictionaries.'
                  ),
              fixes: [
                {
                  safety: 'check',
                  title: trans.__('Pass the parameters, not the model'),
                  code: 'optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)'
                },
                listParameters(trans)
              ]
            }
    },
    twice: {
      signs: messageOrLog(
        /some parameters appear in more than one parameter group/
      ),
      words: trans => ({
        title: trans.__('A parameter stands in two groups of the optimizer'),
        cause: trans.__(
          'Each tensor may be updated once per step. Shared layers, or model.parameters() beside a group of its own layers, name it twice.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Give each parameter to one group'),
            code: 'head = set(model.fc.parameters())\nbody = [p for p in model.parameters() if p not in head]\noptimizer = torch.optim.Adam([{"params": body}, {"params": list(head), "lr": 1e-2}])'
          },
          listParameters(trans)
        ]
      })
    },
    ...OPTION_KINDS,
    ...GROUP_KINDS,
    fused: {
      signs: messageOrLog(
        /["'`]fused=True["'`] requires all the params to be (?:CUDA, )?floating point Tensors|["'`]fused["'`] and ["'`]foreach["'`] cannot be ["'`]True["'`] together/
      ),
      words: trans => ({
        title: trans.__('fused=True does not fit these parameters'),
        cause: trans.__(
          'The fused optimizer wants parameters of a floating point type on a device it knows (before torch 2.4 only CUDA), and goes without foreach=True. Usually the model is still on the CPU.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Move the model first, or leave fused out'),
            code: "model.to('cuda')\noptimizer = torch.optim.AdamW(model.parameters(), lr=1e-3, fused=torch.cuda.is_available())"
          },
          listParameters(trans)
        ]
      })
    },
    required: {
      signs: messageOrLog(
        /parameter group didn["']t specify a value of required optimization parameter (?<name>\w{1,40})/
      ),
      words: (trans, { name = 'lr' }) => ({
        title: trans.__('The optimizer was not told its %1', name),
        cause: trans.__(
          'This optimizer has no default for it. Before torch 2.1 SGD has none for the learning rate.'
        ),
        fixes: [
          check(
            trans.__('Give it'),
            'optimizer = torch.optim.SGD(model.parameters(), lr=0.01)'
          ),
          listParameters(trans)
        ]
      })
    },
    keyword: {
      signs: [
        {
          where: 'message',
          pattern: new RegExp(
            String.raw`\b(?<optimizer>${NAMES})\.__init__\(\) got an unexpected keyword argument ["'](?<keyword>\w{1,40})["']`
          ),
          when: ofTorch
        },
        // Before Python 3.10 the class is not named, but called in the code.
        {
          where: 'message',
          pattern:
            /^__init__\(\) got an unexpected keyword argument ["'](?<keyword>momentum|betas|nesterov|learning_rate|alpha|amsgrad|weight_decay|eps|fused|foreach)["']/,
          when: ({ code }) => CALL.test(code),
          confidence: 'likely',
          read: ({ keyword }, { code }) => ({
            keyword,
            optimizer: /\boptim\.(\w{1,20})\(/.exec(code)?.[1]
          })
        }
      ],
      words: (trans, { optimizer = 'Optimizer', keyword = '', near }) => ({
        title: trans.__('The optimizer has no option of this name'),
        cause: trans.__(
          'torch.optim.%1 does not take “%2”. Adam and its kin have betas in place of momentum, SGD has no betas; the learning rate is called lr.',
          optimizer,
          keyword
        ),
        fixes: [
          // Of the AdamW that transformers had up to 4.
          ...(/^(?:correct_bias|no_deprecation_warning)$/.test(keyword)
            ? [
                check(
                  trans.__('That was of transformers’ AdamW: leave it out'),
                  'optimizer = torch.optim.AdamW(model.parameters(), lr=5e-5, weight_decay=0.0)'
                )
              ]
            : meantOption(trans, keyword, near)),
          check(
            trans.__('Use its own options'),
            'torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)\ntorch.optim.Adam(model.parameters(), lr=1e-3, betas=(0.9, 0.999))'
          ),
          listParameters(trans)
        ]
      })
    },
    closure: {
      signs: [
        {
          where: 'message',
          pattern:
            /\bLBFGS\.step\(\) missing 1 required positional argument: ["']closure["']/
        },
        {
          where: 'message',
          pattern:
            /^step\(\) missing 1 required positional argument: ["']closure["']/,
          confidence: 'likely'
        }
      ],
      words: trans => ({
        title: trans.__('LBFGS wants a function that computes the loss'),
        cause: trans.__(
          'LBFGS evaluates the loss several times in one step, so its step() is given a closure that does it. Other optimizers need none.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Pass a closure'),
            code: 'def closure():\n    optimizer.zero_grad()\n    loss = criterion(model(x), y)\n    loss.backward()\n    return loss\n\noptimizer.step(closure)'
          },
          listParameters(trans)
        ]
      })
    },
    sparse: {
      signs: messageOrLog(
        /\b(?:\w{1,20} does not support sparse gradients|SparseAdam does not support dense gradients), please consider/
      ),
      words: trans => ({
        title: trans.__('This optimizer cannot use gradients of this layout'),
        cause: trans.__(
          'nn.Embedding(…, sparse=True) gives sparse gradients, which only SGD, Adagrad and SparseAdam take. SparseAdam in turn takes only sparse ones.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Make the embedding dense, or separate the two'),
            code: 'embedding = nn.Embedding(1000, 64)  # without sparse=True\n# or: torch.optim.SparseAdam(model.embedding.parameters()), beside Adam for the rest'
          },
          listParameters(trans)
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        '“element 0 of tensors does not require grad” comes from backward(): there the loss has no graph.'
      )
    ],
    links: [
      LINKS.optim(trans),
      {
        title: trans.__('PyTorch: ModuleList'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.nn.ModuleList.html'
      }
    ]
  })
});
