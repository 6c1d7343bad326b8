import type { IReading } from '../../../incident/types';
import { define } from '../../define';
import { check } from '../../fix';
import { printedText } from '../../predicates';
import { conditionAs } from '../../shared/edits/lines';

/** A class of a project with the name of a layer in its own; not PyG's. */
const LACKS =
  /^["'](?<module>(?!(?:GCN|GAT|GATv2|SAGE|GIN|GraphConv|Cheb|SG|TAG|ARMA|RGCN|Edge|Transformer)Conv)\w{0,40}(?:Conv|BatchNorm|Linear)\w{1,40})["'] object has no attribute ["'](?<name>weight|bias)["']/;

const BY_NAME =
  /\.__name__|classname\.find\(|\bweights?_init|\binit_weights?|\.apply\(/;

/** A function for apply() is at hand, or nothing is that tells otherwise. */
function mayBe(reading: IReading): boolean {
  const { code, exceptions } = reading;
  return (
    BY_NAME.test(printedText(reading)) ||
    (code.trim() === '' &&
      exceptions.every(({ frames }) => frames.length === 0))
  );
}

/** Whether a condition goes by the name of a class. */
function isByName(condition: string): boolean {
  return (
    /__name__|\.find\(/.test(condition) &&
    /Conv|BatchNorm|Linear/.test(condition)
  );
}

/** The layers that have such a part of their name. */
function classesOf(module: string): string {
  return module.includes('Conv')
    ? '(nn.Conv1d, nn.Conv2d, nn.ConvTranspose2d)'
    : module.includes('BatchNorm')
      ? '(nn.BatchNorm1d, nn.BatchNorm2d)'
      : 'nn.Linear';
}

export default define({
  id: 'model/init-by-name',
  answers: ["AttributeError: 'ConvBlock' object has no attribute 'weight'"],
  refines: ['model/no-attribute'],
  values: ['module', 'name'],
  signs: [
    { where: 'message', pattern: LACKS, when: mayBe, confidence: 'likely' }
  ],
  words: (trans, { module = 'ConvBlock', name = 'weight' }) => ({
    title: trans.__('A block is taken for a layer by its name'),
    cause: trans.__(
      '%1 has the name of a layer in its own, but holds layers and has no %2 itself. Usually a function such as weights_init(), called by apply(), goes by the names of classes.',
      module,
      name
    ),
    fixes: [
      {
        ...check(
          trans.__('Ask for the class, not for its name'),
          'def weights_init(m):\n    if isinstance(m, (nn.Conv2d, nn.ConvTranspose2d, nn.Linear)):\n        nn.init.normal_(m.weight, 0.0, 0.02)'
        ),
        edit: conditionAs(
          isByName,
          m => `isinstance(${m}, ${classesOf(module)})`
        )
      },
      check(
        trans.__('Or call the block otherwise'),
        `class ${module.replace(/Conv|BatchNorm|Linear/, '')}(nn.Module): ...`
      )
    ]
  }),
  common: trans => ({
    notThis: [
      trans.__(
        'If a line of yours asks for the weight: it belongs to a layer inside the block.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: nn.Module.apply'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.nn.Module.html#torch.nn.Module.apply'
      }
    ]
  })
});
