/** Variables that most programs on torch begin with, and how they give them a value. */
const IDIOMS: ReadonlyMap<string, string> = new Map([
  [
    'device',
    "device = torch.device('cuda' if torch.cuda.is_available() else 'cpu')"
  ],
  [
    'transform',
    'transform = transforms.Compose([transforms.Resize((224, 224)), transforms.ToTensor()])'
  ],
  ['PATH', "PATH = 'model.pth'"],
  ...(
    [
      ['batch_size', '32'],
      ['epochs', '10'],
      ['num_epochs', '10'],
      ['n_epochs', '10'],
      ['lr', '1e-3'],
      ['learning_rate', '1e-3'],
      ['seed', '42']
    ] as const
  ).flatMap(([name, value]): [string, string][] => [
    [name, `${name} = ${value}`],
    [name.toUpperCase(), `${name.toUpperCase()} = ${value}`]
  ]),
  ...[
    'cuda',
    'use_cuda',
    'use_gpu',
    'gpu',
    'train_on_gpu',
    'cuda_available',
    'USE_CUDA',
    'CUDA'
  ].map((name): [string, string] => [
    name,
    `${name} = torch.cuda.is_available()`
  ])
]);

/** The usual line that gives a name its value; undefined where there is none. */
export function idiom(name: string): string | undefined {
  return IDIOMS.get(name);
}
