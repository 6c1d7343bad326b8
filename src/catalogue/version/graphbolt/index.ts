import { define } from '../../define';
import { check } from '../../fix';
import { messageOrLog } from '../../signs';
import { fitting } from '../../shared/fitting';

/** dgl/graphbolt/__init__.py; and dgl/_ffi for its sparse part. */
const NO_LIBRARY =
  /Cannot find DGL C\+\+ (?<part>graphbolt|sparse|tensoradapter) library at [^\n]{1,300}?pytorch_(?<torch>\d{1,2}\.\d{1,2}\.\d{1,2})(?:[\w.]{0,20}\.(?<ending>dll|dylib|so))?/;

export default define({
  id: 'version/graphbolt',
  answers: [
    'FileNotFoundError: Cannot find DGL C++ graphbolt library at libgraphbolt_pytorch_2.5.1.so'
  ],
  refines: ['python/missing-path'],
  values: ['part', 'torch', 'ending'],
  signs: messageOrLog(NO_LIBRARY),
  words: (trans, { part = 'graphbolt', torch = '2.5.1', ending }) => ({
    title: fitting(torch, 8)
      ? trans.__('This DGL was not built for torch %1', torch)
      : trans.__('This DGL was not built for the installed torch'),
    cause: trans.__(
      'DGL brings its %1 library compiled for certain releases of torch, one file each, and there is none for %2. Nothing is missing on the disk that could be put there by hand.',
      part,
      torch
    ),
    fixes:
      ending === 'dll' || ending === 'dylib'
        ? [
            check(
              trans.__('Take a torch that DGL was built for, and that DGL'),
              '$ pip install torch==2.2.1 dgl==2.1.0',
              trans.__(
                'In an environment of its own, with torchdata and torchvision of that time. For Windows and macOS DGL 2.2.1 is the last, and knows no newer torch.'
              )
            ),
            check(
              trans.__('Or build DGL from its sources for the torch here'),
              '$ git clone --recurse-submodules https://github.com/dmlc/dgl.git'
            )
          ]
        : [
            check(
              trans.__('Take a torch that DGL was built for, and that DGL'),
              '$ pip install torch==2.4.0 && pip install dgl -f https://data.dgl.ai/wheels/torch-2.4/repo.html',
              trans.__(
                'In an environment of its own. With CUDA: wheels/torch-2.4/cu121. What PyPI has (DGL 2.1) goes with torch 2.2.1 at most.'
              )
            ),
            check(
              trans.__('Or build DGL from its sources for the torch here'),
              '$ git clone --recurse-submodules https://github.com/dmlc/dgl.git'
            )
          ]
  }),
  common: trans => ({
    notThis: [
      trans.__(
        'If the file is there and cannot be loaded, a library that it needs is missing.'
      )
    ],
    links: [
      {
        title: trans.__('DGL: get started'),
        url: 'https://www.dgl.ai/pages/start.html'
      }
    ]
  })
});
