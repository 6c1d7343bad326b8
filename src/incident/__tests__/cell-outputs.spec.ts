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
