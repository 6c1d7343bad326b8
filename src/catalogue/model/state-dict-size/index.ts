import { define, type ValuesOf } from '../../define';
import { messageOrLog } from '../../signs';
import { bareName, nothingRaised } from '../../predicates';
import { LINKS } from '../shared/links';
import { stateDictOf, stateDictSigns } from '../shared/state-dict';
import type { IFix, ITranslate, Values } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { builtAsSaved } from '../../shared/edits/layers';
import {
  HEAD,
  reasonCause,
  reasonFixes,
  reasonOf,
  settingsIn,
  yoloClasses
} from './reasons';
import type { Reason } from './reasons';

/** transformers 4 adds it to the list. */
const FROM_PRETRAINED =
  /You may consider adding `?ignore_mismatched_sizes=True/;

/** The class that is loaded into, as torch names it. */
const MODEL = /loading state_dict for (?<model>\w{1,60}):/;

function readSizes(
  _: Values,
  reading: IReading
): ValuesOf<
  'name' | 'inFile' | 'inModel' | 'count' | 'reason' | 'differ' | 'model'
> & {
  kind?: 'transformers';
} {
  const { sizes, missing, unexpected } = stateDictOf(reading);
  const reason = reasonOf(sizes);
  // Names that differ as well tell of another class.
  const isAll = missing.length + unexpected.length === 0;
  const [first] = sizes;
  const text = reading.exceptions.map(one => one.message).join(' ');
  return {
    ...(FROM_PRETRAINED.test(`${text} ${reading.log}`)
      ? { kind: 'transformers' }
      : {}),
    reason:
      isAll || reason === 'width' || reason === 'blocks'
        ? reason
        : sizes.some(({ name }) => !HEAD.test(name))
          ? 'other'
          : undefined,
    differ: isAll && reason === 'settings' ? settingsIn(sizes) : undefined,
    model: MODEL.exec(text)?.groups?.model,
    name: first?.name,
    inFile: first?.inFile,
    inModel: first?.inModel,
    count: sizes.length > 1 ? String(sizes.length) : undefined
  };
}

/** A line of the table: `fc.weight | MISMATCH | … ckpt: … vs model: …`. */
const REPORTED =
  /(?<name>\w[\w.]{0,200}) {0,60}\| MISMATCH \| Reinit due to size mismatch - ckpt: torch\.Size\((?<inFile>\[[\d, ]{0,60}\])\) vs model: ?torch\.Size\((?<inModel>\[[\d, ]{0,60}\])\)/;

/** The first size of a shape such as `[1000, 512]`. */
function leading(shape: string | undefined): string | undefined {
  return shape === undefined ? undefined : /\d+/.exec(shape)?.[0];
}

/** How to build the model as the checkpoint needs it. */
function buildCode({
  name = 'fc',
  inFile,
  inModel,
  reason,
  model = 'Net'
}: Values): string {
  const rest = (shape?: string): string | undefined =>
    shape?.replace(/^.\d+/, '');
  const classes = yoloClasses(name, Number(leading(inFile)));
  if (classes !== undefined) {
    return `model = Model(cfg, nc=${classes})\nmodel.load_state_dict(state)`;
  }
  if (
    (HEAD.test(name) || reason === 'head') &&
    rest(inFile) === rest(inModel)
  ) {
    const layer = name
      .replace(/\.(?:weight|bias)$/, '')
      .replace(/(?:^|\.)(\d{1,2})(?=\.|$)/g, '[$1]');
    const member = layer.startsWith('[') ? `model${layer}` : `model.${layer}`;
    const own = `${member} = nn.Linear(${member}.in_features, ${leading(inModel) ?? 'num_classes'})`;
    // It has no settings but its layers.
    if (model === 'Sequential') {
      return `${member} = nn.Linear(${member}.in_features, ${leading(inFile) ?? 1000})  # as in the file\nmodel.load_state_dict(state)\n${own}`;
    }
    const build = `model = ${model}(num_classes=${leading(inFile) ?? 1000})\nmodel.load_state_dict(state)`;
    // Of a convolution no Linear layer takes the place.
    if (/,.*,/.test(inFile ?? '')) {
      return build;
    }
    return `${build}\n${own}`;
  }
  return `model = ${model}(...)  # with the sizes it was trained with\nmodel.load_state_dict(state)`;
}

