import { shownFailure } from '../cell-outputs';

function shown(...enames: string[]) {
  const outputs = enames.map((ename, at) => ({
    output_type: 'error',
    ename,
    evalue: 'boom',
    traceback: [`traceback ${at}`]
  }));
  return shownFailure(outputs, [], 'f()');
}

describe('a class as xeus-python names it', () => {
  it.each([
    ["<class 'ZeroDivisionError'>", 'ZeroDivisionError'],
    ["<class 'torch.OutOfMemoryError'>", 'OutOfMemoryError'],
    ["<class '__main__.f.<locals>.Bad'>", 'Bad']
  ])('%s', (ename, name) => {
    expect(shown(ename)?.incident.ename).toBe(name);
  });

  it('may tell that the cell was interrupted', () => {
    expect(shown("<class 'KeyboardInterrupt'>")).toBeNull();
  });
});

it('takes the last of the outputs that show one error', () => {
  const { incident } = shown('ValueError', 'ValueError')!;
  expect(incident.traceback).toBe('traceback 1');
});

it('takes the first of several errors', () => {
  const { incident } = shown('ValueError', 'KeyError')!;
  expect(incident.traceback).toBe('traceback 0');
});

describe('an error as Databricks exports it', () => {
  const output = (errorSummary: string, data: string) => ({
    output_type: 'display_data',
    data: {},
    metadata: {
      'application/vnd.databricks.v1+output': {
        data,
        errorSummary,
        type: 'ipynbError'
      }
    }
  });
  const FIRST = '&lt;command-12&gt; in &lt;module&gt;';

  it('has class, message and traceback without tags', () => {
    const failed = shownFailure(
      [
        output(
          '<span class="ansi-red-fg">RuntimeError</span>: a: b\nc',
          `<div class="ansiout"><span class="ansi-green-fg">${FIRST}</span></div>`
        )
      ],
      [],
      'f()'
    );
    expect(failed?.isUnread).toBe(false);
    expect(failed?.incident).toMatchObject({
      ename: 'RuntimeError',
      evalue: 'a: b\nc',
      traceback: FIRST
    });
  });

  it.each(['Command skipped', ''])('is none where %j is all', summary => {
    expect(shownFailure([output(summary, '')], [], 'f()')?.isUnread).toBe(true);
  });
});
