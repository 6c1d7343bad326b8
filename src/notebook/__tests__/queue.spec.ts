import type { Kernel } from '@jupyterlab/services';
import { Signal } from '@lumino/signaling';

import { ExecutionQueue } from '../queue';

/** The messages of a kernel, without the kernel. */
class Messages {
  readonly anyMessage = new Signal<this, unknown>(this);

  asKernel(): Kernel.IKernelConnection {
    return this as unknown as Kernel.IKernelConnection;
  }

  request(cellId: string, silent = false): void {
    this.anyMessage.emit({
      direction: 'send',
      msg: {
        header: { msg_type: 'execute_request', msg_id: `of ${cellId}` },
        metadata: { cellId },
        content: { code: `code of ${cellId}`, silent }
      }
    });
  }

  reply(cellId: string, status = 'ok'): void {
    this.anyMessage.emit({
      direction: 'recv',
      msg: {
        header: { msg_type: 'execute_reply' },
        parent_header: { msg_id: `of ${cellId}` },
        content: { status }
      }
    });
  }
}

describe('ExecutionQueue', () => {
  const idsOf = (requests: readonly { cellId: string }[]) =>
    requests.map(({ cellId }) => cellId);

  function followed() {
    const queue = new ExecutionQueue();
    const kernel = new Messages();
    queue.follow(kernel.asKernel());
    return { queue, kernel };
  }

  it('knows what runs and waits before the kernel says a word', () => {
    const { queue, kernel } = followed();
    ['a', 'b', 'c'].forEach(id => kernel.request(id));
    kernel.reply('a');
    expect(idsOf(queue.state.waiting)).toEqual(['b', 'c']);
    expect(queue.state.done).toEqual([{ cellId: 'a', code: 'code of a' }]);
  });

  it('counts no failed cell as done, and tells of each that is', () => {
    const { queue, kernel } = followed();
    const finished: string[] = [];
    queue.finished.connect((_, id) => finished.push(id));
    kernel.request('a');
    kernel.reply('a', 'error');
    kernel.request('b');
    kernel.reply('b');
    expect(idsOf(queue.state.done)).toEqual(['b']);
    expect(finished).toEqual(['b']);
  });

  it('keeps what a new process was asked, and forgets what the last one was', () => {
    const { queue, kernel } = followed();
    ['a', 'b'].forEach(id => kernel.request(id));
    kernel.reply('a');
    ['c', 'd'].forEach(id => kernel.request(id));
    queue.clear('of c');
    expect(idsOf(queue.state.waiting)).toEqual(['c', 'd']);
    expect(queue.state.done).toEqual([]);
    queue.clear('of nobody here');
    expect(queue.state.waiting).toEqual([]);
  });

  it('holds what it was when the process ended, until another begins', () => {
    const { queue, kernel } = followed();
    ['a', 'b'].forEach(id => kernel.request(id));
    queue.hold();
    ['a', 'b'].forEach(id => kernel.reply(id, 'aborted'));
    expect(idsOf(queue.state.waiting)).toEqual(['a', 'b']);
    expect(idsOf(queue.take().waiting)).toEqual(['a', 'b']);
    expect(queue.state.waiting).toEqual([]);
    kernel.request('c');
    queue.hold();
    kernel.reply('c');
    queue.release();
    expect(queue.state.waiting).toEqual([]);
    expect(idsOf(queue.state.done)).toEqual(['c']);
  });

  it('lists a cell that ran twice where it ran last', () => {
    const { queue, kernel } = followed();
    for (const id of ['a', 'b', 'a']) {
      kernel.request(id);
      kernel.reply(id);
    }
    expect(idsOf(queue.state.done)).toEqual(['b', 'a']);
  });

  it('leaves silent requests out and forgets another kernel’s', () => {
    const { queue, kernel } = followed();
    kernel.request('a', true);
    expect(queue.state.waiting).toEqual([]);
    kernel.request('b');
    queue.follow(new Messages().asKernel());
    kernel.request('c');
    expect(queue.state.waiting).toEqual([]);
  });
});
