import type { ISessionContext } from '@jupyterlab/apputils';
import { Signal } from '@lumino/signaling';

import { ProcessCount } from '../process-count';

/** The signals of a session, without a kernel. */
class Session {
  readonly statusChanged = new Signal<this, string>(this);
  readonly kernelChanged = new Signal<this, unknown>(this);
  readonly iopubMessage = new Signal<this, unknown>(this);

  asContext(): ISessionContext {
    return this as unknown as ISessionContext;
  }

  tell(session: string, state = 'busy', msg_id = 'a request'): void {
    this.iopubMessage.emit({
      header: { msg_type: 'status', session },
      parent_header: state === 'starting' ? {} : { msg_id },
      content: { execution_state: state }
    });
  }
}

function counted() {
  const session = new Session();
  const count = new ProcessCount(session.asContext());
  const replaced: string[] = [];
  count.replaced.connect((_, request) => replaced.push(request));
  return { session, count, replaced };
}

it('counts a process that nobody announced by its own session', () => {
  const { session, count, replaced } = counted();
  session.tell('first', 'starting');
  session.tell('first');
  expect(count.value).toBe(1);
  session.tell('second', 'starting');
  session.tell('second');
  session.tell('third', 'busy', 'of cell 4');
  expect(count.value).toBe(3);
  expect(replaced).toEqual(['', 'of cell 4']);
});

it.each(['restarting', 'autorestarting'])(
  'counts a process announced as %s once, whatever the last one still says',
  status => {
    const { session, count, replaced } = counted();
    session.tell('first');
    session.statusChanged.emit(status);
    session.tell('first', 'idle');
    session.tell('second', 'starting');
    session.tell('second');
    expect(count.value).toBe(2);
    expect(replaced).toEqual([]);
  }
);

it('counts another kernel, and nothing that the server says', () => {
  const { session, count, replaced } = counted();
  session.tell('first');
  session.tell('the server', 'restarting');
  session.tell('first', 'idle');
  expect(count.value).toBe(1);
  session.kernelChanged.emit({});
  session.tell('second');
  expect(count.value).toBe(2);
  expect(replaced).toEqual([]);
});
