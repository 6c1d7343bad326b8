/**
 * Nobody is told to print in, or to rewrite, a line of an installed package or a
 * plugin: where that line failed, such fixes make way, and something is left.
 */
import { borrowedFrom } from '../../diagnosis/borrowed';
import { diagnose } from '../../diagnosis/diagnose';
import { english } from '../../diagnosis/english';
import { textIncident } from '../../incident/incident';
import { read } from '../../incident/traceback/reading';
import { catalogue } from '..';
import { incidentOf } from './cases';
import { PROOFS } from './proofs';

const OWNER = 'some_library';

const FOUND = PROOFS.flatMap(({ id, recognised }) =>
  recognised.flatMap((one, index) => {
    const own = catalogue.filter(entry => entry.id === id);
    const [finding] = diagnose(incidentOf(one), own);
    return finding ? [{ name: `${id} ${index + 1}`, finding }] : [];
  })
);

describe('a line that is not the user’s', () => {
  const pages = FOUND.map(({ name, finding: { entry, values } }) => ({
    name,
    own: entry.page(english, { ...values, borrowed: undefined }).fixes,
    borrowed: entry.page(english, { ...values, borrowed: OWNER }).fixes
  }));

  it('is never to be printed at or rewritten', () => {
    expect(
      pages.filter(({ borrowed }) => borrowed.some(({ ofLine }) => ofLine))
    ).toEqual([]);
  });

  it('leaves something to do', () => {
    expect(
      pages
        .filter(({ own, borrowed }) => own.length > 0 && borrowed.length === 0)
        .map(({ name }) => name)
    ).toEqual([]);
  });

  it('has other advice than one of the user’s', () => {
    const changed = pages.filter(({ own }) => own.some(({ ofLine }) => ofLine));
    expect(changed.length).toBeGreaterThan(50);
  });
});

/** The same failure in a file of the user's, and in a package's. */
function trace(file: string): string {
  return `Traceback (most recent call last):\n  File "/home/me/train.py", line 3, in <module>\n    run(x)\n  File "${file}", line 9, in run\n    y = x[:, 3]\nIndexError: too many indices for tensor of dimension 1\n`;
}

describe('whose line failed', () => {
  it.each([
    ['/env/lib/python3.11/site-packages/captum/attr.py', 'captum'],
    ['C:\\env\\Lib\\site-packages\\captum\\attr.py', 'captum'],
    ['/srv/ComfyUI/custom_nodes/ComfyUI-Poses/nodes.py', 'ComfyUI-Poses'],
    ['/srv/webui/extensions/sd-poses/scripts/x.py', 'sd-poses'],
    ['/home/me/model.py', undefined],
    // torch runs the code of others: the line that called it counts.
    ['/env/lib/python3.11/site-packages/torch/nn/x.py', undefined]
  ])('is told by %s', (file, owner) => {
    expect(borrowedFrom(read(textIncident(trace(file))))).toBe(owner);
  });

  it('decides what is said first', () => {
    const [said, package_] = [
      '/home/me/model.py',
      '/env/lib/python3.11/site-packages/captum/attr.py'
    ].map(file => {
      const [finding] = diagnose(textIncident(trace(file)), catalogue);
      return finding.entry
        .page(english, finding.values)
        .fixes.map(fix => fix.title);
    });
    expect(said).toContain('Print the shape just before the line');
    expect(package_).not.toContain('Print the shape just before the line');
  });

  it('leaves no tensor’s cause certain', () => {
    const found = [
      '/home/me/model.py',
      '/env/lib/python3.11/site-packages/captum/attr.py'
    ].map(file => {
      const text = trace(file).replace(
        /IndexError.*/,
        'RuntimeError: expected scalar type Float but found Double'
      );
      const [{ id, confidence }] = diagnose(textIncident(text), catalogue);
      return [id, confidence];
    });
    expect(found).toEqual([
      ['tensor/dtype-mismatch', 'certain'],
      ['tensor/dtype-mismatch', 'likely']
    ]);
  });
});
