import type { IFix, ITranslate, Values } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { memoize } from '../../../shared/memoize';
import { packageOf } from '../../../shared/package-names';
import { define, type ValuesOf } from '../../define';
import { failedLine, isOnWindows } from '../../predicates';
import { check } from '../../fix';
import { isRaisedInLibrary } from '../../shared/code-owner';
import { fitting } from '../../shared/fitting';
import { isOfTorchPackages } from '../../shared/torch-packages';
import { anotherVersion } from '../shared/another-version';
import { searchedFirst } from '../shared/searched-first';
import { calledAsFunction, importedFrom } from '../../shared/edits/imports';
import {
  attributeRenamed,
  importedFirst,
  memberReplaced
} from '../../shared/edits/names';
import { callAlone } from '../../shared/edits/statements';
import { REMOVED_MEMBER } from '../../shared/removed-members';
import { isAloneOnTorch } from '../../shared/torch-in-play';
import { unreadImageFixes } from '../../shared/unread-image';
import { attributeFacts } from './facts';
import { chainedTo, nodeFailed, OF_NODE, ofChains } from './chained';
import { assigned, called, changedInPlace, returned } from './none';
import { namesakeOf, OF_OBJECT, ofOwn, ownAttribute } from './own-class';
import { OF_MODULE, ofParts, partAsked } from './parts';

