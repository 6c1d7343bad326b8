import { ProcessCount } from '../process-count';
import { FakeSession } from './fakes';

function counted() {
  const session = new FakeSession();
  const count = new ProcessCount(session.asContext());
  const replaced: string[] = [];
  count.replaced.connect((_, request) => replaced.push(request));
  /** A process says how it is. */
  const tell = (
    by: string,
    state = 'busy',
    request: string | null = 'a request'
  ) =>
    session.tell(
      'status',
      { execution_state: state },
      { session: by, request: state === 'starting' ? '' : request }
    );
  return { session, tell, count, replaced };
}

it('counts a process that nobody announced by its own session', () => {
  const { tell, count, replaced } = counted();
  tell('first', 'starting');
  tell('first');
  expect(count.value).toBe(1);
  tell('second', 'starting');
  tell('second');
  tell('third', 'busy', 'of cell 4');
  expect(count.value).toBe(3);
  expect(replaced).toEqual(['', 'of cell 4']);
});

it('counts one whose words answer nobody, as those of xeus-python', () => {
  const { tell, count, replaced } = counted();
  tell('first', 'idle', null);
  tell('second', 'idle', null);
  expect(count.value).toBe(2);
  expect(replaced).toEqual(['']);
});

it.each(['restarting', 'autorestarting'] as const)(
  'counts a process announced as %s once, whatever the last one still says',
  status => {
    const { session, tell, count, replaced } = counted();
    tell('first');
    session.become(status);
    tell('first', 'idle');
    tell('second', 'starting');
    tell('second');
    expect(count.value).toBe(2);
    expect(replaced).toEqual([]);
  }
);

it('counts another kernel, and nothing that the server says', () => {
  const { session, tell, count, replaced } = counted();
  tell('first');
  tell('the server', 'restarting');
  tell('first', 'idle');
  expect(count.value).toBe(1);
  session.change(null);
  tell('second');
  expect(count.value).toBe(2);
  expect(replaced).toEqual([]);
});
