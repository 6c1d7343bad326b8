import { fitting } from '../../shared/fitting';
import { define, type ValuesOf } from '../../define';
import { messageOrLog } from '../../signs';
import { nothingRaised } from '../../predicates';
import { LINKS } from '../shared/links';
import {
  isEmpty,
  lastPart,
  MISSING,
  missingNames,
  stateDictOf,
  stateDictSigns,
  unexpectedNames,
  warnedOf
} from '../shared/state-dict';
import { bufferOf } from '../shared/state-buffers';
import { notStrict, withKeys } from '../../shared/edits/layers';
import type { IFix, ITranslate, Values } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';

function readNames(groups: Values, reading: IReading): Values {
  const { missing, unexpected } = stateDictOf(reading);
  return {
    ...missingNames(groups, reading),
    ...unexpectedNames(groups, reading),
    ...toldBy(missing, unexpected)
  };
}

/** The key that another name begins with, as Python code of the key `k`. */
function renamedKey({ from, to }: Values): string {
  return `'${to}' + k.removeprefix('${from}') if k.startswith('${from}') else k`;
}

/** Beginnings of keys that are safe to write between quotes. */
const PLAIN = /^[\w.]{1,80}$/;

/** What the kernel knows of the keys on both sides. */
function keysAtHand({
  incident: { weights }
}: IReading): ValuesOf<'from' | 'to' | 'own' | 'given' | 'common' | 'model'> {
  if (!weights) {
    return {};
  }
  const { renamed, model, own, given, common } = weights;
  const isPlain = renamed?.every(each => PLAIN.test(each));
  return {
    model,
    own: String(own),
    given: String(given),
    common: String(common),
    ...(renamed && isPlain ? { from: renamed[0], to: renamed[1] } : {})
  };
}

function renameFix(trans: ITranslate, values: Values): IFix[] {
  const key = renamedKey(values);
  return values.from && values.to
    ? [
        {
          safety: 'check',
          title: trans.__('Rename these keys'),
          code: `state = {${key}: v for k, v in state.items()}\nmodel.load_state_dict(state)`,
          edit: withKeys(key)
        }
      ]
    : [];
}

function cause(trans: ITranslate, values: Values): string {
  const { missing, unexpected, from, to, model, own, given, common } = values;
  if (from && to) {
    return trans.__(
      'The keys that the model has under “%1” lie in the checkpoint under “%2”, each of the same size. The attribute was renamed since, or the checkpoint is of another library.',
      to.replace(/\.$/, ''),
      from.replace(/\.$/, '')
    );
  }
  if (common === '0' && model && own && given) {
    return trans.__(
      'None of the %1 keys of %2 is among the %3 of the checkpoint. It was saved from another class, or it is the wrong file.',
      own,
      model,
      given
    );
  }
  const rename = RENAMES.get(values.rename ?? '');
  if (rename && missing && unexpected) {
    return trans.__(
      'The model has %1, the checkpoint has %2 instead. These are the names of the same weights: the file was saved by %3.',
      missing,
      unexpected,
      rename.by(trans)
    );
  }
  if (values.biases && missing) {
    return trans.__(
      'Only biases are missing, such as %1, and nothing is too much: the layers that were saved had no bias, and those of the model have one.',
      missing.split(',')[0]
    );
  }
  if (!missing) {
    return trans.__(
      'The model has weights with names that are not in the checkpoint. It was saved from another version of the class, or from a part of the model.'
    );
  }
  return unexpected
    ? trans.__(
        'The model has %1, the checkpoint has %2 instead. It was saved from a model that is built otherwise.',
        missing,
        unexpected
      )
    : trans.__(
        'The model has %1, the checkpoint does not. It was saved either from another version of the class, from a part of the model, or not from this model at all.',
        missing
      );
}