const OF_NONE =
  /^["']NoneType["'] object has no attribute ["'](?<name>\w{1,200})["']/;

/** What texts have, and a number that stands for a missing text has not. */
const OF_GAP =
  /^["']float["'] object has no attribute ["'](?<name>strip|lower|upper|split|replace|encode|startswith|endswith|translate|find|join|isdigit)["']/;

/** What argparse gives. */
const OF_OPTIONS =
  /^["']Namespace["'] object has no attribute ["'](?<name>\w{1,80})["']/;

/** A module that is asked for something while its own import runs. */
const OF_BEGUN =
  /^partially initialized module ["'](?<module>[\w.]{1,200})["'] has no attribute ["'](?<name>\w{1,200})["']/;

/** Another class than the module of Pillow that everybody calls Image. */
const OF_IMAGE =
  /^type object ["']Image["'] has no attribute ["'](?<name>open|fromarray|new|BILINEAR|NEAREST|BICUBIC|LANCZOS)["']/;

function restart(trans: ITranslate, title: string): IFix {
  return {
    safety: 'check',
    title,
    detail: trans.__('A restart loses all variables: save what took long.')
  };
}

function otherName(trans: ITranslate, name: string, near: string): IFix {
  return {
    ...check(trans.__('Write %1, if that is what you mean', near), near),
    edit: attributeRenamed(name, near)
  };
}

/** Whether the failed line calls the attribute that is missing. */
function isCalled(reading: IReading): boolean {
  const { name } =
    OF_OPTIONS.exec(reading.exceptions[0]?.message ?? '')?.groups ?? {};
  return new RegExp(String.raw`\.${name}\(`).test(failedLine(reading));
}

/** A dictionary that is asked as an object would be. */
const OF_DICT =
  /^["']dict["'] object has no attribute ["'](?<name>[a-z_]\w{0,80})["']/i;

/** What tensors, models and the dictionaries of Python 2 are asked for. */
const OF_OTHERS =
  /^(?:to|cuda|cpu|shape|size|dim|dtype|device|detach|numpy|item|backward|float|long|view|iteritems|itervalues|iterkeys|has_key|append)$/;

/** What the failed line asks for an entry as for an attribute: `cfg` of `cfg.lr`. */
function entryAsked(reading: IReading): string | undefined {
  const { name = '' } =
    OF_DICT.exec(reading.exceptions[0]?.message ?? '')?.groups ?? {};
  const asked = new RegExp(
    String.raw`(?<![\w.\])])(?<held>[a-z_][\w.]{0,40})\.${name}\b(?! ?\()`,
    'i'
  );
  return name === '' || OF_OTHERS.test(name)
    ? undefined
    : asked.exec(failedLine(reading))?.groups?.held;
}

/** What is asked of arrays that hold images. */
const OF_IMAGES =
  /^(?:shape|transpose|astype|copy|reshape|resize|size|dtype|ndim|convert)$/;

/** Whether the line asks it of an image, or OpenCV reads images here. */
function isImage(name: string | undefined, reading: IReading): boolean {
  const line = `${failedLine(reading)}\n${reading.exceptions[0]?.frames.at(-1)?.code ?? ''}`;
  return (
    OF_IMAGES.test(name ?? '') &&
    (/\b(?:\w{0,12}(?:img|image)\w{0,6}|im\d?|frame)(?:\[[^\]\n]{0,20}\])?\./.test(
      line
    ) ||
      /\bimread\(/.test(reading.code))
  );
}

/** A file that the user's own line, or the program's last word, names. */
const QUOTED =
  /["'](?<path>[^"'\n]{1,120}\.(?:png|jpe?g|bmp|webp|tiff?|gif))["']/i;
const WORKED_ON =
  /^(?:testing|processing|reading|loading)\b.{0,20}? (?<path>[\w./\\-]{3,100})$/im;

/** The image that was to be read, and whether Windows runs it. */
function imagePath(reading: IReading): {
  readonly place?: string;
  readonly system?: string;
} {
  const { stderr, stdout } = reading.streams;
  const own = QUOTED.exec(failedLine(reading))?.groups?.path;
  const shown = WORKED_ON.exec(`${stdout}\n${stderr}`)?.groups?.path;
  const place = own ?? shown;
  return {
    ...(place === undefined ? {} : { place }),
    ...(isOnWindows(reading) ? { system: 'Windows' } : {})
  };
}

/** What the text tells of a None; null where it tells no more than the message. */
const ofNone = memoize((reading: IReading) => {
  const { name = '' } =
    OF_NONE.exec(reading.exceptions[0]?.message ?? '')?.groups ?? {};
  if (isImage(name, reading)) {
    return { kind: 'image' as const, ...imagePath(reading) };
  }
  return chainedTo(name, reading) ?? null;
});

/** What was asked, as a person calls it. */
function owner({ type, module }: ValuesOf<'type' | 'module'>): string {
  return type ?? module ?? '';
}

/** The beginning of a name, by which to look for what is called nearly so. */
function stemOf(name: string): string {
  return name.slice(0, 4).toLowerCase();
}

/** A part of torch, or of a file of a common name, that is not there; null for others. */
function ofModule(reading: IReading) {
  const { module = '', name = '' } =
    OF_MODULE.exec(reading.exceptions[0]?.message ?? '')?.groups ?? {};
  return partAsked(reading) ?? namesakeOf(module, name);
}

export default define({
  id: 'python/missing-attribute',
  answers: [
    "AttributeError: 'NoneType' object has no attribute 'view'",
    "AttributeError: module 'torch' has no attribute 'DataLoader'",
    "AttributeError: 'Net' object has no attribute 'fc1'",
    "AttributeError: 'Tensor' object has no attribute 'gelu'"
  ],
  refines: ['version/removed-api', 'model/no-attribute'],
  values: [
    'name',
    'type',
    'module',
    'package',
    'version',
    'near',
    'place',
    'parts',
    'held',
    'made',
    'code',
    'line',
    'input',
    'used',
    'node',
    'system'
  ],
  signs: [
    {
      where: 'message',
      ename: /^AttributeError$/,
      pattern: OF_NONE,
      // A bare None, with nothing to tell where it came from, is the message alone.
      when: reading => isAloneOnTorch(reading) && ofNone(reading) !== null,
      confidence: 'possible',
      read: ({ name }, reading) => ({ name, ...ofNone(reading) })
    },
    {
      where: 'message',
      ename: /^AttributeError$/,
      pattern: OF_DICT,
      when: reading =>
        reading.incident.live?.kind !== 'attribute' &&
        isAloneOnTorch(reading) &&
        !isRaisedInLibrary(reading) &&
        entryAsked(reading) !== undefined,
      confidence: 'likely',
      read: ({ name }, reading) => ({
        kind: 'entry',
        name,
        held: entryAsked(reading)
      })
    },
    {
      where: 'log',
      pattern: OF_NODE,
      fatal: true,
      when: reading => nodeFailed(reading) !== undefined,
      confidence: 'likely',
      read: ({ name }, reading) => ({
        kind: 'node',
        name,
        node: nodeFailed(reading)
      })
    },
    ...(
      [
        [OF_MODULE, ofModule],
        [OF_OBJECT, ownAttribute]
      ] as const
    ).map(([pattern, told]) => ({
      where: 'message' as const,
      ename: /^AttributeError$/,
      pattern,
      when: (reading: IReading) =>
        isAloneOnTorch(reading) && told(reading) !== null,
      confidence: 'likely' as const,
      read: (_: Values, reading: IReading) => ({ ...told(reading) })
    })),
    ...(
      [
        ['gap', OF_GAP],
        ['option', OF_OPTIONS],
        ['begun', OF_BEGUN]
      ] as const
    ).map(([kind, pattern]) => ({
      where: 'message' as const,
      ename: /^AttributeError$/,
      pattern,
      when: (reading: IReading) =>
        // Where the value came from, told by the kernel, says more.
        reading.incident.live?.kind !== 'origin' &&
        isAloneOnTorch(reading) &&
        // Options are not called: the arguments stand where an object is meant.
        !(kind === 'option' && isCalled(reading)) &&
        !isOfTorchPackages(
          OF_BEGUN.exec(reading.exceptions[0].message)?.groups?.module ?? ''
        ),
      confidence: 'likely' as const,
      read: ({ module, name }: Values) => ({ kind, module, name })
    }))
  ],
  facts: ({ incident: { live, evalue } }) =>
    live?.kind === 'attribute' && live.hasTorch
      ? attributeFacts(live, REMOVED_MEMBER.test(evalue))
      : null,
  kinds: {
    pillow: {
      signs: [
        {
          where: 'message',
          ename: /^AttributeError$/,
          pattern: OF_IMAGE,
          when: isAloneOnTorch,
          confidence: 'likely'
        }
      ],
      words: (trans, { name = 'open' }) => ({
        title: trans.__('This Image is a class, not Pillow’s module'),
        cause: trans.__(
          'Another import gave the name Image to a class of its own since: from fastai.vision import *, from tkinter import *, from IPython.display import Image.'
        ),
        fixes: [
          check(
            trans.__('Import Pillow’s after the other one'),
            'from PIL import Image'
          ),
          check(
            trans.__('Or call it by its whole name, which none can take'),
            `import PIL.Image\nimage = PIL.Image.${name}(path)`
          )
        ]
      })
    },
    ...ofParts,
    ...ofOwn,
    ...ofChains,
    image: {
      words: (trans, { name = 'shape', place, system }) => ({
        title: fitting(place, 30)
          ? trans.__('%1 was not read as an image', place)
          : trans.__('The image was not read: it is None'),
        cause:
          system === 'Windows'
            ? trans.__(
                'What stands before .%1 is None. cv2.imread() gives None, without an error, for a path that does not exist, for a file that is no image, and on Windows for a path with letters beyond ASCII.',
                name
              )
            : trans.__(
                'What stands before .%1 is None. cv2.imread() gives None, without an error, for a path that does not exist and for a file that is no image, such as a video or a folder.',
                name
              ),
        fixes: unreadImageFixes(trans, place, system === 'Windows')
      })
    },
    entry: {
      words: (trans, { name = 'lr', held = 'config' }) => ({
        title: fitting(held, 34)
          ? trans.__('%1 is a dictionary, not an object', held)
          : trans.__('It is a dictionary, not an object'),
        cause: trans.__(
          'The entries of a dictionary stand in brackets; behind a dot Python looks for its methods, and %1 is none.',
          name
        ),
        fixes: [
          check(trans.__('Take the entry'), `${held}['${name}']`),
          check(
            trans.__('Or make an object of it, where it is made'),
            `from types import SimpleNamespace\n${held} = SimpleNamespace(**${held})`
          ),
          {
            safety: 'diagnostic',
            title: trans.__('See the keys there are'),
            code: `print(${held}.keys())`
          }
        ]
      })
    },
    gap: {
      words: (trans, { name = 'strip' }) => ({
        title: trans.__('A number stands where a text is expected'),
        cause: trans.__(
          '.%1() is asked of a float. In a column of texts that is NaN, which pandas puts in for an empty field; otherwise the column holds numbers.',
          name
        ),
        fixes: [
          check(
            trans.__('Leave out the rows without a text'),
            "df = df.dropna(subset=['text'])"
          ),
          check(
            trans.__('Or make texts of all of them'),
            "df['text'] = df['text'].fillna('').astype(str)"
          )
        ]
      })
    },
    option: {
      words: (trans, { name = 'lr' }) => ({
        title: trans.__('The arguments have no %1', fitting(name, 36) ?? ''),
        cause: trans.__(
          'args has what add_argument() was called for, and nothing gave it %1: the option was never added, its name is another one (--batch-size becomes batch_size), or the files of the project are of two releases.',
          name
        ),
        fixes: [
          check(
            trans.__('In a program: add the option'),
            `parser.add_argument('--${name.replace(/_/g, '-')}', default=None)`
          ),
          check(trans.__('In a notebook: set it'), `args.${name} = …`),
          check(
            trans.__('A cloned project: bring all of its files to one state'),
            '$ git pull  # or clone it anew'
          )
        ]
      })
    },
    begun: {
      words: (trans, { name = 'imread', module = 'cv2' }) => ({
        title: trans.__('%1 is imported by itself', module),
        cause: trans.__(
          'While %1 was being imported it was asked for %2, which it did not have yet. Mostly a file of yours is called like it, and was imported in its place; or two of its files import each other.',
          module,
          name
        ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('See which file is imported'),
            code: `import importlib.util\nprint(importlib.util.find_spec('${module}').origin)`
          },
          restart(
            trans,
            trans.__('A file of yours: rename it, restart the kernel')
          ),
          check(
            trans.__('The package itself: install it anew, restart'),
            `%pip install --force-reinstall --no-deps ${packageOf(module)}`
          )
        ]
      })
    },
    returns: {
      words: (trans, values) => ({
        title: trans.__('%1 returns nothing', values.made ?? ''),
        cause: returned(trans, values),
        fixes: [
          check(
            trans.__('End it with a return of its result'),
            'return result',
            trans.__(
              'Then run the cell that defines it, and those that use it. What a changed class has made before must be made anew.'
            )
          )
        ]
      })
    },
    inplace: {
      words: (trans, values) => ({
        title: trans.__('%1 gives None', values.made ?? ''),
        cause: changedInPlace(trans, values),
        fixes: [
          {
            ...check(
              trans.__('Call it on a line of its own, without an assignment'),
              values.code?.replace(/^[\w.]{1,80} = /, '') ??
                `${values.made ?? ''}(…)`,
              trans.__(
                'The name holds None by now: run what made it first again.'
              )
            ),
            ...(values.held && values.line && !values.input
              ? { edit: callAlone(values.held, Number(values.line)) }
              : {})
          }
        ]
      })
    },
    call: {
      words: (trans, values) => ({
        title: trans.__('%1 gave None', values.made ?? ''),
        cause: called(trans, values),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('See when that call gives None'),
            detail: trans.__(
              'Often something was not found: a key, a file, a match.'
            )
          }
        ]
      })
    },
    given: {
      words: (trans, values) => ({
        title: trans.__('%1 is None', values.held ?? ''),
        cause: assigned(trans, values),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Give %1 its value first', values.held ?? ''),
            detail: trans.__(
              'If a cell does that, run it before this one; after it the line above must not run again.'
            )
          }
        ]
      })
    },
    near: {
      words: (trans, { name = '', near = '', ...whose }) => ({
        title: trans.__('%1 is called %2 here', name, near),
        cause: trans.__(
          '%1 has no %2. It has %3, which differs by a letter or two.',
          owner(whose),
          name,
          near
        ),
        fixes: [otherName(trans, name, near)]
      })
    },
    home: {
      words: (trans, { name = '', module = '', place = '' }) => ({
        title: trans.__('%1 is in %2', name, place),
        cause: trans.__(
          '%1 has no %2. The installed version has it in %3.',
          module,
          name,
          place
        ),
        fixes: [
          {
            safety: 'safe',
            title: trans.__('Import it from there'),
            detail: trans.__(
              'Then write %1 without %2 before it.',
              name,
              module
            ),
            code: `from ${place} import ${name}`,
            edit: importedFrom(name, place)
          }
        ]
      })
    },
    function: {
      words: (trans, { name = '', place = '' }) => ({
        title: trans.__('%1 is a function, not a method', name),
        cause: trans.__(
          'Tensors have no method %1. The function %2 takes the tensor as its first argument.',
          name,
          `${place}.${name}`
        ),
        fixes: [
          {
            ...check(trans.__('Give it the tensor'), `${place}.${name}(x)`),
            edit: calledAsFunction(name, place)
          }
        ]
      })
    },
    submodule: {
      words: (trans, { name = '', module = '', place }) => {
        const whole = place ?? `${module}.${name}`;
        return {
          title: trans.__('%1 must be imported by name', name),
          cause: trans.__(
            '%1.%2 is a module that the import of its package does not bring along.',
            module,
            name
          ),
          fixes: [
            {
              safety: 'safe',
              title: trans.__('Import it'),
              code: `import ${whole}`,
              edit: importedFirst(`import ${whole}`)
            }
          ]
        };
      }
    },
    changed: {
      words: (trans, { name = '', module = '', place = '', line = '' }) => ({
        title: trans.__('%1 changed after it was imported', module),
        cause: trans.__(
          'Line %1 of %2 gives %3 its value, but the kernel imported the file before that line stood there.',
          line,
          place,
          name
        ),
        fixes: [
          check(
            trans.__('Load the file again'),
            `import importlib, sys\nimportlib.reload(sys.modules[${JSON.stringify(module)}])`,
            trans.__(
              'What other files or cells took from it before stays as it was; a restart of the kernel is the sure way.'
            )
          )
        ]
      })
    },
    shadowed: {
      words: (trans, { module = '', place = '' }) => ({
        title: trans.__('A file of yours hides the module %1', module),
        cause: trans.__(
          'Python found %1 first, and imported it in place of the installed module.',
          place
        ),
        fixes: [
          restart(trans, trans.__('Rename that file, then restart the kernel'))
        ]
      })
    },
    twin: {
      words: (trans, { name = '', module = '', place = '', held = '' }) => ({
        title: trans.__('Another %1 was imported than is meant', module),
        cause: trans.__(
          'The kernel imported %1, which has no %2. %3 has it, and Python searches that folder later, or the other file was there first.',
          held,
          name,
          place
        ),
        fixes: [
          restart(
            trans,
            trans.__('Rename one of the two files, then restart the kernel')
          ),
          check(
            trans.__('Or have Python search the other folder first, restarted'),
            searchedFirst(place.replace(/[\\/][^\\/]*$/, '')).join('\n')
          )
        ]
      })
    },
    hidden: {
      words: (trans, { name = '', module = '', held = '' }) => ({
        title: trans.__('%1 is not the module %1 here', held),
        cause: trans.__(
          'A line such as from %1 import %1 gave the name to a part of the module. The part has no %2, the module has.',
          module,
          name
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Import the module'),
            detail: trans.__(
              'What calls %1 for the part needs another name for it from here on.',
              held
            ),
            code: `import ${module}`,
            edit: importedFirst(`import ${module}`)
          }
        ]
      })
    },
    itself: {
      words: (trans, { name = '', module = '', held = '' }) => ({
        title: trans.__('%1 is %2.%3 already', held, module, name),
        cause: trans.__(
          'A line such as from %1 import %2 made the name stand for what is in the module, not for the module.',
          module,
          name
        ),
        fixes: [
          {
            safety: 'safe',
            title: trans.__('Write %1 alone', held),
            code: held,
            edit: memberReplaced([`${held}.${name}`], held)
          }
        ]
      })
    },
    taken: {
      words: (trans, { name = '', type = '', place = '', held }) => {
        const written = place === 'builtins' ? name : `${place}.${name}`;
        return {
          title: trans.__('%1 is a function, not a method', name),
          cause: trans.__(
            'What stands before the dot is of the type %1, which has no method %2. The function %3 takes it as an argument.',
            type,
            name,
            written
          ),
          fixes: [
            check(
              trans.__('Give it to the function'),
              `${place === 'builtins' ? '' : `import ${place}\n`}${written}(${held ?? 'x'})`
            )
          ]
        };
      }
    },
    dict: {
      words: (trans, { name = '', held = 'it', parts = '', line = '' }) => ({
        title: fitting(held, 40)
          ? trans.__('%1 is a dictionary', held)
          : trans.__('It is a dictionary, and holds what is meant'),
        cause: trans.__(
          'It has no attribute %1, but %2 entries, and these keys: %3.',
          name,
          line,
          parts
        ),
        fixes: [
          check(
            trans.__('Take the entry that is meant'),
            `${held}['${parts.split(', ')[0]}'].${name}`
          )
        ]
      })
    },
    property: {
      words: (trans, { name = '', type = '', near }) => ({
        title: trans.__('The property %1 fails inside', name),
        cause: near
          ? trans.__(
              '%1 has a property %2, whose code raised an AttributeError, and the message hides that one. It asks for %3, which the object does not have.',
              type,
              name,
              near
            )
          : trans.__(
              '%1 has a property %2, whose code raised an AttributeError, and the message hides that one.',
              type,
              name
            ),
        fixes: [
          {
            safety: 'check',
            title: near
              ? trans.__('Mend %1 in the property, or set it first', near)
              : trans.__('Mend what the property asks for'),
            detail: trans.__(
              'In a method of the class, the same line shows its own error.'
            )
          }
        ]
      })
    },
    setup: {
      words: (trans, { type = 'Net' }) => ({
        title: trans.__('%1 does not call super().__init__()', type),
        cause: trans.__(
          'The object has none of the places in which nn.Module keeps layers, parameters and hooks. %1.__init__() did not call super().__init__().',
          type
        ),
        fixes: [
          {
            safety: 'safe',
            title: trans.__('Call it in the first line of __init__()'),
            detail: trans.__(
              'Then run the cell with the class again, and make the object anew.'
            ),
            code: `class ${type}(nn.Module):\n    def __init__(self):\n        super().__init__()`
          }
        ]
      })
    },
    last: {
      words: (trans, { name = '', type = '', near = '', parts = '' }) => ({
        title: trans.__('The last layer is %1, not %2', near, name),
        cause: trans.__('%1 has no %2. Its layers are %3.', type, name, parts),
        fixes: [
          {
            ...check(trans.__('Use the layer that is there'), `model.${near}`),
            edit: attributeRenamed(name, near)
          }
        ]
      })
    },
    parts: {
      words: (trans, { name = '', type = '', parts = '' }) => ({
        title: trans.__('%1 has no %2', type, name),
        cause: trans.__('%1 has no %2. Its layers are %3.', type, name, parts),
        fixes: [
          check(
            trans.__('A layer of your own: assign it in __init__()'),
            `self.${name} = …`,
            trans.__(
              'After a change to the class, run its cell again and make the object anew.'
            )
          )
        ]
      })
    },
    plain: {
      words: (trans, { name = '', package: from, version, ...whose }) => ({
        title: trans.__('%1 has no %2', owner(whose), name),
        cause:
          from && version
            ? trans.__(
                '%1 of the installed %2 %3 has no %4. Another version may have it.',
                owner(whose),
                from,
                version,
                name
              )
            : trans.__(
                '%1 has no %2. The name is misspelt or of another version, or a file of yours is imported in its place.',
                owner(whose),
                name
              ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('See what it has that is called so, or nearly'),
            code: whose.module
              ? `import ${whose.module}\nprint([n for n in dir(${whose.module}) if '${stemOf(name)}' in n.lower()])`
              : 'dir(…)  # put in what stands before the dot'
          },
          ...(from && version
            ? [
                anotherVersion(
                  trans,
                  trans.__('Or take the version that the code was written for'),
                  from
                )
              ]
            : [])
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'If the class defines __getattr__() itself, that method decides what it has.'
      )
    ],
    links: [
      {
        title: trans.__('Python: attribute references'),
        url: 'https://docs.python.org/3/reference/expressions.html#attribute-references'
      },
      {
        title: trans.__('PyTorch: reference'),
        url: 'https://docs.pytorch.org/docs/stable/index.html'
      }
    ]
  })
});
