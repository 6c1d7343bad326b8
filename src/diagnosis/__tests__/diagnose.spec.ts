import { nothingRaised } from '../../catalogue/predicates';
import { cellIncident, textIncident } from '../../incident/incident';
import { diagnose } from '../diagnose';
import { entry } from './entry';
import type { IEntry, ISign } from '../types';

const said = (pattern: RegExp, more: Partial<ISign> = {}): ISign => ({
  where: 'message',
  pattern,
  ...more
});
const logged = (pattern: RegExp, more: Partial<ISign> = {}): ISign => ({
  where: 'log',
  pattern,
  ...more
});

const ASSERTION =
  'x/Loss.cu:250: f: block: [0,0,0], thread: [1,0,0] Assertion `t < n` failed.';

const WRAPPED = [
  'Caught ValueError in worker.',
  'Original Traceback (most recent call last):',
  '  File "/home/u/data.py", line 3, in get',
  '    return self.rows[i]',
  'ValueError: inner'
].join('\n');

function ids(
  failure: Parameters<typeof cellIncident>[0],
  entries: readonly IEntry[]
): string[] {
  return diagnose(cellIncident(failure), entries).map(finding => finding.id);
}

describe('confidence', () => {
  it('is at most likely for what is inferred, until the tensors are known', () => {
    const inferred = [entry('one', [said(/boom/)], { infers: true })];
    const incident = cellIncident({ ename: 'RuntimeError', evalue: 'boom' });
    const of = (one: typeof incident) => diagnose(one, inferred)[0].confidence;
    expect(of(incident)).toBe('likely');
    expect(of({ ...incident, tensors: { tensors: [] } as never })).toBe(
      'certain'
    );
  });
});

describe('ranking', () => {
  it('puts an assertion before a fatal line, a message and a remark', () => {
    const entries = [
      entry('remark', [logged(/remark/)]),
      entry('message', [said(/boom/)]),
      entry('fatal', [logged(/fatal/, { fatal: true })]),
      entry('assertion', [{ where: 'assertion', pattern: /^t < n$/ }])
    ];
    expect(
      ids(
        {
          ename: 'RuntimeError',
          evalue: 'boom',
          stderr: `remark\nfatal\n${ASSERTION}\n`
        },
        entries
      )
    ).toEqual(['assertion', 'fatal', 'message', 'remark']);
  });

  it('puts the inner error before its wrapper, however sure they are', () => {
    const entries = [
      entry('wrapper', [said(/^Caught/)]),
      entry('inner', [said(/^inner$/, { confidence: 'possible' })])
    ];
    expect(ids({ ename: 'ValueError', evalue: WRAPPED }, entries)).toEqual([
      'inner',
      'wrapper'
    ]);
  });

  it('puts the surer of two readings of one message first', () => {
    const entries = [
      entry('possible', [said(/boom/, { confidence: 'possible' })]),
      entry('likely', [said(/boom/, { confidence: 'likely' })]),
      entry('certain', [said(/boom/)])
    ];
    expect(ids({ ename: 'E', evalue: 'boom' }, entries)).toEqual([
      'certain',
      'likely',
      'possible'
    ]);
  });

  it('puts a special entry just before what it refines, not before all', () => {
    const entries = [
      entry('general', [said(/boom/)]),
      entry('special', [logged(/detail/)], { refines: ['general'] }),
      entry('most-special', [logged(/detail/)], { refines: ['special'] }),
      entry('assertion', [{ where: 'assertion', pattern: /^t < n$/ }]),
      entry('remark', [logged(/remark/)])
    ];
    expect(
      ids(
        {
          ename: 'RuntimeError',
          evalue: 'boom',
          stderr: `detail remark\n${ASSERTION}`
        },
        entries
      )
    ).toEqual(['assertion', 'most-special', 'special', 'general', 'remark']);
  });

  it('ends where entries refine each other', () => {
    const entries = [
      entry('a', [said(/boom/)], { refines: ['b', 'a'] }),
      entry('b', [said(/boom/)], { refines: ['a'] })
    ];
    expect(ids({ ename: 'E', evalue: 'boom' }, entries).sort()).toEqual([
      'a',
      'b'
    ]);
  });
});

