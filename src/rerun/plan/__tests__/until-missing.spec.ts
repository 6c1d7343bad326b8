import { untilMissing } from '../until-missing';

const cut = (source: string) =>
  untilMissing(source, 'model').trim().split(/\n+/);

it.each([
  ['n = 1\nprint(model(x).shape)\nlog.write(n)', ['n = 1', '(print)']],
  ['opt = Adam(model.parameters(), f(x))', ['(Adam)']],
  ['train(load(path), model)', ['(load(path))', '(train)']],
  ['y = f(x) + model(x)', ['(f(x))']],
  ['for layer in model.layers():\n    use(layer)', ['']]
])('ends where the name is certainly come to: %s', (source, left) => {
  expect(cut(source).map(line => line.trim())).toEqual(left);
});

it.each([
  'x = ready and model(y)',
  'x = 1 < n < model',
  'if n: model(x)',
  'for x in data: model(x)',
  'f = lambda: model',
  'x = [model(y) for y in data]',
  'def f(): return model\nf()',
  'call(model=1)\nsave()',
  'n = model = 1',
  'n = 1; model.eval()',
  '%time model(x)',
  'model('
])('stays whole where it may not be come to: %s', source => {
  expect(untilMissing(source, 'model')).toBe(source);
});
