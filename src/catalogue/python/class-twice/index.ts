import type { IFix, ITranslate } from '../../../diagnosis/types';
import type { ITwiceFacts } from '../../../incident/attribute-facts';
import { define, type ValuesOf } from '../../define';
import { check } from '../../fix';
import { superAlone } from '../../shared/edits/classes';
import { isAloneOnTorch, isTorchInPlay } from '../../shared/torch-in-play';

const SUPER =
  /^super\(type, obj\): obj (?:must be an|\(instance of (?<name>\w{1,100})\) is not an) instance or subtype of type/;

/** torch's own inner classes are never what their module names. */
const PICKLED =
  /^Can["']t pickle <class ["'](?!torch\.)(?:[\w.]{1,100}\.)?(?<name>\w{1,100})["']>: it["']s not the same object as/;

/** Of a function the name is enough, and a decorator may have replaced it. */
const FUNCTION =
  /^Can["']t pickle <function (?:[\w.]{1,100}\.)?(?<name>\w{1,100}) at 0x[\dA-Fa-f]{1,20}>: it["']s not the same object as/;

type Read = ValuesOf<'name' | 'module' | 'input'>;

/** Where the class was defined again. */
function definedAgain(
  trans: ITranslate,
  { name = '', module, input }: Read
): string {
  if (input) {
    return trans.__(
      'Cell [%1] defined the class %2 anew, and the object is still of the class before. Python compares classes, not their names.',
      input,
      name
    );
  }
  return module === undefined || module === '__main__'
    ? trans.__(
        'The class was defined anew, as its cell ran again or its module was loaded again, and an object of the class before is left. Python compares classes, not their names.'
      )
    : trans.__(
        'The module %1 was loaded again and defined the class %2 anew, and the object is still of the class before. Python compares classes, not their names.',
        module,
        name
      );
}

function makeAnew(trans: ITranslate, { name, module }: Read): IFix[] {
  return [
    {
      safety: 'check',
      title: name
        ? trans.__('Make the objects of %1 anew', name)
        : trans.__('Make the objects of the class anew'),
      detail:
        module === undefined || module === '__main__'
          ? trans.__(
              'Run the cells that make them, and those of classes that build on it. To keep trained weights, take state_dict() of the old model first and load it into the new one.'
            )
          : trans.__(
              'Import the class from its module again, then run the cells that make the objects. To keep trained weights, take state_dict() of the old model first and load it into the new one.'
            )
    },
    {
      safety: 'check',
      title: trans.__('Or restart the kernel and run the cells in order'),
      detail: trans.__('A restart loses all variables: save what took long.')
    }
  ];
}

function valuesOf({
  state,
  name,
  module,
  input
}: ITwiceFacts): Record<string, string | undefined> {
  return {
    kind: state,
    name,
    module,
    input: input === null ? undefined : String(input)
  };
}

export default define({
  id: 'python/class-twice',
  answers: [
    'TypeError: super(type, obj): obj must be an instance or subtype of type',
    "PicklingError: Can't pickle <class '__main__.Net'>: it's not the same object as __main__.Net"
  ],
  refines: ['dataloader/pickle', 'model/no-attribute', 'model/save-failed'],
  values: ['name', 'module', 'input'],
  signs: [
    {
      where: 'message',
      ename: /^TypeError$/,
      pattern: SUPER,
      when: reading => isAloneOnTorch(reading),
      confidence: 'likely',
      read: ({ name }) => ({ kind: 'super', name })
    },
    {
      where: 'message',
      ename: /^PicklingError$/,
      pattern: PICKLED,
      when: isTorchInPlay,
      read: ({ name }) => ({ kind: 'pickle', name })
    },
    {
      where: 'message',
      ename: /^PicklingError$/,
      pattern: FUNCTION,
      when: isTorchInPlay,
      read: ({ name }) => ({ kind: 'function', name })
    }
  ],
  facts: ({ incident: { live } }) =>
    live?.kind === 'twice' && live.hasTorch
      ? {
          confidence: 'certain',
          evidence: [{ where: 'kernel', text: `${live.module}.${live.name}` }],
          values: valuesOf(live)
        }
      : null,
  kinds: {
    super: {
      words: (trans, values) => ({
        title: values.name
          ? trans.__('The class %1 was defined again', values.name)
          : trans.__('The class was defined again since the object was made'),
        cause: definedAgain(trans, values),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Write super() without arguments'),
            detail: trans.__(
              'It finds the class by itself. Run the cell with the class, then those that use it.'
            ),
            code: 'super().__init__()',
            edit: superAlone
          },
          ...makeAnew(trans, values)
        ]
      })
    },
    pickle: {
      words: (trans, values) => ({
        title: values.name
          ? trans.__('%1 was defined again: no pickle', values.name)
          : trans.__('An object of a class defined anew cannot be saved'),
        cause: definedAgain(trans, values),
        fixes: makeAnew(trans, values)
      })
    },
    function: {
      words: (trans, { name = '' }) => ({
        title: trans.__('%1 was defined again: no pickle', name),
        cause: trans.__(
          'A function is saved by its name, and %1 is another function today: its module was loaded again (%autoreload), its cell ran again, or a decorator put another in its place. Workers that are started anew get all they need as a pickle.',
          name
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Restart the kernel and run the cells in order'),
            detail: trans.__(
              'A restart loses all variables: save what took long.'
            )
          },
          {
            safety: 'check',
            title: trans.__('Or make anew what holds the function'),
            detail: trans.__(
              'Import %1 again, then run the cells that make the transforms and the data set. After a decorator, give what it returns the name that it has.',
              name
            )
          },
          check(
            trans.__('In a DataLoader: no workers'),
            'DataLoader(dataset, num_workers=0)'
          )
        ]
      })
    },
    check: {
      words: (trans, values) => ({
        title: trans.__('There are two classes %1', values.name ?? ''),
        cause: definedAgain(trans, values),
        fixes: makeAnew(trans, values)
      })
    },
    stale: {
      words: (trans, values) => ({
        title: trans.__(
          'The object is older than the class %1',
          values.name ?? ''
        ),
        cause: definedAgain(trans, values),
        fixes: makeAnew(trans, values)
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'super(Other, self) with the name of another class raises the same: write the class in which the line stands.'
      )
    ],
    links: [
      {
        title: trans.__('Python: super()'),
        url: 'https://docs.python.org/3/library/functions.html#super'
      },
      {
        title: trans.__('Python: importlib.reload()'),
        url: 'https://docs.python.org/3/library/importlib.html#importlib.reload'
      }
    ]
  })
});