function renamedTitle(trans: ITranslate, { from, to }: Values): string {
  const [theirs, ours] = [from, to].map(name =>
    fitting(name?.replace(/\.$/, ''), 16)
  );
  return theirs && ours
    ? trans.__('“%1” is called “%2” in the checkpoint', ours, theirs)
    : trans.__('The checkpoint lacks weights that the model has');
}

function leaveBufferOut(trans: ITranslate, buffer: string | undefined): IFix[] {
  return buffer
    ? [
        {
          safety: 'check',
          title: trans.__('%1 holds no weights: leave it out', buffer),
          detail: trans.__(
            'Releases differ in whether they save it, and the model computes it anew.'
          ),
          code: 'model.load_state_dict(state, strict=False)',
          edit: notStrict
        }
      ]
    : [];
}

/** Names that a release of a library changed: in the file, and in the model. */
interface IRename {
  readonly inFile: RegExp;
  readonly inModel: RegExp;
  readonly by: (trans: ITranslate) => string;
  /** The key `k` of the file, as the model names it. */
  readonly key?: string;
  /** More than keys change. */
  readonly code?: string;
}

const RENAMES: ReadonlyMap<string, IRename> = new Map<string, IRename>([
  [
    'toOlderWeightNorm',
    {
      inFile: /\.parametrizations\.weight\.original[01]$/,
      inModel: /\.weight_[gv]$/,
      by: trans =>
        trans.__(
          'the newer weight_norm() of torch.nn.utils.parametrizations, where the model uses the older one'
        ),
      key: "k.replace('parametrizations.weight.original0', 'weight_g').replace('parametrizations.weight.original1', 'weight_v')"
    }
  ],
  [
    'toNewerWeightNorm',
    {
      inFile: /\.weight_[gv]$/,
      inModel: /\.parametrizations\.weight\.original[01]$/,
      by: trans =>
        trans.__(
          'the older weight_norm(), where the model uses the newer one of torch.nn.utils.parametrizations'
        ),
      key: "k.replace('weight_g', 'parametrizations.weight.original0').replace('weight_v', 'parametrizations.weight.original1')"
    }
  ],
  [
    'ofTensorFlow',
    {
      inFile: /\.LayerNorm\.(?:gamma|beta)$/,
      inModel: /\.LayerNorm\.(?:weight|bias)$/,
      by: trans =>
        trans.__(
          'BERT’s first release in TensorFlow, which says gamma and beta'
        ),
      key: "k.replace('LayerNorm.gamma', 'LayerNorm.weight').replace('LayerNorm.beta', 'LayerNorm.bias')"
    }
  ],
  [
    'toNewerGat',
    {
      // torch_geometric 2.4 and 2.5, nn/conv/gat_conv.py.
      inFile: /\.lin_(?:src|dst)\.weight$/,
      inModel: /\.lin\.weight$/,
      by: trans =>
        trans.__(
          'GATConv of torch_geometric before 2.5, which called lin_src what is lin now'
        ),
      code: "state = {k.replace('.lin_src.', '.lin.'): v for k, v in state.items() if '.lin_dst.' not in k}\nmodel.load_state_dict(state)"
    }
  ],
  [
    'toOlderGat',
    {
      inFile: /\.lin\.weight$/,
      inModel: /\.lin_(?:src|dst)\.weight$/,
      by: trans =>
        trans.__(
          'GATConv of torch_geometric since 2.5, which calls lin what was lin_src before'
        ),
      code: "state = {name: v for k, v in state.items()\n         for name in {k.replace('.lin.', '.lin_src.'), k.replace('.lin.', '.lin_dst.')}}\nmodel.load_state_dict(state)"
    }
  ]
]);

/**
 * What the names tell of all keys, of which the words show three.
 *
 * @param missing - what the checkpoint lacks, whole
 */
