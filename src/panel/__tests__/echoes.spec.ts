import { cellIncident } from '../../incident/incident';
import type { IEntry } from '../../diagnosis/types';
import type { ICellIncident } from '../../notebook/types';
import { NOTHING_EXAMINED } from '../../diagnoser/examined';
import { groupEchoes, type IDiagnosed } from '../echoes';

const STICKY = { id: 'cuda/device-assert', sticky: true } as IEntry;
const OTHER = { id: 'tensor/matmul-shape' } as IEntry;

function diagnosed(
  cellId: string,
  entry: IEntry | null,
  executionCount: number,
  kernelRun = 1
): IDiagnosed {
  const incident: ICellIncident = {
    key: cellId,
    incident: cellIncident({
      ename: 'RuntimeError',
      evalue: entry?.sticky ? 'CUDA error: device-side assert triggered' : 'x'
    }),
    cellId,
    executionCount,
    time: executionCount * 1000,
    kernelRun
  };
  return {
    ...NOTHING_EXAMINED,
    isUnread: false,
    incident,
    findings: entry
      ? [
          {
            id: entry.id,
            entry,
            confidence: 'certain',
            evidence: [],
            values: {}
          }
        ]
      : []
  };
}

function shape(groups: ReturnType<typeof groupEchoes>): [string, string[]][] {
  return groups.map(group => [
    group.incident.cellId,
    group.echoes.map(echo => echo.cellId)
  ]);
}

describe('groupEchoes', () => {
  it('folds later sticky failures under the first, however they are shown', () => {
    const newestFirst = [
      diagnosed('d', STICKY, 5),
      diagnosed('c', OTHER, 4),
      diagnosed('b', STICKY, 3),
      diagnosed('a', STICKY, 2)
    ];
    expect(shape(groupEchoes(newestFirst))).toEqual([
      ['c', []],
      ['a', ['b', 'd']]
    ]);
  });

  it('starts anew with a new kernel process', () => {
    expect(
      shape(
        groupEchoes([
          diagnosed('second', STICKY, 1, 2),
          diagnosed('first', STICKY, 7, 1)
        ])
      )
    ).toEqual([
      ['second', []],
      ['first', []]
    ]);
  });

  it('does not take the CPU form of a sticky cause for a broken context', () => {
    const onCpu = diagnosed('b', STICKY, 3);
    const harmless = {
      ...onCpu,
      incident: {
        ...onCpu.incident,
        incident: cellIncident({
          ename: 'RuntimeError',
          evalue: 'all elements of input should be between 0 and 1'
        })
      }
    };
    expect(shape(groupEchoes([harmless, diagnosed('a', STICKY, 2)]))).toEqual([
      ['b', []],
      ['a', []]
    ]);
  });

  it('leaves failures alone that break nothing, and unrecognised ones', () => {
    expect(
      shape(groupEchoes([diagnosed('b', OTHER, 2), diagnosed('a', null, 1)]))
    ).toEqual([
      ['b', []],
      ['a', []]
    ]);
  });
});
