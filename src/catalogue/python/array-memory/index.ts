import { define } from '../../define';
import { check } from '../../fix';
import { isTorchInPlay } from '../../shared/torch-in-play';

export default define({
  id: 'python/array-memory',
  answers: [
    'numpy.core._exceptions._ArrayMemoryError: Unable to allocate 112. GiB for an array with shape (100000, 224, 224, 3) and data type float64'
  ],
  values: ['size', 'unit', 'shape', 'type'],
  signs: [
    {
      where: 'message',
      confidence: 'likely',
      pattern:
        /^Unable to allocate (?<size>\d{1,6}(?:\.\d{0,6})?) (?<unit>[KMGTP]iB) for an array with shape \((?<shape>[\d, ]{1,80})\) and data type (?<type>[\w<>|]{1,20})/,
      when: isTorchInPlay
    }
  ],
  words: (trans, { size, unit, shape, type }) => ({
    title: trans.__('The array does not fit in memory'),
    cause:
      size && unit && shape
        ? trans.__(
            'NumPy was to make an array [%1] of %2 at once: that is %3 %4 of main memory, which this machine does not have free.',
            shape.replace(/,? ?$/, ''),
            type ?? 'float64',
            size.replace(/\.$/, ''),
            unit
          )
        : trans.__(
            'NumPy was to make an array at once that is larger than the memory that is free.'
          ),
    fixes: [
      check(
        trans.__('Read each sample when it is asked for, in a Dataset'),
        'class Images(torch.utils.data.Dataset):\n    def __init__(self, paths):\n        self.paths = paths\n\n    def __len__(self):\n        return len(self.paths)\n\n    def __getitem__(self, index):\n        return transform(Image.open(self.paths[index]).convert("RGB"))'
      ),
      check(
        trans.__('Images as bytes, numbers as float32'),
        type?.includes('int')
          ? 'array = array.astype(np.uint8)  # where the values allow it'
          : 'images = np.zeros(shape, dtype=np.uint8)  # or np.float32, not float64'
      ),
      check(
        trans.__('Leave it on disk'),
        "array = np.load('data.npy', mmap_mode='r')"
      )
    ]
  }),
  common: trans => ({
    notThis: [trans.__('Memory of a GPU that is full says CUDA, or MPS.')],
    links: [
      {
        title: trans.__('PyTorch: torch.utils.data'),
        url: 'https://docs.pytorch.org/docs/stable/data.html'
      }
    ]
  })
});