function toldBy(
  missing: readonly string[],
  unexpected: readonly string[]
): ValuesOf<'buffer' | 'rename' | 'biases'> {
  if (missing.length === 0) {
    return {};
  }
  const [rename] =
    unexpected.length === 0
      ? []
      : ([...RENAMES].find(
          ([, { inFile, inModel }]) =>
            unexpected.every(key => inFile.test(key)) &&
            missing.every(key => inModel.test(key))
        ) ?? []);
  return {
    rename,
    buffer: bufferOf(missing) && lastPart(missing[0]),
    // The layers that were saved had none.
    biases:
      unexpected.length === 0 && missing.every(key => key.endsWith('.bias'))
        ? 'yes'
        : undefined
  };
}

/** A fix for names that a release changed. */
function knownRename(trans: ITranslate, values: Values): IFix[] {
  const rename = RENAMES.get(values.rename ?? '');
  return rename
    ? [
        {
          safety: 'check',
          title: trans.__('Give the weights the names of this release'),
          code:
            rename.code ??
            `state = {${rename.key}: v for k, v in state.items()}\nmodel.load_state_dict(state)`,
          edit: rename.key === undefined ? undefined : withKeys(rename.key)
        },
        {
          safety: 'check',
          title: trans.__('Or install the release that it was saved with')
        }
      ]
    : [];
}

function withoutBias(trans: ITranslate, { biases }: Values): IFix[] {
  return biases
    ? [
        {
          safety: 'check',
          title: trans.__('Build these layers with bias=False, as in the file'),
          detail: trans.__(
            'Where the class does: bring torch and the library to the release that the program names. nn.LayerNorm takes bias=False since torch 2.1.'
          )
        }
      ]
    : [];
}

function usualFixes(trans: ITranslate): IFix[] {
  return [
    {
      safety: 'diagnostic',
      title: trans.__('Compare the names in the file with those of the model'),
      detail: trans.__(
        'Names such as “model” or “state_dict” alone: the weights lie one level deeper. Hardly a name in common: another class, or the wrong file.'
      ),
      code: 'print(list(state)[:8])\nprint(list(model.state_dict())[:8])'
    },
    {
      safety: 'check',
      title: trans.__('Build the model as it was when it was saved'),
      detail: trans.__(
        'Same class, same number of layers and classes, same version of the library.'
      )
    },
    {
      safety: 'check',
      title: trans.__('Renamed layers: rename the keys'),
      code: "state = {k.replace('old_name.', 'new_name.'): v for k, v in state.items()}"
    },
    {
      safety: 'check',
      title: trans.__('A partial load on purpose: see what stays untrained'),
      detail: trans.__(
        'The missing weights keep their random start and must be trained.'
      ),
      code: 'result = model.load_state_dict(state, strict=False)\nprint(result.missing_keys)'
    }
  ];
}

/** The part of a pipeline in diffusers that a class is for, by its name. */
const PARTS: readonly (readonly [RegExp, string])[] = [
  [/UNet/, 'unet'],
  [/^(?:Autoencoder|VQModel|AsymmetricAutoencoder)/, 'vae'],
  [/Transformer/, 'transformer'],
  [/ControlNet/, 'controlnet']
];

function partOf(type: string | undefined): string | undefined {
  return PARTS.find(([pattern]) => pattern.test(type ?? ''))?.[1];
}

/** The folder of a path that the class was read from, where it is another part's. */
function otherPart({ type, path }: Values): string | undefined {
  const folder = path?.split(/[\\/]/).pop();
  const isPart = PARTS.some(([, part]) => part === folder);
  return isPart && folder !== partOf(type) ? folder : undefined;
}

