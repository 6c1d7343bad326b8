import { cellIncident } from '../../../incident/incident';
import { read } from '../../../incident/traceback/reading';
import type { IReading } from '../../../incident/types';
import { isBatch } from '../batches';
import { callsIn, partsOf } from '../call-text';
import { printedShape, shapeOf } from '../literal-shapes';
import { areTwins, modelOf, twinOf } from '../near-variable';
import { chainOf, ownLine, unusedIn, visibleCode } from '../ran-code';
import { isTrained, linearLayers } from '../visible-layers';

/** A cell above: its text, what it printed, and whether it ran later. */
interface ICell {
  readonly source: string;
  readonly printed?: string;
  readonly ranLater?: boolean;
  readonly hasFailed?: boolean;
}

/** A failure of the last line of a cell, below others. */
function failing(source: string, above: readonly ICell[] = []): IReading {
  const lines = source.split('\n');
  const count = above.length + 1;
  const incident = cellIncident({
    ename: 'RuntimeError',
    evalue: 'boom',
    traceback: [
      'RuntimeError                    Traceback (most recent call last)',
      `Cell In[${count}], line ${lines.length}\n----> ${lines.length} ${lines[lines.length - 1]}\n`,
      'RuntimeError: boom'
    ],
    source
  });
  const cells = [...above, { source } as ICell].map(
    ({ ranLater, ...cell }, index) => ({
      ...cell,
      position: index + 1,
      executionCount: ranLater ? count + 1 : index + 1,
      hasFailed: cell.hasFailed ?? index === above.length
    })
  );
  return read({ ...incident, around: { cells, at: above.length } });
}

describe('calls', () => {
  it('are read with their arguments, the outer first', () => {
    expect(callsIn('loss = criterion(model(x, n=2), y[0, 1])')).toEqual([
      {
        name: 'criterion',
        args: ['model(x, n=2)', 'y[0, 1]'],
        text: 'criterion(model(x, n=2), y[0, 1])'
      },
      { name: 'model', args: ['x', 'n=2'], text: 'model(x, n=2)' }
    ]);
  });

  it('are left out where a bracket is open', () => {
    expect(callsIn('model(x, ')).toEqual([]);
    expect(partsOf('a, (b')).toBeNull();
  });
});

describe('the code that ran', () => {
  it('leaves out what ran later, and comments', () => {
    const reading = failing('y = f(x)  # here', [
      { source: 'x = 1' },
      { source: 'x = 2', ranLater: true }
    ]);
    expect(visibleCode(reading).lines).toEqual(['x = 1', 'y = f(x)']);
    expect(ownLine(reading)).toBe('y = f(x)');
  });

  it('leads back to what a value was computed from', () => {
    const reading = failing('loss.backward()', [
      { source: 'out = net(batch)' },
      { source: 'loss = out.sum()' }
    ]);
    expect(chainOf('loss', reading)).toEqual([
      'loss = out.sum()',
      'out = net(batch)'
    ]);
  });

  it('tells what was computed and not used', () => {
    expect(unusedIn(failing('grid = make(a)\nz = y.reshape(3)'))).toBe('grid');
    expect(unusedIn(failing('grid = make(a)\nz = f(grid)'))).toBeUndefined();
  });
});

describe('shapes', () => {
  it.each([
    ['a', 'a = torch.rand(2, 3)', [2, 3]],
    ['a', 'n = 4\na = torch.zeros((n, 2 * n))', [4, 8]],
    ['a', 'a = torch.tensor([[1, 2], [3, 4], [5, 6]])', [3, 2]],
    ['a', 'a = torch.arange(6).reshape(2, -1).unsqueeze(0)', [1, 2, 3]],
    ['a.T', 'a = torch.ones(2, 3).float()', [3, 2]],
    ['a', 'a = load()', null]
  ])('of %s after %j', (name, source, shape) => {
    expect(shapeOf(name, failing('f(a)', [{ source }]))).toEqual(shape);
  });

  it('are taken from what a cell printed, as long as the name stays', () => {
    const shown = { source: 'x.shape', printed: 'torch.Size([8, 3])' };
    const made = { source: 'x = load()' };
    expect(printedShape('x', failing('f(x)', [made, shown]))).toEqual([8, 3]);
    expect(printedShape('x', failing('f(x)', [shown, made]))).toBeNull();
  });

  it('have a batch in front where a loader gives them', () => {
    const loop = 'for images, labels in test_loader:\n    f(images)';
    expect(isBatch('images', failing(loop))).toBe(true);
    expect(isBatch('x', failing('x, y = dataset[0]\nf(x)'))).toBe(false);
  });
});

describe('near names', () => {
  it.each([
    ['x', 'x_feature', true],
    ['prediction', 'predictions', true],
    ['t_c_val', 't_u_val', true],
    ['x_train', 'x_test', false],
    ['model', 'model_name', false],
    ['a', 'b', false]
  ])('%s and %s: %s', (a, b, are) => {
    expect(areTwins(a, b)).toBe(are);
  });

  it('that the cell computes and never uses were probably meant', () => {
    const { meant, anew } = twinOf(
      failing('state_batch = torch.cat(states)\nq = model(state)')
    );
    expect([meant, anew]).toEqual(['state_batch', 'q = model(state_batch)']);
  });

  it('are what the same model was called with, where that went well', () => {
    const called = { source: 'y = model(image_float)' };
    const made = { source: 'image_float = load()' };
    expect(twinOf(failing('y = model(image)', [made, called])).meant).toBe(
      'image_float'
    );
    const failed = { ...called, hasFailed: true };
    expect(twinOf(failing('y = model(image)', [made, failed]))).toEqual({});
  });

  it('are left alone where they are used', () => {
    const source = 'x_new = f(x)\nprint(x_new)\ny = model(x)';
    expect(twinOf(failing(source))).toEqual({});
  });
});

describe('the model that a function is named after', () => {
  it.each([
    ['train_netD', 'p = netG(fake)', 'p = netD(fake)'],
    ['train_netD', 'p = netG(noise)', undefined],
    ['train_netG', 'p = netG(fake)', undefined],
    ['train_step', 'p = netG(fake)', undefined]
  ])('in %s, for %s: %s', (func, line, anew) => {
    const source = `netG = Generator()\nnetD = Critic()\ndef ${func}(fake):\n    ${line}\n${func}(1)`;
    const incident = cellIncident({
      ename: 'RuntimeError',
      evalue: 'boom',
      traceback: [
        'RuntimeError                    Traceback (most recent call last)',
        `Cell In[1], line 5\n----> 5 ${func}(1)\n`,
        `Cell In[1], line 4, in ${func}(fake)\n----> 4     ${line}\n`,
        'RuntimeError: boom'
      ],
      source
    });
    expect(modelOf(read(incident)).anew).toBe(anew);
  });
});

describe('layers', () => {
  it('are read with the sizes that names stand for', () => {
    const [first, second] = linearLayers(
      failing('model(x)', [
        {
          source:
            'hidden = 64\nmodel = nn.Sequential(\n    nn.Linear(28 * 28, hidden),\n    nn.Linear(hidden, 10))'
        }
      ])
    );
    expect([first.given, first.made, second.given, second.made]).toEqual([
      784, 64, 64, 10
    ]);
  });

  it('have learnt where a cell trained or loaded them', () => {
    expect(
      isTrained(failing('model(x)', [{ source: 'model.load_state_dict(s)' }]))
    ).toBe(true);
    expect(isTrained(failing('model(x)', [{ source: 'scaler.fit(X)' }]))).toBe(
      false
    );
  });
});
