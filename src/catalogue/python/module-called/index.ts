import type { IReading } from '../../../incident/types';
import { ownValue } from '../../../shared/own-value';
import { define } from '../../define';
import { failedLine } from '../../predicates';
import { ownCall } from '../../shared/ran-code';
import { check } from '../../fix';
import { isTorchInPlay } from '../../shared/torch-in-play';
import { liveFacts } from '../shared/live-facts';
import { importedInside } from '../../shared/edits/packages';

/** Modules that have a function, or a class, of their own name or purpose. */
const MEANT: Readonly<Record<string, string>> = {
  tqdm: 'from tqdm.auto import tqdm',
  trange: 'from tqdm.auto import trange',
  glob: 'from glob import glob',
  pprint: 'from pprint import pprint',
  datetime: 'from datetime import datetime',
  copy: 'from copy import copy',
  deepcopy: 'from copy import deepcopy',
  time: 'from time import time',
  random: 'from random import random',
  summary: 'from torchinfo import summary',
  Image: 'from PIL import Image',
  autocast: 'from torch.amp import autocast',
  Adam: 'from torch.optim import Adam',
  dataloader: 'from torch.utils.data import DataLoader'
};

const NAMES = Object.keys(MEANT).join('|');

const CALLED = new RegExp(String.raw`(?<![\w.])(?<name>${NAMES})\(`);

const TORCHS =
  /(?<![\w.])(?<name>torch\.(?:nn|optim|utils\.data|tensor|device)|nn|optim|transforms|models|datasets)\((?!\))/;

/** Modules of torch that people take for the class that is meant. */
const CLASSES: Readonly<Record<string, string>> = {
  dataset: 'Dataset',
  dataloader: 'DataLoader',
  nn: 'nn.Module',
  module: 'Module',
  modules: 'Module',
  optimizer: 'Optimizer',
  optim: 'optim.Optimizer',
  sampler: 'Sampler',
  data: 'data.Dataset'
};

/** The module that the failed line makes a class from, and the class that is meant. */
function inheritedIn(
  reading: IReading
): { readonly name: string; readonly part: string } | undefined {
  const name =
    /^[ \t]{0,40}class \w{1,60}\((?<name>[\w.]{1,60})(?:,[^()]{0,60})?\):/m.exec(
      failedLine(reading)
    )?.groups?.name;
  const last = name?.split('.').pop() ?? '';
  const meant = ownValue(CLASSES, last);
  return name === undefined
    ? undefined
    : {
        name,
        part:
          meant === undefined
            ? `${name}.…`
            : `${name.slice(0, -last.length)}${meant}`
      };
}

