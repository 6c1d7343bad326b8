import { ExecutionLog } from '../execution-log';
import { FakeKernel, FakeSession } from './fakes';

function followed() {
  const kernel = new FakeKernel();
  const session = new FakeSession(kernel);
  const process = { run: 1 };
  const log = new ExecutionLog(session.asContext(), () => process.run);
  return { log, kernel, session, process };
}

describe('what was asked', () => {
  const idsOf = (requests: readonly { cellId: string }[]) =>
    requests.map(({ cellId }) => cellId);

  it('knows what runs and waits before the kernel says a word', () => {
    const { log, kernel } = followed();
    ['a', 'b', 'c'].forEach(id => kernel.request(id));
    kernel.reply('a');
    expect(idsOf(log.state.waiting)).toEqual(['b', 'c']);
    expect(log.state.done).toEqual([{ cellId: 'a', code: 'code of a' }]);
  });

  it('counts no failed cell as done, and tells of each that is', () => {
    const { log, kernel } = followed();
    const finished: string[] = [];
    log.finished.connect((_, id) => finished.push(id));
    kernel.request('a');
    kernel.reply('a', 'error');
    kernel.request('b');
    kernel.reply('b');
    expect(idsOf(log.state.done)).toEqual(['b']);
    expect(finished).toEqual(['b']);
  });

  it('keeps what a new process was asked, and forgets what the last one was', () => {
    const { log, kernel } = followed();
    ['a', 'b'].forEach(id => kernel.request(id));
    kernel.reply('a');
    ['c', 'd'].forEach(id => kernel.request(id));
    log.clear('of c');
    expect(idsOf(log.state.waiting)).toEqual(['c', 'd']);
    expect(log.state.done).toEqual([]);
    log.clear('of nobody here');
    expect(log.state.waiting).toEqual([]);
  });

  it('bears messages that answer nobody, as those of xeus-python', () => {
    const { log, kernel, session } = followed();
    const seen = jest.fn();
    log.finished.connect(seen);
    kernel.request('a');
    kernel.anyMessage.emit({
      direction: 'recv',
      msg: {
        header: { msg_type: 'execute_reply' },
        parent_header: null,
        content: { status: 'ok' }
      }
    });
    session.tell('status', { execution_state: 'idle' }, { request: null });
    expect(idsOf(log.state.waiting)).toEqual(['a']);
    expect(seen).not.toHaveBeenCalled();
  });

  it('holds what it was when the process ended, until another begins', () => {
    const { log, kernel } = followed();
    ['a', 'b'].forEach(id => kernel.request(id));
    log.hold();
    ['a', 'b'].forEach(id => kernel.reply(id, 'aborted'));
    expect(idsOf(log.state.waiting)).toEqual(['a', 'b']);
    expect(idsOf(log.take().waiting)).toEqual(['a', 'b']);
    expect(log.state.waiting).toEqual([]);
    kernel.request('c');
    log.hold();
    kernel.reply('c');
    log.release();
    expect(log.state.waiting).toEqual([]);
    expect(idsOf(log.state.done)).toEqual(['c']);
  });

  it('lists a cell that ran twice where it ran last', () => {
    const { log, kernel } = followed();
    for (const id of ['a', 'b', 'a']) {
      kernel.request(id);
      kernel.reply(id);
    }
    expect(idsOf(log.state.done)).toEqual(['b', 'a']);
  });

  it('leaves silent requests out, and those of a kernel that was left', () => {
    const { log, kernel, session } = followed();
    kernel.request('a', true);
    expect(log.state.waiting).toEqual([]);
    kernel.request('b');
    const other = new FakeKernel('another');
    session.change(other);
    expect(idsOf(log.state.waiting)).toEqual(['b']);
    kernel.request('c');
    other.request('d');
    expect(idsOf(log.state.waiting)).toEqual(['b', 'd']);
  });

  it('hears each message once, though the same kernel is announced again', () => {
    const { log, kernel, session } = followed();
    const finished: string[] = [];
    log.finished.connect((_, id) => finished.push(id));
    session.change(kernel);
    kernel.run('a');
    expect(finished).toEqual(['a']);
  });
});

describe('what was seen', () => {
  const inputOf = (cellId: string, execution_count = 1) => ({
    code: `code of ${cellId}`,
    execution_count
  });

  it('knows the cell of each input, its process and how long it took', () => {
    const { log, kernel, session, process } = followed();
    kernel.request('a');
    session.tell('execute_input', inputOf('a', 7), {
      request: 'of a',
      seconds: 10
    });
    expect(log.inputs).toMatchObject([{ cellId: 'a', ms: null }]);
    session.tell(
      'status',
      { execution_state: 'idle' },
      { request: 'of a', seconds: 12.5 }
    );
    process.run = 2;
    session.tell('execute_input', inputOf('b'), { request: 'of a console' });
    expect(log.inputs).toEqual([
      {
        run: 1,
        executionCount: 7,
        source: 'code of a',
        cellId: 'a',
        ms: 2500,
        hasFailed: false
      },
      {
        run: 2,
        executionCount: 1,
        source: 'code of b',
        cellId: null,
        ms: null,
        hasFailed: false
      }
    ]);
  });

  it('knows the cell though the reply overtakes the broadcast', () => {
    const { log, kernel, session } = followed();
    kernel.run('a');
    log.clear();
    session.tell('execute_input', inputOf('a'), { request: 'of a' });
    expect(log.inputs).toMatchObject([{ cellId: 'a' }]);
  });

  it('knows which failed, of those that run beside each other', () => {
    const { log, session } = followed();
    session.tell('execute_input', inputOf('a'), { request: 'of a' });
    session.tell('execute_input', inputOf('b'), { request: 'of b' });
    session.tell('error', {}, { request: 'of a' });
    session.tell('error', {}, { request: 'of nobody' });
    expect(log.inputs.map(input => input.hasFailed)).toEqual([true, false]);
  });

  it('gives no duration where the clock went back', () => {
    const { log, session } = followed();
    session.tell('execute_input', inputOf('a'), {
      request: 'of a',
      seconds: 10
    });
    session.tell(
      'status',
      { execution_state: 'idle' },
      { request: 'of a', seconds: 9 }
    );
    expect(log.inputs).toMatchObject([{ ms: null }]);
  });

  it('remembers the newest inputs, and no more text than is good', () => {
    const { log, session } = followed();
    for (let at = 0; at < 2001; at++) {
      session.tell('execute_input', inputOf('a', at));
    }
    expect(log.inputs).toHaveLength(2000);
    expect(log.inputs[0].executionCount).toBe(1);
    const code = 'x'.repeat(3_000_000);
    session.tell('execute_input', { code, execution_count: 1 });
    session.tell('execute_input', { code, execution_count: 2 });
    expect(log.inputs.map(input => input.executionCount)).toEqual([2]);
  });

  it('outlives the kernel, and ends with the notebook', () => {
    const { log, kernel, session } = followed();
    session.tell('execute_input', inputOf('a'));
    session.change(null);
    log.clear();
    expect(log.inputs).toHaveLength(1);
    session.change(kernel);
    log.dispose();
    kernel.request('b');
    session.tell('execute_input', inputOf('b'));
    expect(log.inputs).toHaveLength(1);
    expect(log.state.waiting).toEqual([]);
  });
});
