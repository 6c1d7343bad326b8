import { nullTranslator } from '@jupyterlab/translation';

import { parseBox, type IDeath } from '../../incident/death/death';
import { hiddenWords } from '../hidden-facts';

const BOX = parseBox({ pid: 7, fault: 'Fatal Python error: Aborted' });

const KILLED = { code: -9, signal: 'SIGKILL' };

function toldOf(facts: Partial<IDeath>): string | null {
  const death = {
    exit: null,
    box: null,
    running: true,
    queued: 0,
    failedStarts: 0,
    earlier: '',
    ...facts
  };
  return hiddenWords(death, nullTranslator.load(''));
}

describe('what a setup hides of a death', () => {
  it('is the exit status, of a server without the extension', () => {
    const told = toldOf({ box: BOX });
    expect(told).toContain('exit status is not known');
    expect(told).not.toContain('line');
  });

  it('is line and memory, where no process has read the box', () => {
    const told = toldOf({ exit: KILLED });
    expect(told).toContain('line and the memory are not known');
    expect(told).not.toContain('exit status');
  });

  it('is both, in one sentence', () => {
    const told = toldOf({});
    expect(told).toContain('Neither the exit status nor the line is known');
    expect(told?.match(/\./g)).toHaveLength(1);
  });

  it('is nothing, where both are at hand', () => {
    expect(toldOf({ exit: KILLED, box: BOX })).toBeNull();
  });

  it('is nothing, of a process that was never ready', () => {
    expect(toldOf({ failedStarts: 2 })).toBeNull();
  });
});
