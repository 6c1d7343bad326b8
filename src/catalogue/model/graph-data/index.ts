import { define } from '../../define';
import { check } from '../../fix';
import { messageOrLog } from '../../signs';
import { fitting } from '../../shared/fitting';

export default define({
  id: 'model/graph-data',
  answers: [
    "The 'data' object was created by an older version of PyG.",
    "'GlobalStorage' object has no attribute 'train_mask'",
    "'NeighborSampler' requires either 'pyg-lib' or 'torch-sparse'",
    'There are 0-in-degree nodes in the graph, output for those nodes will be invalid.',
    'Expect number of features to match number of nodes (len(u)). Got 10 and 12 instead.'
  ],
  // A worker of the loader only passes it on.
  refines: ['dataloader/worker-exception'],
  values: ['name', 'asker', 'package', 'part', 'got', 'wanted'],
  kinds: {
    older: {
      // torch_geometric/data/data.py.
      signs: messageOrLog(
        /The ['"]data['"] object was created by an older version of PyG/,
        { confidence: 'likely' }
      ),
      words: trans => ({
        title: trans.__('The graphs were saved by an older PyG'),
        cause: trans.__(
          'PyG keeps processed graphs in a folder “processed”, as pickled objects, and those of PyG 1 lack what Data has since 2.0.'
        ),
        fixes: [
          check(
            trans.__('Delete what was processed: it is made anew'),
            "import shutil\nshutil.rmtree('data/Cora/processed')  # the folder below your root"
          ),
          check(
            trans.__('A single file: make a new Data of its contents'),
            "from torch_geometric.data import Data\n\nold = torch.load('graph.pt', weights_only=False)  # only files you trust\ndata = Data.from_dict(old.__dict__)"
          )
        ]
      })
    },
    attribute: {
      // torch_geometric/data/storage.py, and names that became private.
      signs: [
        {
          where: 'message',
          confidence: 'likely',
          pattern:
            /'(?:Global|Node|Edge|Base)Storage' object has no attribute '(?<name>\w{1,60})'/
        }
      ],
      words: (trans, { name }) => ({
        title: fitting(name, 20)
          ? trans.__('The graph has no “%1”', name)
          : trans.__('The graph lacks what is asked for'),
        cause: trans.__(
          'A Data object has what was put into it, and %1 was not: another dataset, or a transform that was left out, brings it.',
          name ?? 'this'
        ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('See what it has'),
            code: 'print(data)'
          },
          /_mask$/.test(name ?? '')
            ? check(
                trans.__('Make the masks'),
                'import torch_geometric.transforms as T\n\ndata = T.RandomNodeSplit(num_val=0.1, num_test=0.2)(data)'
              )
            : check(
                trans.__('Put it in where the graph is made'),
                `data = Data(x=x, edge_index=edge_index, ${name ?? 'y'}=values)`
              )
        ]
      })
    },
    renamed: {
      signs: [
        {
          where: 'message',
          confidence: 'likely',
          pattern:
            /'(?:Hetero)?(?:Data|Batch)' object has no attribute '(?<name>cat_dim|size_new|contains_isolated_nodes|contains_self_loops)'/
        }
      ],
      words: (trans, { name }) => ({
        title: trans.__('PyG renamed this method of Data'),
        cause: trans.__(
          'The code was written for an older PyG: %1 is called otherwise in the installed one.',
          name ?? ''
        ),
        fixes: [
          check(
            trans.__('Write the name of today'),
            name === 'contains_isolated_nodes'
              ? 'data.has_isolated_nodes()'
              : name === 'contains_self_loops'
                ? 'data.has_self_loops()'
                : 'dim = data.__cat_dim__(key, value)'
          ),
          check(
            trans.__('Many such places: PyG of then'),
            '%pip install "torch-geometric<2"',
            trans.__('Its extensions must be of that time as well.')
          )
        ]
      })
    },
    extension: {
      signs: [
        {
          where: 'message',
          confidence: 'likely',
          pattern:
            /^["']?(?<asker>\w{1,40})["']? requires (?:either )?["'](?<package>pyg-lib|torch-(?:sparse|cluster|scatter|spline-conv))["']/
        }
      ],
      words: (trans, { asker, package: wanted }) => ({
        title: wanted
          ? trans.__('This part of PyG needs %1', wanted)
          : trans.__('This part of PyG needs another package'),
        cause: trans.__(
          '%1 runs on compiled code that PyG has in packages of their own, each built for one version of torch and CUDA.',
          asker ?? 'This'
        ),
        fixes: [
          check(
            trans.__('Install those that fit this torch, then restart'),
            '%pip install pyg_lib torch_scatter torch_sparse torch_cluster -f https://data.pyg.org/whl/torch-{torch.__version__}.html',
            trans.__(
              'Without the address pip compiles them, which takes long and often fails. The list there says which versions of torch have one.'
            )
          )
        ]
      })
    },
    lonely: {
      // dgl/nn/pytorch/conv.
      signs: messageOrLog(
        /There are 0-in-degree nodes in the graph, output for those nodes will be invalid/,
        { confidence: 'likely' }
      ),
      words: trans => ({
        title: trans.__('Some nodes have no incoming edge'),
        cause: trans.__(
          'A node’s output is made of what its incoming edges bring, and some nodes have none. DGL refuses rather than give zeros.'
        ),
        fixes: [
          check(
            trans.__('Let each node see itself'),
            'g = dgl.remove_self_loop(g)\ng = dgl.add_self_loop(g)'
          ),
          check(
            trans.__('Zeros are meant: say so at the layer'),
            'conv = dgl.nn.GraphConv(n_in, n_out, allow_zero_in_degree=True)'
          )
        ]
      })
    },
    features: {
      // dgl/frame.py and heterograph.py.
      signs: [
        {
          where: 'message',
          confidence: 'likely',
          pattern:
            /^Expect number of features to match number of (?<part>nodes|edges)(?: \(len\(u\)\))?\. Got (?<got>\d{1,12}) and (?<wanted>\d{1,12}) instead/
        }
      ],
      words: (trans, { part, got, wanted }) => ({
        title: trans.__('Features and graph have different lengths'),
        cause:
          got && wanted
            ? part === 'edges'
              ? trans.__(
                  'There are features for %1 edges, and the graph has %2. Usual: self-loops or reverse edges were added in between.',
                  got,
                  wanted
                )
              : trans.__(
                  'There are features for %1 nodes, and the graph has %2: it has a node for every number up to the largest in its edges.',
                  got,
                  wanted
                )
            : trans.__(
                'Each node, or edge, takes one row, and there are more or fewer.'
              ),
        fixes:
          part === 'edges'
            ? [
                check(
                  trans.__('Give the features before edges are added'),
                  "g = dgl.graph((src, dst))\ng.edata['w'] = weights\ng = dgl.add_self_loop(g, fill_data=1.0)"
                )
              ]
            : [
                check(
                  trans.__('Say how many nodes there are, and number from 0'),
                  'g = dgl.graph((src, dst), num_nodes=len(features))'
                ),
                {
                  safety: 'diagnostic',
                  title: trans.__('Compare the two'),
                  code: 'print(max(src.max(), dst.max()), len(features))'
                }
              ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'An edge that names a node which is not there is an index out of range.'
      )
    ],
    links: [
      {
        title: trans.__('PyG: installation'),
        url: 'https://pytorch-geometric.readthedocs.io/en/latest/install/installation.html'
      },
      {
        title: trans.__('DGL: graphs and their features'),
        url: 'https://www.dgl.ai/dgl_docs/guide/graph-feature.html'
      }
    ]
  })
});
