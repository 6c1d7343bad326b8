import { diagnose } from '../../diagnosis/diagnose';
import { english } from '../../diagnosis/english';
import type { IEntry } from '../../diagnosis/types';
import { cellIncident } from '../../incident/incident';
import { define } from '../define';
import { messageOrLog } from '../signs';

const common = () => ({ links: [{ title: 'x', url: 'https://x.test' }] });
const words = (title: string) => ({ title, cause: '', fixes: [] });

const entry = define({
  id: 'tensor/example',
  answers: ['the flux is 3, not 4'],
  values: ['given', 'wanted'],
  signs: [
    {
      where: 'message',
      pattern: /the flux is (?<a>\d) or (?<b>\d)/,
      read: ({ a, b }) => ({ kind: 'range', given: `${a} … ${b}` })
    }
  ],
  kinds: {
    number: {
      signs: messageOrLog(/the flux is (?<given>\d), not (?<wanted>\d)/),
      words: (_, { given, wanted }) => words(`number ${given} ${wanted}`)
    },
    range: { words: (_, { given }) => words(`range ${given}`) },
    none: {
      signs: messageOrLog(/there is no (?<what>flux)/),
      words: (_, values) => words(`none ${Object.keys(values)}`)
    }
  },
  common: (_, { given }) => ({
    ...common(),
    notThis: [`not ${given}`]
  })
});

function pageFor(evalue: string, entries: readonly IEntry[] = [entry]) {
  const [finding] = diagnose(
    cellIncident({ ename: 'RuntimeError', evalue }),
    entries
  );
  return finding.entry.page(english, finding.values);
}

describe('define', () => {
  it('gives the words of the kind whose sign was seen', () => {
    expect(pageFor('the flux is 3, not 4')).toMatchObject({
      title: 'number 3 4',
      notThis: ['not 3']
    });
  });

  it('lets one pattern decide the kind', () => {
    expect(pageFor('the flux is 1 or 2').title).toBe('range 1 … 2');
  });

  it('says the first kind where nothing was seen', () => {
    expect(entry.page(english, {}).title).toBe('number undefined undefined');
  });

  it('keeps a group that nobody declared from the words', () => {
    expect(pageFor('there is no flux').title).toBe('none kind');
  });

  it('needs no kinds', () => {
    const single = define({
      id: 'tensor/single',
      answers: ['gone'],
      signs: messageOrLog(/gone/),
      words: () => words('single'),
      common
    });
    expect(pageFor('gone', [single]).title).toBe('single');
  });
});

it('a misspelt name does not compile', () => {
  const base = { id: 'x/y', answers: ['x'], common };
  define({
    ...base,
    values: ['given'],
    // @ts-expect-error it is called `given`
    words: (_, { gvien }) => words(gvien)
  });
  define({
    ...base,
    values: ['given'],
    kinds: {
      // @ts-expect-error it is called `given`
      one: { words: (_, { gvien }) => words(gvien) }
    }
  });
  define({
    ...base,
    values: ['given'],
    signs: [
      {
        where: 'log',
        pattern: /x/,
        // @ts-expect-error the kind is called `one`
        read: () => ({ kind: 'oen' })
      }
    ],
    kinds: { one: { words: () => words('') } }
  });
});
