import type { IReading } from '../../../incident/types';
import { define } from '../../define';
import { failedLine } from '../../predicates';
import { check } from '../../fix';
import { argumentWithin } from '../../shared/edits/calls';
import { loadedFirst } from '../../shared/edits/lines';

/** `checkpoint['model']` of a text. */
const INDEXED =
  /\b(?<name>\w{0,20}(?:checkpoint|ckpt|state_?dict|weights|snapshot)\w{0,10})\[ ?["'](?<key>[\w.-]{1,40})["'] ?\]/;

const POINTED = new RegExp(
  String.raw`-->[ \d]{1,8}[^\n]{0,80}?${INDEXED.source}`
);

function indexed(reading: IReading): { name?: string; key?: string } {
  return (
    (
      INDEXED.exec(failedLine(reading)) ??
      // Frames that Colab writes as links are read as plain lines.
      POINTED.exec(reading.incident.traceback)
    )?.groups ?? {}
  );
}

/** torch's own copy of what it was given, before 1.12. */
function isGiven(reading: IReading): boolean {
  return /\bload_state_dict\(|state_dict\.copy\(\)/.test(reading.code);
}

export default define({
  id: 'model/path-not-loaded',
  answers: [
    "TypeError: string indices must be integers, not 'str' (checkpoint['model'])",
    "AttributeError: 'str' object has no attribute 'copy' (load_state_dict)"
  ],
  refines: ['model/model-as-state-dict'],
  values: ['name', 'key'],
  kinds: {
    indexed: {
      signs: [
        {
          where: 'message',
          ename: /^TypeError$/,
          pattern: /^string indices must be integers/,
          when: reading => indexed(reading).name !== undefined,
          read: (_, reading) => indexed(reading)
        },
        {
          where: 'message',
          ename: /^TypeError$/,
          pattern: /^["'](?:Posix|Windows)Path["'] object is not subscriptable/,
          when: reading => indexed(reading).name !== undefined,
          read: (_, reading) => indexed(reading)
        }
      ],
      words: (trans, { name = 'checkpoint', key = 'model' }) => ({
        title: trans.__('It is still the path: nothing was loaded'),
        cause: trans.__(
          '%1 is a text where a dictionary with “%2” is expected: the name of the file, which torch.load() has not read yet.',
          name,
          key
        ),
        fixes: [
          {
            ...check(
              trans.__('Load the file first'),
              `${name} = torch.load(${name}, map_location='cpu')\npart = ${name}['${key}']`
            ),
            edit: name === undefined ? undefined : loadedFirst(name)
          }
        ]
      })
    },
    given: {
      signs: [
        {
          where: 'message',
          ename: /^AttributeError$/,
          pattern:
            /^["'](?:str|(?:Posix|Windows)Path)["'] object has no attribute ["'](?:copy|keys|items)["']/,
          when: isGiven,
          confidence: 'likely'
        }
      ],
      words: trans => ({
        title: trans.__('load_state_dict() was given a path'),
        cause: trans.__(
          'It takes the weights themselves, a dictionary. What came in is the name of their file.'
        ),
        fixes: [
          {
            safety: 'safe',
            title: trans.__('Load the file first'),
            edit: argumentWithin(
              ['load_state_dict'],
              [0, 'state_dict'],
              'torch.load(',
              ", map_location='cpu')"
            ),
            code: "state = torch.load(path, map_location='cpu')\nmodel.load_state_dict(state)"
          }
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'If the file was loaded, it may hold a text: print(type(checkpoint)) tells.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: torch.load'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.load.html'
      }
    ]
  })
});
