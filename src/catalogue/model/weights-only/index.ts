import { packageOf } from '../../../shared/package-names';
import { callingPackage } from '../../shared/code-owner';
import { fitting } from '../../shared/fitting';
import { define } from '../../define';
import { check, pip } from '../../fix';
import { messageOrLog } from '../../signs';
import { nothingRaised } from '../../predicates';
import { LINKS } from '../shared/links';
import { isGarbage } from '../../shared/loading';
import type { IFix, ITranslate, Values } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { stopsNoCell } from '../../shared/warnings';
import { loadedWhole, loadedWith } from '../../shared/edits/load';

const isCheckpoint = (reading: IReading): boolean => !isGarbage(reading);

/** The warning is all there is: it explains no error and no death. */
const onlyWarned = (reading: IReading): boolean =>
  (nothingRaised(reading) ||
    reading.exceptions.every(({ name }) => name === 'FutureWarning')) &&
  !reading.incident.death &&
  !/Weights only load failed|WeightsUnpickler error|\[(?:WinError|Errno) \d/.test(
    reading.log
  );

/** Modules with which a pickle can run commands. */
const DANGEROUS =
  /^(?:posix|nt|os|sys|subprocess|builtins\.(?:eval|exec)|runpy|socket)\b/;

function readGlobal(
  { global }: Values,
  reading: IReading
): {
  global?: string;
  loader?: string;
  kind?: 'commands' | 'library';
} {
  if (global !== undefined && DANGEROUS.test(global)) {
    return { global, kind: 'commands' };
  }
  const loader = callingPackage(reading);
  return loader === undefined
    ? { global }
    : { global, loader, kind: 'library' };
}

/** The last torch that loads all, and a switch that newer ones obey. */
function asBefore(trans: ITranslate): IFix[] {
  return [
    check(
      trans.__('Or tell torch to load as before, if you trust the file'),
      "import os\nos.environ['TORCH_FORCE_NO_WEIGHTS_ONLY_LOAD'] = '1'  # before the file is loaded",
      trans.__(
        'It holds for every call that does not say weights_only itself. Loading runs code from the file.'
      )
    ),
    pip({
      title: trans.__('Or go back to a torch before 2.6'),
      line: '%pip install "torch<2.6"',
      isInUse: true
    })
  ];
}

/** Packages whose releases say weights_only=False, since torch 2.6 is there. */
const MENDED =
  /^(?:ultralytics|pytorch_lightning|lightning|lightning_fabric|transformers|speechbrain|TTS|monai|timm|torch_geometric|ogb|stable_baselines3|mmengine|stanza|flair|nemo|pyannote|whisperx|torchio|e3nn|mace|kornia|fastai|gfpgan|basicsr|realesrgan)$/i;

function allowOne(trans: ITranslate, global: string | undefined): IFix[] {
  const name = global?.replace(/^__main__\./, '');
  return name && !/^torch\.nn\./.test(name)
    ? [
        {
          safety: 'check',
          title: trans.__('Allow this one class, then load'),
          detail: trans.__(
            'Import it first; other classes may follow one by one.'
          ),
          code: `torch.serialization.add_safe_globals([${name}])\ncheckpoint = torch.load(path)`,
          edit: loadedWith(name)
        }
      ]
    : [];
}

/**
 * Whether the class is one of few in the file, such as NumPy's or argparse's;
 * a class of layers or of a trainer brings all that it consists of.
 */
function isPlain(global: string | undefined): boolean {
  return (
    global !== undefined &&
    /^(?:argparse|pathlib|collections|datetime|numpy|omegaconf|easydict|yacs|functools|builtins|torch\.(?:device|dtype|Size)|torch\.torch_version)\b/.test(
      global
    )
  );
}

function loadAll(trans: ITranslate, title: string): IFix {
  return {
    safety: 'check',
    title,
    detail: trans.__(
      'Loading runs code from the file: never do this with a file from somebody you do not know.'
    ),
    code: 'checkpoint = torch.load(path, weights_only=False)',
    edit: loadedWhole
  };
}

function saveWeights(trans: ITranslate): IFix {
  return {
    safety: 'safe',
    title: trans.__('Next time save the weights only'),
    code: 'torch.save(model.state_dict(), path)'
  };
}

function otherFiles(trans: ITranslate): string {
  return trans.__(
    '“Unsupported operand 60” or “118”: the file is a web page or a git-lfs pointer, and weights_only=False only changes the message.'
  );
}

export default define({
  id: 'model/weights-only',
  answers: [
    'Weights only load failed. This file can still be loaded, to do so you have two options',
    'WeightsUnpickler error: Unsupported global: GLOBAL __main__.Net was not an allowed global by default.',
    'WeightsUnpickler error: Unsupported class',
    'Cannot use ``weights_only=True`` with TorchScript archives passed to ``torch.load``',
    'FutureWarning: You are using `torch.load` with `weights_only=False` (the current default value)'
  ],
  values: ['global', 'loader'],
  signs: [
    ...messageOrLog(
      /(?:Unsupported (?:global: GLOBAL|class(?= (?:<class ["'])?\w{1,60}\.\w))|Trying to load unsupported GLOBAL|Trying to call reduce for unrecognized function) (?:<(?:class|function) ["']?)?(?<global>[\w.]+)/,
      { when: isCheckpoint, read: readGlobal }
    ),
    ...messageOrLog(
      /Can only (?:build|create new object for) (?:Tensor|nn\.Parameter)\b[^<]{1,120}but got <class ["'](?<global>[\w.]+)/,
      { when: isCheckpoint, read: readGlobal }
    ),
    ...messageOrLog(/Weights only load failed|WeightsUnpickler error/, {
      when: isCheckpoint,
      read: readGlobal
    }),
    // The last line of the text, where its head is cut off.
    ...messageOrLog(/more about types accepted by default with weights_only/, {
      when: isCheckpoint,
      confidence: 'likely'
    })
  ],
  kinds: {
    refused: {
      words: (trans, { global }) => ({
        title: trans.__('torch.load() refuses what is not weights'),
        cause: global
          ? trans.__(
              'Since torch 2.6 torch.load() takes only tensors and plain values unless told otherwise, and the file also holds %1.',
              global
            )
          : trans.__(
              'Since torch 2.6 torch.load() takes only tensors and plain values unless told otherwise, and the file holds more: a whole model, a configuration, NumPy numbers.'
            ),
        fixes: [
          ...(isPlain(global) ? allowOne(trans, global) : []),
          loadAll(
            trans,
            trans.__('A file you made or trust: load everything in it')
          ),
          ...(isPlain(global) ? [] : allowOne(trans, global)),
          saveWeights(trans)
        ],
        notThis: [otherFiles(trans)]
      })
    },
    /** The call stands in a package: no line of the user's is to change. */
    library: {
      words: (trans, { global, loader = 'ultralytics' }) => ({
        title: fitting(loader, 20)
          ? trans.__('%1 loads a file that torch 2.6 refuses', loader)
          : trans.__('A package loads a file that torch 2.6 refuses'),
        cause: global
          ? trans.__(
              'The call of torch.load() stands in %1, which does not say weights_only. Since torch 2.6 that means tensors and plain values alone, and the file also holds %2.',
              loader,
              global
            )
          : trans.__(
              'The call of torch.load() stands in %1, which does not say weights_only. Since torch 2.6 that means tensors and plain values alone, and the file holds more.',
              loader
            ),
        fixes: MENDED.test(loader)
          ? [
              pip({
                title: trans.__('Update %1, then restart the kernel', loader),
                line: `%pip install --upgrade ${packageOf(loader)}`,
                isInUse: true
              }),
              ...asBefore(trans)
            ]
          : asBefore(trans),
        notThis: [otherFiles(trans)]
      })
    },
    commands: {
      words: (trans, { global = 'posix.system' }) => ({
        title: trans.__('The file tries to run commands: do not load it'),
        cause: trans.__(
          'The file wants to call %1 while it is loaded, which can run any command on this computer. A checkpoint has no need of that.',
          global
        ),
        fixes: [
          {
            safety: 'safe',
            title: trans.__('Do not load this file'),
            detail: trans.__(
              'Get the weights as safetensors, or from their author.'
            )
          },
          saveWeights(trans)
        ],
        notThis: [otherFiles(trans)]
      })
    },
    /** The warning of torch 2.4 and 2.5, which stops nothing. */
    warning: {
      signs: [
        {
          where: 'log',
          pattern:
            /using [`'"]?torch\.load[`'"]? with [`'"]?weights_only=False[`'"]? \(the current default/,
          when: onlyWarned,
          confidence: 'possible'
        }
      ],
      words: trans => ({
        title: trans.__('torch.load() warns that its default will change'),
        cause: trans.__(
          'Since torch 2.6 it takes only tensors and plain values unless told otherwise, and this call does not say which it wants. It is a warning: nothing is wrong with what was loaded.'
        ),
        fixes: [
          {
            safety: 'safe',
            title: trans.__('The file holds weights only: say so'),
            code: 'state = torch.load(path, weights_only=True)'
          },
          loadAll(
            trans,
            trans.__('A file you made or trust that holds more: say that')
          )
        ],
        notThis: [stopsNoCell(trans)]
      })
    },
    script: {
      signs: messageOrLog(
        /Cannot use `{0,2}weights_only=True`{0,2} with TorchScript archives/
      ),
      words: trans => ({
        title: trans.__('torch.load() refuses a TorchScript program'),
        cause: trans.__(
          'The file is a TorchScript archive, made with torch.jit.save(). torch.load() reads weights only since torch 2.6, and this is a program.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__(
              'Load it with torch.jit, if you trust where it comes from'
            ),
            code: "model = torch.jit.load(path, map_location='cpu')"
          },
          {
            safety: 'check',
            title: trans.__(
              'A model made here only needs its weights: take those'
            ),
            code: "model.load_state_dict(torch.jit.load(path, map_location='cpu').state_dict())"
          }
        ],
        notThis: [otherFiles(trans)]
      })
    }
  },
  common: trans => ({
    links: [LINKS.serialization(trans), LINKS.load(trans)]
  })
});