describe('a finding', () => {
  it('quotes its evidence and shows the user’s own line', () => {
    const entries = [
      entry('e', [
        said(/inner/),
        logged(/slow (?<what>\w+)/),
        { where: 'assertion', pattern: /^t < (?<bound>n)$/ }
      ])
    ];
    const [finding] = diagnose(
      cellIncident({
        ename: 'ValueError',
        evalue: WRAPPED,
        stdout: 'all well\n  slow\n  disk here\n',
        stderr: `[rank2]: ${ASSERTION}\n[rank2]: ${ASSERTION}\n`
      }),
      entries
    );
    expect(finding.evidence).toEqual([
      { where: 'assertion', text: ASSERTION, count: 2 },
      { where: 'message', text: 'ValueError: inner' },
      { where: 'stdout', text: 'slow\n  disk here' },
      {
        where: 'frame',
        text: 'return self.rows[i]',
        frame: expect.objectContaining({ place: 'user', line: 3 })
      }
    ]);
    expect(finding.values).toEqual({
      what: 'disk',
      bound: 'n',
      rank: '2',
      platform: 'linux'
    });
  });

  it('reads a message whose first line has lost its rank', () => {
    const entries = [entry('e', [said(/in loading: size mismatch for fc/)])];
    const evalue = (rank: number): string =>
      `in loading:\n[rank1]: size mismatch for fc\n[rank${rank}]: and so on`;
    expect(ids({ ename: 'RuntimeError', evalue: evalue(1) }, entries)).toEqual([
      'e'
    ]);
    // Lines of several ranks: nobody knows whose the first one is.
    expect(ids({ ename: 'RuntimeError', evalue: evalue(2) }, entries)).toEqual(
      []
    );
  });

  it('keeps the values of one kind only', () => {
    const [finding] = diagnose(cellIncident({ evalue: 'boom 4 by 8' }), [
      entry('kinds', [
        said(/boom (?<given>\d)/, {
          read: ({ given }) => ({ given, kind: 'first' })
        }),
        said(/by (?<wanted>\d)/, {
          read: ({ wanted }) => ({ wanted, kind: 'second' })
        }),
        said(/(?<word>boom)/)
      ])
    ]);
    expect(finding.values).toEqual({ given: '4', kind: 'first', word: 'boom' });
  });

  it('reads values from where its sign was seen', () => {
    const entries = [
      entry('e', [
        said(/got (?<n>\d+)/, {
          read: ({ n }, reading) => ({
            twice: String(2 * Number(n)),
            code: reading.code
          })
        })
      ])
    ];
    const [finding] = diagnose(
      cellIncident({ ename: 'E', evalue: 'got 21', source: 'f(21)' }),
      entries
    );
    expect(finding.values).toEqual({ n: '21', twice: '42', code: 'f(21)' });
  });

  it('keeps what one sign read where another read nothing', () => {
    const entries = [
      entry('e', [
        logged(/boom(?: at (?<place>\w+))?(?: on (?<device>\w+))?/),
        said(/boom(?: at (?<place>\w+))?(?: on (?<device>\w+))?/, {
          read: ({ device }) => ({ device, size: undefined })
        }),
        logged(/(?<size>\d+) bytes/)
      ])
    ];
    const [finding] = diagnose(
      cellIncident({
        ename: 'E',
        evalue: 'boom on gpu1',
        stderr: 'boom at loader, 12 bytes'
      }),
      entries
    );
    expect(finding.values).toEqual({
      place: 'loader',
      device: 'gpu1',
      size: '12'
    });
  });

  it('takes a message that a terminal cut inside a word', () => {
    const entries = [entry('e', [said(/device-side assert triggered/)])];
    expect(
      ids(
        { ename: 'E', evalue: 'CUDA error: device-side ass\nert triggered' },
        entries
      )
    ).toEqual(['e']);
  });

  it('does not take the head of a number that a terminal cut', () => {
    const entries = [
      entry('cut', [said(/operand 7\b/)]),
      entry('whole', [said(/operand 71\b/)])
    ];
    const words =
      'Weights only load failed. WeightsUnpickler error: Unsupported';
    const evalue = `[rank0]: ${words} operand 7\n1`;
    expect(ids({ ename: 'UnpicklingError', evalue }, entries)).toEqual([
      'whole'
    ]);
  });

  it('is not silenced by the rest of a class name that a terminal cut', () => {
    const stderr = [
      '2026-01-01 10:00:00,123 - ERROR - train - site-packages/sample/data.py:12: Depre',
      'cationWarning: `np.bool` is a deprecated alias for the builtin `bool`. To silenc',
      'e this warning, use `bool` by itself.\n'
    ].join('\n');
    const entries = [entry('e', [logged(/`np\.bool` is a deprecated alias/)])];
    expect(ids({ stderr }, entries)).toEqual(['e']);
  });

  it('needs the class that its sign asks for', () => {
    const entries = [entry('e', [said(/boom/, { ename: /^KeyError$/ })])];
    expect(ids({ ename: 'KeyError', evalue: 'boom' }, entries)).toEqual(['e']);
    expect(ids({ ename: 'ValueError', evalue: 'boom' }, entries)).toEqual([]);
  });

  it('needs what its sign asks for besides', () => {
    const entries = [
      entry('e', [said(/boom/, { when: reading => reading.mentions('lr=') })])
    ];
    expect(ids({ ename: 'E', evalue: 'boom' }, entries)).toEqual([]);
    expect(
      ids({ ename: 'E', evalue: 'boom', source: 'f(lr=1)' }, entries)
    ).toEqual(['e']);
  });

  it('is recognised in a pasted message without a class', () => {
    const entries = [entry('e', [said(/^shapes differ/)])];
    const findings = diagnose(textIncident('shapes differ (2x3)\n'), entries);
    expect(findings).toMatchObject([
      { id: 'e', evidence: [{ where: 'text', text: 'shapes differ (2x3)' }] }
    ]);
  });

  it('is recognised in a printed line given as a message without a class', () => {
    const remark = [entry('remark', [logged(/a remark/)])];
    expect(ids({ ename: '', evalue: 'a remark' }, remark)).toEqual(['remark']);
    expect(ids({ ename: 'RuntimeError', evalue: 'a remark' }, remark)).toEqual(
      []
    );
  });

  it('is recognised in marks that somebody put around a message', () => {
    const entries = [entry('e', [said(/^shapes differ$/)])];
    expect(ids({ ename: '', evalue: '`shapes differ`' }, entries)).toEqual([
      'e'
    ]);
    expect(ids({ ename: '', evalue: '**"shapes differ"**' }, entries)).toEqual([
      'e'
    ]);
  });

  it('has the frames that were printed apart from it', () => {
    const inLoader = [
      entry('e', [
        said(/^boom/, {
          when: ({ exceptions }) =>
            exceptions.some(
              ({ name, frames }) =>
                name === 'E' && frames.some(one => one.func === 'f')
            )
        })
      ])
    ];
    const frames =
      'Traceback (most recent call last):\n  File "a.py", line 3, in f\n    g()\n';
    expect(
      ids({ ename: 'E', evalue: 'boom', stderr: frames }, inLoader)
    ).toEqual(['e']);
    const other = `${frames}ValueError: of another\n`;
    expect(
      ids({ ename: 'E', evalue: 'boom', stderr: other }, inLoader)
    ).toEqual([]);
  });

  it('does not take a class for lost where something else was printed', () => {
    const untold = [
      entry('e', [logged(/a remark/, { when: nothingRaised })]),
      entry('m', [logged(/index/)])
    ];
    const both = { ename: '', evalue: 'list index', stderr: 'a remark' };
    expect(ids(both, untold)).toEqual([]);
    expect(ids({ ename: '', evalue: 'a remark' }, untold)).toEqual(['e']);
  });

  it('is recognised in a message that is the only printed line', () => {
    const entries = [entry('e', [said(/^shapes differ/)])];
    const alone = { ename: '', evalue: '', stderr: 'shapes differ (2x3)\n' };
    expect(ids(alone, entries)).toEqual(['e']);
    expect(ids({ ...alone, ename: 'E', evalue: 'other' }, entries)).toEqual([]);
  });
});