export default define({
  id: 'model/state-dict-missing',
  inPackage: 'file',
  answers: [
    'Error(s) in loading state_dict for Net: Missing key(s) in state_dict: "fc.weight", "fc.bias".',
    'missing keys in state_dict: "{\'fc.weight\'}"'
  ],
  values: [
    'missing',
    'unexpected',
    'buffer',
    'rename',
    'biases',
    'type',
    'folder',
    'from',
    'to',
    'model',
    'own',
    'given',
    'common'
  ],
  known: keysAtHand,
  kinds: {
    named: {
      signs: [
        ...stateDictSigns(MISSING, () => true, { read: readNames }),
        warnedOf('missing', readNames),
        // What load_state_dict(strict=False) returns, printed.
        {
          where: 'log',
          pattern: /_IncompatibleKeys\(missing_keys=\[(?=["'])/,
          when: nothingRaised,
          confidence: 'possible'
        },
        // Re-identification projects' own loader, which goes on.
        {
          where: 'log',
          pattern: /\b[Kk]eys not found in source state_dict: \w{1,60}\.\w/,
          when: nothingRaised,
          confidence: 'possible'
        }
      ],
      words: (trans, values) => ({
        title: renamedTitle(trans, values),
        cause: cause(trans, values),
        fixes: [
          ...renameFix(trans, values),
          ...knownRename(trans, values),
          ...leaveBufferOut(trans, values.buffer),
          ...withoutBias(trans, values),
          ...usualFixes(trans)
        ]
      })
    },
    diffusers: {
      // diffusers names no more keys than fit its sentence.
      signs: messageOrLog(
        /Cannot load <class '(?:\w{1,60}\.){0,8}(?<type>\w{1,60})'> from (?<path>.{1,300}?) because the following keys are missing: ?(?<missing>[\w.]{0,200}\w(?:, ?[\w.]{0,200}\w){0,2})(?<more>,)?/,
        {
          read: ({ type, path, missing, more }) => ({
            missing: missing && more ? `${missing} …` : missing,
            ...(missing && !more ? toldBy(missing.split(/, ?/), []) : {}),
            type,
            folder: otherPart({ type, path })
          })
        }
      ),
      words: (trans, { missing, type, folder, buffer, biases }) => ({
        title: folder
          ? trans.__('The folder “%1” holds another part', folder)
          : trans.__('The checkpoint lacks weights that the model has'),
        cause:
          folder && type
            ? trans.__(
                '%1 was read from the folder “%2”, which lacks its weights, such as %3. Each part of a pipeline lies in a folder of its own name.',
                type,
                folder,
                missing ?? 'down_blocks'
              )
            : cause(trans, { missing, biases }),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Load each part from its own folder'),
            code: `part = ${type ?? 'UNet2DModel'}.from_pretrained(path, subfolder='${partOf(type) ?? 'unet'}')`
          },
          ...leaveBufferOut(trans, buffer),
          {
            safety: 'check',
            title: trans.__('Build the model as it was when it was saved'),
            detail: trans.__(
              'config.json beside the weights must be that of these weights.'
            )
          },
          {
            safety: 'check',
            title: trans.__(
              'Parts that you will train: what is missing is made new'
            ),
            detail: trans.__('Weights that no checkpoint gives are random.'),
            code: 'Model.from_pretrained(path, low_cpu_mem_usage=False, device_map=None)'
          }
        ]
      })
    },
    untold: {
      // Cut behind its head: what did not fit is lost.
      signs: messageOrLog(/Error\(s\) in loading state_dict for \w{1,80}:?$/, {
        confidence: 'possible',
        when: reading => isEmpty(stateDictOf(reading))
      }),
      words: trans => ({
        title: trans.__('The checkpoint does not fit the model'),
        cause: trans.__(
          'Which weights are missing, too many or of another shape stands behind this line, where the text was cut.'
        ),
        fixes: usualFixes(trans)
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'All keys differ by “module.”, “_orig_mod.” or another prefix: then only the prefix must go.'
      ),
      trans.__(
        'The unexpected keys are “epoch”, “optimizer”, “state_dict”: then the whole checkpoint was passed.'
      )
    ],
    links: [LINKS.loadStateDict(trans), LINKS.saving(trans)]
  })
});