/** `time.time()` where time is the function. */
const HIDDEN =
  /^(?:["'](?:builtin_function_or_method|function)["'] object|type object ["'](?:datetime\.datetime|tqdm|Counter|defaultdict)["']) has no attribute ["'](?<part>time|sleep|perf_counter|glob|iglob|copy|deepcopy|tqdm|notebook|auto|datetime|now|choice|randint|seed|random)["']/;

/** The module before the part that is missing: `time` of `time.time()`. */
function owner(part: string | undefined, line: string): string | undefined {
  return part === undefined
    ? undefined
    : new RegExp(String.raw`(?<![\w.])(\w{1,20})\.${part}\b`).exec(line)?.[1];
}

/** Whether the kernel told it, of which `python/missing-attribute` makes an edit. */
function isToldByKernel(reading: IReading): boolean {
  const state = liveFacts(reading, 'attribute')?.state;
  return state === 'hidden' || state === 'itself';
}

/** What `torch.dtype()` was given, a name or a text. */
function dtypeOf(reading: IReading): string | undefined {
  const call = ownCall(/^torch\.dtype$/, reading);
  return call?.args.find(arg =>
    /^(?:[a-z_][\w.]{0,30}|["'][\w.]{1,20}["'])$/i.test(arg)
  );
}

export default define({
  id: 'python/module-called',
  answers: [
    "TypeError: 'module' object is not callable (tqdm, glob, pprint)",
    "AttributeError: 'builtin_function_or_method' object has no attribute 'time'",
    "TypeError: cannot create 'torch.dtype' instances",
    'TypeError: module() takes at most 2 arguments (3 given)'
  ],
  refines: ['python/missing-attribute'],
  values: ['name', 'part'],
  kinds: {
    called: {
      signs: [
        {
          where: 'message',
          ename: /^TypeError$/,
          pattern: /^["']module["'] object is not callable/,
          when: reading =>
            isTorchInPlay(reading) && CALLED.test(failedLine(reading)),
          confidence: 'likely',
          read: (_, reading) => ({
            name: CALLED.exec(failedLine(reading))?.groups?.name
          })
        }
      ],
      words: (trans, { name = 'tqdm' }) => ({
        title: trans.__('%1 is the module here, not its function', name),
        cause: trans.__(
          '“import %1” gives the module, which cannot be called. What is meant lies inside it.',
          name
        ),
        fixes: [
          {
            ...check(
              trans.__('Import what is inside'),
              ownValue(MEANT, name) ?? `from ${name} import ${name}`
            ),
            edit: importedInside(
              name,
              ownValue(MEANT, name) ?? `from ${name} import ${name}`
            )
          }
        ]
      })
    },
    part: {
      signs: [
        {
          where: 'message',
          ename: /^TypeError$/,
          pattern: /^["']module["'] object is not callable/,
          when: reading =>
            isTorchInPlay(reading) &&
            !CALLED.test(failedLine(reading)) &&
            TORCHS.test(failedLine(reading)),
          confidence: 'likely',
          read: (_, reading) => ({
            name: TORCHS.exec(failedLine(reading))?.groups?.name
          })
        }
      ],
      words: (trans, { name = 'nn' }) => ({
        title: trans.__('%1 is a module and cannot be called', name),
        cause: trans.__(
          '%1 holds classes and functions; the name of one of them is missing behind it.',
          name
        ),
        fixes: [
          check(
            trans.__('Name the one that is meant'),
            `${name}.…(…)  # such as nn.Linear(8, 2), optim.Adam(parameters)`
          ),
          {
            safety: 'diagnostic',
            title: trans.__('See what it holds'),
            code: `print(dir(${name}))`
          }
        ]
      })
    },
    inherited: {
      signs: [
        {
          where: 'message',
          ename: /^TypeError$/,
          pattern:
            /^module(?:\.__init__)?\(\) takes at most 2 arguments \(3 given\)/,
          when: reading =>
            isTorchInPlay(reading) && inheritedIn(reading) !== undefined,
          confidence: 'likely',
          read: (_, reading) => inheritedIn(reading) ?? {}
        }
      ],
      words: (trans, { name = 'data.dataset', part = 'data.Dataset' }) => ({
        title: trans.__('The class is made from a module'),
        cause: trans.__(
          '%1 is a module, and a class is made from another class: one that lies in it, or one of nearly its name.',
          name
        ),
        fixes: [check(trans.__('Name the class'), `class …(${part}):`)]
      })
    },
    hidden: {
      signs: [
        {
          where: 'message',
          ename: /^AttributeError$/,
          pattern: HIDDEN,
          when: reading => {
            const part = reading.exceptions
              .map(({ message }) => HIDDEN.exec(message)?.groups?.part)
              .find(each => each !== undefined);
            return (
              isTorchInPlay(reading) &&
              !isToldByKernel(reading) &&
              owner(part, failedLine(reading)) !== undefined
            );
          },
          confidence: 'likely',
          read: ({ part }, reading) => ({
            part,
            name: owner(part, failedLine(reading))
          })
        }
      ],
      words: (trans, { name = 'time', part = 'time' }) => ({
        title: trans.__('A function hides the module %1', name),
        cause: trans.__(
          '%1 is a function or a class here: an import such as “from %1 import %1” (or a star import) took the name of the module. It has no %2.',
          name,
          part
        ),
        fixes: [
          check(
            trans.__('Import the module again, and use it by its name'),
            `import ${name}\n${name}.${part}(…)`,
            trans.__(
              'Take the other import out, or the next run hides it again.'
            )
          )
        ]
      })
    },
    dtype: {
      signs: [
        {
          where: 'message',
          ename: /^TypeError$/,
          pattern: /^cannot create ["']torch\.dtype["'] instances$/,
          read: (_, reading) => ({ name: dtypeOf(reading) })
        }
      ],
      words: (trans, { name = 'x' }) => ({
        title: trans.__('torch.dtype is a class that nobody can call'),
        cause: trans.__(
          'Its objects are there already: torch.float32, torch.int64 and the others. A tensor has its own as .dtype, without brackets.'
        ),
        fixes: [
          check(
            trans.__('The type that a tensor has'),
            /^["']/.test(name) ? 'x.dtype' : `${name}.dtype`
          ),
          check(
            trans.__('A tensor in another type; a type by its name'),
            /^["']/.test(name)
              ? `getattr(torch, ${name})`
              : `${name}.to(torch.float32)\ngetattr(torch, 'float32')`
          )
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'A file of yours with the name of the module is imported in its place: print the module to see its path.'
      )
    ],
    links: [
      {
        title: trans.__('Python: modules'),
        url: 'https://docs.python.org/3/tutorial/modules.html'
      }
    ]
  })
});
