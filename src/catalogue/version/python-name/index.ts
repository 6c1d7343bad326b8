import type { IFix, ITranslate } from '../../../diagnosis/types';
import { ownValue } from '../../../shared/own-value';
import { importToday } from '../../shared/edits/names';
import { define, type Sign } from '../../define';
import { check } from '../../fix';
import { callingPackage } from '../../shared/code-owner';
import { fitting } from '../../shared/fitting';
import type { IReading } from '../../../incident/types';
import { isTorchInPlay } from '../../shared/torch-in-play';
import { GONE } from './names';

/** What a package prints when it starts, where no frame names it. */
function announced(reading: IReading): string | undefined {
  return reading.mentions('Neither CUDA nor MPS are available')
    ? 'easyocr'
    : undefined;
}

/** Mostly a line of a package asks for it: of torch's cpp_extension, of Flask. */
function isOfPackages(key = ''): boolean {
  return /^(?:pkg_resources|markupsafe|jinja2|packaging|mpmath|urllib3|scipy\.linalg)\b/.test(
    key
  );
}

/** Every release of what asks wants the older one: it came there by force. */
function isHeldBack(key: string | undefined): boolean {
  return key === 'mpmath:rational';
}

function newerOne(trans: ITranslate, asker: string): IFix {
  return check(
    trans.__('Update %1, then restart the kernel', asker),
    `%pip install --upgrade ${asker}`
  );
}

const VALUES = ['key', 'name', 'asker'] as const;

/** The table's keys in Python's words; each pattern knows its names alone. */
const PATTERNS = Object.keys(GONE).map(key => {
  const [module, name] = key.split(':');
  const dotted = module.replace(/\./g, String.raw`\.`);
  if (name === '') {
    return {
      key,
      pattern: new RegExp(String.raw`^No module named ["']${dotted}(?:["']|\.)`)
    };
  }
  if (name !== undefined) {
    return {
      key,
      pattern: new RegExp(
        String.raw`\bcannot import name ["']${name}["'] from ["']${dotted}["']|^module ["']${dotted}["'] has no attribute ["']${name}["']|^No module named ["']${dotted}\.${name}["']`
      )
    };
  }
  const [type, member] = module.split('.');
  return {
    key,
    pattern: new RegExp(
      member === undefined
        ? String.raw`^No module named ["']${module}(?:["']|\.)`
        : `^["']${type}["'] object has no attribute ["']${member}["']`
    )
  };
});

export default define({
  id: 'version/python-name',
  answers: [
    "ImportError: cannot import name 'Mapping' from 'collections'",
    "AttributeError: module 'PIL.Image' has no attribute 'ANTIALIAS'",
    "ModuleNotFoundError: No module named 'distutils'",
    "AttributeError: 'FreeTypeFont' object has no attribute 'getsize'",
    "ImportError: cannot import name 'compare_ssim' from 'skimage.measure'"
  ],
  refines: [
    'python/failed-import',
    'python/import-name',
    'python/missing-attribute',
    'version/removed-api',
    'version/parts-differ'
  ],
  values: VALUES,
  signs: PATTERNS.map(({ key, pattern }): Sign<(typeof VALUES)[number]> => ({
    where: 'message',
    ename: /^(?:ImportError|ModuleNotFoundError|AttributeError)$/,
    pattern,
    when: isTorchInPlay,
    confidence: 'likely',
    read: (_, reading) => ({
      key,
      name: key.endsWith(':') ? key.slice(0, -1) : key.split(/[:.]/).pop(),
      asker: callingPackage(reading) ?? announced(reading)
    })
  })),
  words: (trans, { key, name = 'Mapping', asker }) => {
    const { from, gone, instead } =
      ownValue(GONE, key) ?? GONE['collections:Mapping'];
    const [module, dropped] = (key ?? '').split(':');
    const own = {
      ...check(
        trans.__('In code of yours: write what is there today'),
        instead
      ),
      ...(dropped ? { edit: importToday(module, dropped, instead) } : {})
    };
    const older =
      from === 'Python'
        ? check(
            trans.__('Or an environment with the Python it was written for'),
            `$ conda create -n older "python<${gone}"`
          )
        : check(
            trans.__('Or go back to a release that has it, and restart'),
            `%pip install "${from.toLowerCase()}<${gone}"`
          );
    return {
      title: fitting(name, 24)
        ? trans.__('%1 %2 dropped %3', from, gone, name)
        : trans.__('%1 no longer has this name', from),
      cause: asker
        ? trans.__(
            '%1 asks for %2, which %3 has not had since %4. This %1 is older than that.',
            asker,
            name,
            from,
            gone
          )
        : trans.__(
            'The code is older: %1 has had no %2 since %3.',
            from,
            name,
            gone
          ),
      fixes: asker
        ? isHeldBack(key)
          ? [older, newerOne(trans, asker)]
          : [newerOne(trans, asker), older, own]
        : isOfPackages(key)
          ? [older, own]
          : from === 'Python' && gone === '3.0'
            ? [own] // no torch of today runs on Python 2
            : [own, older]
    };
  },
  common: trans => ({
    notThis: [
      trans.__(
        'The message shows a file of yours with that module’s name: then it hides the real one.'
      )
    ],
    links: [
      {
        title: trans.__('Python: what’s new, by version'),
        url: 'https://docs.python.org/3/whatsnew/index.html'
      },
      {
        title: trans.__('Pillow: deprecations and removals'),
        url: 'https://pillow.readthedocs.io/en/stable/deprecations.html'
      }
    ]
  })
});