describe('silence', () => {
  const entries = [
    entry('message', [said(/CUBLAS_STATUS_NOT_INITIALIZED/)]),
    entry('remark', [logged(/is deprecated/)])
  ];

  it.each([
    [
      'a class of TensorFlow',
      {
        ename: 'tensorflow.python.framework.errors_impl.InternalError',
        evalue: 'failed to create handle: CUBLAS_STATUS_NOT_INITIALIZED'
      }
    ],
    [
      'a call inside jax',
      {
        ename: 'RuntimeError',
        evalue: 'CUBLAS_STATUS_NOT_INITIALIZED',
        traceback:
          'RuntimeError  Traceback (most recent call last)\nFile ~/lib/python3.11/site-packages/jax/_src/api.py:12, in f(x)\n----> 12 g(x)\n\nRuntimeError: CUBLAS_STATUS_NOT_INITIALIZED'
      }
    ],
    [
      'a remark beside an error of pandas',
      {
        ename: 'KeyError',
        evalue: "'price'",
        stderr: 'UserWarning: nn.functional.sigmoid is deprecated.'
      }
    ],
    ['nothing', {}],
    ['a passing cell', { stdout: 'Epoch 1 done\n', source: 'train()' }]
  ])('on %s', (_, failure) => {
    expect(ids(failure, entries)).toEqual([]);
  });

  it('is broken by what the kernel told of a program with torch, and by that alone', () => {
    const told = { evidence: [{ where: 'kernel', text: 'told' }] } as never;
    const entries = [
      entry('words', [said(/cannot import name/)]),
      entry('facts', [], {
        facts: ({ incident: { live } }) => (live ? told : null)
      })
    ];
    const raised = cellIncident({
      ename: 'ImportError',
      evalue: "cannot import name 'a' from 'sklearn.utils'",
      source: 'from sklearn.utils import a',
      traceback:
        "ImportError  Traceback (most recent call last)\nCell In[1], line 1\n----> 1 from sklearn.utils import a\n\nImportError: cannot import name 'a' from 'sklearn.utils'"
    });
    const found = (hasTorch: boolean) =>
      diagnose({ ...raised, live: { hasTorch } as never }, entries);
    expect(diagnose(raised, entries)).toEqual([]);
    expect(found(false)).toEqual([]);
    const [finding, ...others] = found(true);
    expect(others).toEqual([]);
    expect(finding.id).toBe('facts');
    // With the line, which marks and edits need.
    expect(finding.evidence.map(({ text }) => text)).toEqual([
      'told',
      'from sklearn.utils import a'
    ]);
  });

  it('is broken by the same words of torch', () => {
    expect(
      ids(
        {
          ename: 'RuntimeError',
          evalue: 'CUDA error: CUBLAS_STATUS_NOT_INITIALIZED'
        },
        entries
      )
    ).toEqual(['message']);
    expect(
      ids(
        { stderr: 'UserWarning: nn.functional.sigmoid is deprecated.' },
        entries
      )
    ).toEqual(['remark']);
  });
});

it('skips an entry that throws, and reports it', () => {
  const error = new Error('broken');
  const broken = entry('broken', [
    said(/boom/, {
      read: () => {
        throw error;
      }
    })
  ]);
  const reports: unknown[] = [];
  const found = diagnose(
    cellIncident({ ename: 'E', evalue: 'boom' }),
    [broken, entry('sound', [said(/boom/)])],
    (id, problem) => reports.push([id, problem])
  );
  expect(found.map(finding => finding.id)).toEqual(['sound']);
  expect(reports).toEqual([['broken', error]]);
});
