import { risksOf, type Danger } from '../danger';
import { readPython } from '../python';

const dangers = (source: string): readonly Danger[] =>
  risksOf([source])[0].dangers;

describe('risksOf', () => {
  it.each<[string, Danger]>([
    ['!pip install torch', 'install'],
    ['%pip install -U transformers', 'install'],
    ['  !sudo apt-get install git', 'install'],
    ['%conda install numpy', 'install'],
    ['!python -m pip uninstall x', 'install'],
    ['!rm -rf checkpoints', 'delete'],
    ['%%bash\nset -e\nrm -r data', 'delete'],
    ['!cd data && rm *.pt', 'delete'],
    ['import shutil\nshutil.rmtree("runs")', 'delete'],
    ['Path("x").unlink()', 'delete'],
    ['os.remove(path)', 'delete'],
    ["with open('log.txt', 'w') as f:\n    f.write('x')", 'write'],
    ['f = open(path, mode="ab")', 'write'],
    ['p.open("w")', 'write'],
    ['torch.save(model.state_dict(), "m.pt")', 'write'],
    ['frame.to_csv("x.csv")', 'write'],
    ['%%writefile train.py\nimport torch', 'write'],
    ['!echo 1 > flag', 'write'],
    ['model.push_to_hub("me/model")', 'send'],
    ['requests.post(url, json=data)', 'send'],
    ['!git push origin main', 'send'],
    ['!aws s3 cp model.pt s3://bucket', 'send'],
    ['os.system("make")', 'shell'],
    ['subprocess.run(["make"])', 'shell'],
    ['!make all', 'shell'],
    ['files = !make list', 'shell'],
    ['name = input("who? ")', 'input'],
    ['exit()', 'exit'],
    ['if done:\n    sys.exit(1)', 'exit'],
    ['%reset -f', 'exit']
  ])('%s', (source, danger) => {
    expect(dangers(source)).toContain(danger);
  });

  it.each([
    'x = torch.randn(3)\nloss = f(x)',
    '!nvidia-smi',
    '!ls -la data',
    'files = !ls',
    '!pip list',
    "text = open('notes.txt').read()",
    "open(path, 'rb')",
    '# os.remove(path)',
    'print("!rm -rf /")',
    'text = """\n!rm -rf data\n%pip install x\n"""',
    'y = (a\n% b)',
    'values = [a,\n  -b]',
    '%matplotlib inline',
    '%%time\nloss = model(x)',
    'def save():\n    torch.save(model, "m.pt")',
    'on_end = lambda: os.remove(path)',
    'reset()'
  ])('nothing dangerous in %j', source => {
    expect(dangers(source)).toEqual([]);
  });

  it('counts what a function does where it is called', () => {
    const risks = risksOf([
      'def save(m):\n    torch.save(m, "m.pt")',
      'x = 1',
      'save(model)'
    ]);
    expect(risks.map(risk => risk.dangers)).toEqual([[], [], ['write']]);
  });

  it('reads the body of cell magics that are Python', () => {
    expect(dangers('%%time\nos.remove(path)')).toEqual(['delete']);
    expect(dangers('%%capture out\n!rm x')).toEqual(['delete']);
  });

  it.each([
    ['!pip install x', true],
    ['torch.save(model, "m.pt")', true],
    ['log = open("x", "w")', false],
    ['import os\nos.remove("x")', false],
    ['out = !make', false],
    ['def f():\n    pass', false]
  ])('%j can be left out: %s', (source, isDispensable) => {
    expect(risksOf([source])[0].isDispensable).toBe(isDispensable);
  });

  it('survives what is no Python', () => {
    for (const source of ['', '%%', '!', 'def (', '%%html\n<b>', '"""', '(']) {
      expect(() => risksOf([source])).not.toThrow();
    }
  });

  it('reads a long cell in linear time', () => {
    const source = `x = 1\n!${'a '.repeat(20_000)}\n${'!ls\n'.repeat(3000)}`;
    const began = performance.now();
    risksOf([source]);
    expect(performance.now() - began).toBeLessThan(2000);
  });
});

describe('readPython', () => {
  it('keeps names apart from texts and comments', () => {
    const { names } = readPython('a.b(c="d")  # e\nf"""g {h}"""');
    expect([...names]).toEqual(expect.arrayContaining(['a', 'b', 'c']));
    for (const word of ['d', 'e', 'g']) {
      expect(names.has(word)).toBe(false);
    }
  });
});