/** `own_state[name].copy_(param)` in `load_state_dict`. */
function copiesParameter({ exceptions }: IReading): boolean {
  return exceptions.some(
    ({ frames }) =>
      frames.length > 0 &&
      bareName(frames[frames.length - 1]) === 'load_state_dict'
  );
}

function cause(
  trans: ITranslate,
  { name, inFile, inModel, count, reason, differ }: Values
): string {
  const differs = shapes(trans, { name, inFile, inModel, count });
  return reason !== undefined && differs !== undefined
    ? `${differs} ${reasonCause(trans, reason as Reason, { inFile, differ })}`
    : usualCause(trans, { name, inFile, inModel, count });
}

/** Which weight differs, and how many more. */
function shapes(
  trans: ITranslate,
  { name, inFile, inModel, count }: Values
): string | undefined {
  if (name === undefined || inFile === undefined || inModel === undefined) {
    return undefined;
  }
  const others = count === undefined ? 0 : Number(count) - 1;
  return others > 0
    ? trans._n(
        '“%2” is %3 in the checkpoint and %4 in the model, and so is %1 more weight.',
        '“%2” is %3 in the checkpoint and %4 in the model, and %1 more weights differ.',
        others,
        name,
        inFile,
        inModel
      )
    : trans.__(
        '“%1” is %2 in the checkpoint and %3 in the model.',
        name,
        inFile,
        inModel
      );
}

function usualCause(trans: ITranslate, values: Values): string {
  const usual = trans.__(
    'Usual: another number of classes, of words in the vocabulary, or of channels.'
  );
  return `${
    shapes(trans, values) ??
    trans.__(
      'A weight of the model has another shape than the one in the checkpoint.'
    )
  } ${usual}`;
}
function usualFixes(
  trans: ITranslate,
  { name, inFile, inModel, reason, differ, model }: Values
): IFix[] {
  const first = reasonFixes(trans, reason as Reason | undefined, {
    inFile,
    inModel,
    differ,
    model
  });
  return [
    ...(first.length > 0
      ? first
      : [
          {
            safety: 'check' as const,
            title: trans.__('Build the model with the sizes of the checkpoint'),
            detail: trans.__(
              'For a last layer that is the number of classes it was trained on: put your own layer in afterwards.'
            ),
            code: buildCode({ name, inFile, inModel, reason, model }),
            edit: builtAsSaved(inFile, inModel)
          }
        ]),
    // Without them little would be left, or nothing needs to be left out.
    ...(/^(?:mixed|other|positions|reshaped|transposed|blocks|width|settings)$/.test(
      reason ?? ''
    ) && !/^(?:outputs|channels):[^;]*$/.test(differ ?? '')
      ? []
      : [
          {
            safety: 'check' as const,
            title: trans.__('Or load all weights but those'),
            detail: trans.__(
              'strict=False alone does not help: it allows other names, not other shapes.'
            ),
            code: 'own = model.state_dict()\nstate = {k: v for k, v in state.items() if k in own and v.shape == own[k].shape}\nprint(model.load_state_dict(state, strict=False))'
          }
        ]),
    {
      safety: 'diagnostic',
      title: trans.__('List what differs'),
      code: 'own = model.state_dict()\nprint([k for k in state if k in own and state[k].shape != own[k].shape])'
    }
  ];
}

