import type { IReading } from '../../../incident/types';
import { define, type Sign } from '../../define';
import { check } from '../../fix';
import { fitting } from '../../shared/fitting';
import { ownCall, ownLine } from '../../shared/ran-code';
import { isTorchInPlay } from '../../shared/torch-in-play';
import { CHANGED, type IChanged } from './changed';

const VALUES = ['at', 'fixed'] as const;

type Kind = 'keyword' | 'place';

/** The call as it should be, where the line shows it. */
function mended(one: IChanged, reading: IReading): string | undefined {
  const call = ownCall(
    new RegExp(String.raw`(?:^|\.)(?:${one.functions.join('|')})$`),
    reading
  );
  if (call === undefined || one.mend === undefined) {
    return undefined;
  }
  const args = one.mend(call.args);
  return args === null ? undefined : `${call.name}(${args.join(', ')})`;
}

/** The change that a finding is about. */
function changeAt(at: string | undefined): IChanged {
  return CHANGED[Number(at)] ?? CHANGED[0];
}

function isCalled({ functions }: IChanged, reading: IReading): boolean {
  return new RegExp(String.raw`\b(?:${functions.join('|')})\(`).test(
    ownLine(reading)
  );
}

export default define({
  id: 'version/package-argument',
  answers: [
    "TypeError: OneHotEncoder.__init__() got an unexpected keyword argument 'sparse'",
    "TypeError: got an unexpected keyword argument 'squared'",
    'TypeError: lineplot() takes from 0 to 1 positional arguments but 2 were given',
    "AttributeError: Rectangle.set() got an unexpected keyword argument 'normed'"
  ],
  refines: ['python/call-arguments', 'version/library-argument'],
  values: VALUES,
  signs: CHANGED.map((one, at): Sign<(typeof VALUES)[number], Kind> => ({
    where: 'message',
    ename: /^(?:TypeError|AttributeError|ValueError|OSError)$/,
    pattern: one.pattern,
    when: reading => isTorchInPlay(reading) && isCalled(one, reading),
    confidence: 'likely',
    read: (_, reading) => ({
      kind: one.argument === undefined ? 'place' : 'keyword',
      at: String(at),
      fixed: mended(one, reading)
    })
  })),
  kinds: {
    keyword: {
      words: (trans, { at, fixed }) => {
        const { from, since, argument, instead } = changeAt(at);
        return {
          title: fitting(argument, 24)
            ? trans.__('%1 %2 no longer takes %3', from, since, argument)
            : trans.__('%1 no longer takes this argument', from),
          cause: trans.__(
            'The code was written for a %1 before %2, in which the call had %3.',
            from,
            since,
            argument ?? ''
          ),
          fixes: [
            check(trans.__('Write what is there today'), fixed ?? instead),
            check(
              trans.__('Code of others: go back, then restart'),
              `%pip install "${from}<${since}"`
            )
          ]
        };
      }
    },
    place: {
      words: (trans, { at, fixed }) => {
        const { from, since, instead } = changeAt(at);
        return {
          title: trans.__('%1 wants these arguments by name', from),
          cause: trans.__(
            'Since %1 %2 they are no longer taken by their place in the call.',
            from,
            since
          ),
          fixes: [
            check(trans.__('Name them'), fixed ?? instead),
            check(
              trans.__('Code of others: go back, then restart'),
              `%pip install "${from}<${since}"`
            )
          ]
        };
      }
    }
  },
  common: trans => ({
    notThis: [
      trans.__('A function of your own with that name is to be changed itself.')
    ],
    links: [
      {
        title: trans.__('scikit-learn: what is new'),
        url: 'https://scikit-learn.org/stable/whats_new.html'
      },
      {
        title: trans.__('Matplotlib: what is new'),
        url: 'https://matplotlib.org/stable/users/release_notes.html'
      }
    ]
  })
});
