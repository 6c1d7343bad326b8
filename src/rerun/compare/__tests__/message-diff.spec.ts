import { cellIncident } from '../../../incident/incident';
import { messageChange } from '../message-diff';

const failure = (evalue: string) =>
  cellIncident({ ename: 'RuntimeError', evalue });

it('tells which lines have gone and which have come', () => {
  const change = messageChange(
    failure('CUDA error: unspecified\nCompile with `X`'),
    failure('CUDA error: device-side assert\nCompile with `X`')
  );
  expect(change).toEqual({
    gone: ['RuntimeError: CUDA error: unspecified'],
    added: ['RuntimeError: CUDA error: device-side assert']
  });
});

it('compares the ends of a long message, and does not read all of it', () => {
  const line = 'x'.repeat(1000);
  const half = `${line}\n`.repeat(30);
  const long = (middle: string, end: string) =>
    failure(`first\n${half}${middle}\n${half}${end}`);
  const change = messageChange(long('here', 'old'), long('there', 'new'));
  expect(change).toEqual({ gone: ['old'], added: ['new'] });
});