export default define({
  id: 'model/state-dict-size',
  inPackage: 'file',
  answers: [
    'size mismatch for fc.weight: copying a param with shape torch.Size([1000, 512]) from checkpoint, the shape in current model is torch.Size([10, 512]).',
    'While copying the parameter named "fc.weight", whose dimensions in the model are torch.Size([10, 512]) and whose dimensions in the checkpoint are torch.Size([1000, 512])'
  ],
  // Its own words where load_state_dict() copies.
  refines: ['tensor/broadcast-shape'],
  values: ['name', 'inFile', 'inModel', 'count', 'reason', 'differ', 'model'],
  kinds: {
    weights: {
      signs: [
        ...stateDictSigns(
          /size mismatch for [\w.:/-]{1,300}(?:: copying a param)?|While copying the parameter named/,
          ({ sizes }) => sizes.length > 0,
          { read: readSizes }
        ),
        ...stateDictSigns(
          /size mismatch for [\w.:/-]{1,300}: copy/,
          ({ sizes }) => sizes.length === 0
        ),
        // Written by hand after the fashion of torch 0.4.
        ...messageOrLog(
          /\bfor [\w.]{1,200}: ?copying a param of torch\.[Ss]ize\(/,
          { confidence: 'likely' }
        ),
        // transformers and accelerate, which set one weight after the other.
        ...messageOrLog(
          /Trying to set a tensor of shape torch\.Size\((?<inFile>\[[\d, ]{0,60}\])\) in ["'](?<name>[\w.:/-]{1,300})["'] \(which has shape torch\.Size\((?<inModel>\[[\d, ]{0,60}\])\)/
        ),
        // diffusers.

        ...messageOrLog(
          /Cannot load <class '[^']{1,200}'> from .{1,300} because (?<name>[\w.]{1,200}) expected shape (?:tensor\(\.\.\., device=["']meta["'], size=(?<inModel>\([\d, ]{0,60}\))[^)]{0,60}\)|torch\.Size\((?<wanted>\[[\d, ]{0,60}\])\)), but got torch\.Size\((?<inFile>\[[\d, ]{0,60}\])/,
          {
            read: ({ name, inModel, wanted, inFile }) => ({
              name,
              inModel: inModel ?? wanted,
              inFile
            })
          }
        ),
        // torch up to 0.2: the copy fails, and no text has the name.
        {
          where: 'message',
          pattern: /sizes do not match at \S{1,200}Copy/,
          when: copiesParameter
        },
        // CenterNet, and what took over its loader (FairMOT, MOTR, RMOT).
        {
          where: 'log',
          pattern:
            /Skip loading parameter (?<name>[\w.:/-]{1,300}), required shape ?torch\.Size\((?<inModel>\[[\d, ]{0,60}\])\), loaded shape ?torch\.Size\((?<inFile>\[[\d, ]{0,60}\])/,
          when: nothingRaised,
          confidence: 'possible'
        },
        // fvcore (Detectron2) only warns, and leaves such a weight out.
        {
          where: 'log',
          pattern:
            /["'](?<name>[\w.:/-]{1,300})["'](?: has shape| due to incompatible shapes:) (?<inFile>\([\d, ]{0,60}\)) in the checkpoint but (?<inModel>\([\d, ]{0,60}\)) in the model/,
          when: nothingRaised,
          confidence: 'likely'
        }
      ],
      words: (trans, values) => ({
        title: trans.__('Weights have another shape in the checkpoint'),
        cause: cause(trans, values),
        fixes: usualFixes(trans, values)
      })
    },
    transformers: {
      // transformers 5 prints a table before.
      signs: messageOrLog(
        /You set `?ignore_mismatched_sizes`? to `?False`?, thus raising an error/,
        { read: (_, { log }) => ({ ...REPORTED.exec(log)?.groups }) }
      ),
      words: (trans, values) => ({
        title: trans.__('Weights have another shape in the checkpoint'),
        cause: cause(trans, values),
        fixes: [
          ...(HEAD.test(values.name ?? '')
            ? [
                {
                  safety: 'check' as const,
                  title: trans.__(
                    'A new head is meant: let it start at random'
                  ),
                  detail: trans.__('It must be trained before it is of use.'),
                  code: `model = Model.from_pretrained(path, num_labels=${leading(values.inModel) ?? 'num_labels'}, ignore_mismatched_sizes=True)`
                }
              ]
            : []),
          ...usualFixes(trans, values)
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'If most weights differ, the checkpoint belongs to another architecture or size (resnet18 and resnet50).'
      )
    ],
    links: [LINKS.loadStateDict(trans), LINKS.saving(trans)]
  })
});
