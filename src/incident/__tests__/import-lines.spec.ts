import { importLines, withImports } from '../import-lines';
import { cellIncident } from '../incident';

describe('importLines', () => {
  it('takes the imports of all cells, each once and without its indentation', () => {
    expect(
      importLines([
        'import torch\nx = 1\n  from os import path',
        '# import this\nimport torch\nprint("from here")'
      ])
    ).toBe('import torch\nfrom os import path');
  });

  it('ends with so many lines, and leaves out what is no line of a hand', () => {
    const many = Array.from({ length: 300 }, (_, at) => `import a${at}`);
    expect(importLines(many).split('\n')).toHaveLength(200);
    expect(importLines([`import ${'a'.repeat(1000)}`])).toBe('');
  });

  it('leaves an incident as it is where nothing is imported', () => {
    const incident = cellIncident({ ename: 'ValueError' });
    expect(withImports(incident, '')).toBe(incident);
    expect(withImports(incident, 'import torch').imports).toBe('import torch');
  });
});
