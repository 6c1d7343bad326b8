import { catalogue } from '..';
import { diagnose } from '../../diagnosis/diagnose';
import { cellIncident, textIncident } from '../../incident/incident';
import negatives from './negatives.json';

interface INegative {
  from: string;
  ename: string;
  evalue: string;
  traceback?: string;
  stderr?: string;
}

/** As a log would show it. */
function asLog({ ename, evalue, traceback, stderr }: INegative): string {
  const head = ename === '' ? evalue : `${ename}: ${evalue}`;
  return `${stderr ?? ''}${traceback ?? head}\n`;
}

describe('errors of other libraries', () => {
  it('are many', () => {
    expect(negatives.length).toBeGreaterThanOrEqual(60);
  });

  it.each((negatives as INegative[]).map(one => [one.from, one] as const))(
    '%s: %j',
    (_, negative) => {
      const inCell = diagnose(cellIncident(negative), catalogue);
      const inLog = diagnose(textIncident(asLog(negative)), catalogue);
      expect(inCell.map(finding => finding.id)).toEqual([]);
      expect(inLog.map(finding => finding.id)).toEqual([]);
    }
  );
});
