import type { IFix, ITranslate, Values } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { define, type IWords } from '../../define';
import { callingPackage } from '../../shared/code-owner';
import { textFrom } from '../../shared/text-from';
import { messageOrLog } from '../../signs';
import { failedAt, passedThrough } from '../../predicates';
import { LINKS } from '../shared/links';
import { callThen } from '../../shared/edits/expressions';

function inReplica(reading: IReading): boolean {
  return (
    reading.mentions('DataParallel') ||
    reading.mentions('in replica ') ||
    reading.mentions('parallel_apply')
  );
}

/** Whether DistributedDataParallel wrapped the model, not DataParallel. */
function inDistributed(reading: IReading): boolean {
  return (
    reading.mentions('DistributedDataParallel') ||
    passedThrough(reading, /[\\/]nn[\\/]parallel[\\/]distributed\.py$/)
  );
}

function readDevices(_: Values, reading: IReading): Values {
  const text = textFrom(reading, 'module must have its parameters');
  return {
    wanted: /on device (\S+)/.exec(text)?.[1],
    found: /on device: ?(\S+)/.exec(text)?.[1],
    owner: reading.mentions('easyocr') ? 'easyocr' : callingPackage(reading),
    bare: reading.code === '' ? 'yes' : undefined
  };
}

/** DistributedDataParallel's check of its module, in the words of each era. */
const DDP =
  /device_ids and output_device arguments only work with single-device.{0,240}?module parameters? \{(?:device\(type=)?'(?<device>\w+)'(?:, index=\d+)?\)?(?<others>, )?|DistributedDataParallel's input module must be on the same type of devices|module must have its parameters.{0,40}on the same type of devices/;

const GATHERS = /assert all\(map\(lambda i: i\.is_cuda, inputs\)\)/;

/** The model lies where it was meant to be: the wrapper starts elsewhere. */
function startFix(trans: ITranslate, found = 'cuda:1'): IFix {
  return {
    safety: 'check',
    title: trans.__('Let device_ids start with the GPU of the model'),
    code: `model = nn.DataParallel(model, device_ids=[${found.replace(/\D/g, '')}])`
  };
}

/** The wrapper is made by a library: the GPU is chosen from outside. */
function chosenFixes(
  trans: ITranslate,
  owner: string,
  found: string | undefined
): IFix[] {
  const index = /\d+/.exec(found ?? '')?.[0] ?? '0';
  return [
    {
      safety: 'check',
      title: trans.__(
        'Show the process that GPU alone, and use it as the first'
      ),
      detail: trans.__(
        'In the first cell, before torch is imported; restart the kernel for it.'
      ),
      code:
        owner === 'easyocr'
          ? `import os\nos.environ['CUDA_VISIBLE_DEVICES'] = '${index}'\nimport easyocr\nreader = easyocr.Reader(['en'], gpu=True)`
          : `import os\nos.environ['CUDA_VISIBLE_DEVICES'] = '${index}'\nimport torch  # the GPU is cuda:0 now`
    },
    {
      safety: 'check',
      title: trans.__('Or take the first GPU'),
      code:
        owner === 'easyocr'
          ? "reader = easyocr.Reader(['en'], gpu='cuda:0')"
          : "device = torch.device('cuda:0')"
    }
  ];
}

function dataParallelFixes(trans: ITranslate): IFix[] {
  return [
    {
      safety: 'check',
      title: trans.__('Other GPUs: let device_ids start with the model’s'),
      detail: trans.__(
        'Or choose the GPUs with CUDA_VISIBLE_DEVICES before Python starts; they are then 0, 1, …'
      ),
      code: 'model = nn.DataParallel(model.to("cuda:2"), device_ids=[2, 3])'
    },
    {
      safety: 'check',
      title: trans.__('In forward(), make tensors on the input’s device'),
      detail: trans.__(
        'No .cuda() and no fixed device there; register constants with register_buffer.'
      ),
      code: 'mask = torch.zeros(x.shape[1], device=x.device)'
    },
    {
      safety: 'check',
      title: trans.__('Better: one process per GPU'),
      detail: trans.__(
        'PyTorch recommends DistributedDataParallel, on one machine too.'
      ),
      code: '$ torchrun --nproc_per_node=2 train.py'
    }
  ];
}

/** What the kinds of DataParallel have in common, those of DDP have not. */
function aboutDataParallel(
  trans: ITranslate
): Required<Pick<IWords, 'notThis' | 'links'>> {
  return {
    notThis: [
      trans.__(
        'There is no DataParallel in the program: then a tensor was left on another device.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: DataParallel, where the module must be'),
        url: LINKS.dataParallel
      }
    ]
  };
}

export default define({
  id: 'parallel/dataparallel-device',
  answers: [
    'module must have its parameters and buffers on device cuda:0 (device_ids[0]) but found one of them on device: cpu',
    'all tensors must be on devices[0]',
    'Broadcast function not implemented for CPU tensors',
    'arguments are located on different GPUs',
    'data not on the same GPU under DataParallel'
  ],
  refines: ['parallel/replica-exception', 'tensor/device-mismatch'],
  values: ['wanted', 'found', 'others', 'owner', 'bare'],
  kinds: {
    placed: {
      signs: [
        ...messageOrLog(/to have the same device as tensor for argument #\d/, {
          when: inReplica,
          confidence: 'likely'
        }),
        ...messageOrLog(
          /module must have its parameters(?: and buffers)? on device/,
          { read: readDevices }
        ),
        ...messageOrLog(
          /all tensors must be on devices\[0\]|Broadcast function not implemented for CPU tensors/,
          { when: reading => !inDistributed(reading) }
        ),
        // A tensor that forward() makes on a fixed GPU, in the replica of another.
        {
          where: 'message',
          pattern:
            /at least two devices, (?<wanted>cuda:\d+) and (?<found>cuda:\d+)/,
          when: inReplica,
          confidence: 'likely'
        },
        ...messageOrLog(
          /not on the same GPU (?:under|with|in) (?:nn\.)?DataParallel/,
          { confidence: 'likely' }
        )
      ],
      words: (trans, { wanted, found, owner, bare }) => ({
        title:
          wanted === undefined || found === undefined
            ? trans.__('DataParallel found the model on the wrong GPU')
            : trans.__('DataParallel wants %1, found %2', wanted, found),
        cause: owner
          ? trans.__(
              '%1 wraps its networks in DataParallel, which starts at the first GPU that the process sees, and they were put on another one.',
              owner
            )
          : trans.__(
              'DataParallel copies the model from the first of its device_ids to the others, so all parameters and the input must be on that first GPU before the call. A tensor that forward() makes must follow the device of its input.'
            ),
        fixes: owner
          ? chosenFixes(trans, owner, found)
          : bare && /^cuda:[1-9]/.test(found ?? '')
            ? [startFix(trans, found), ...chosenFixes(trans, 'torch', found)]
            : [
                {
                  safety: 'safe',
                  title: trans.__(
                    'Put the model and the input on the first GPU'
                  ),
                  edit: callThen(['DataParallel'], ".to('cuda:0')"),
                  code: "device = torch.device('cuda:0')\nmodel = nn.DataParallel(model, device_ids=[0, 1]).to(device)\noutput = model(x.to(device))"
                },
                ...dataParallelFixes(trans)
              ],
        ...aboutDataParallel(trans)
      })
    },
    // A replica's parameters are where its input is; a plain attribute is not.
    kept: {
      signs: messageOrLog(
        /(?:tensors?|arguments|weight\/gradient\/input tensors) (?:are|is) (?:located )?on (?:a )?different GPUs/,
        { when: inReplica, confidence: 'likely' }
      ),
      words: trans => ({
        title: trans.__('A tensor of the model stayed on another GPU'),
        cause: trans.__(
          'Two tensors of one operation are on different GPUs. DataParallel copies parameters and buffers to each GPU; a tensor that a module keeps as a plain attribute, or that forward() makes with .cuda(), stays where it was.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Register it, so that each copy has its own'),
            code: "self.register_buffer('weight', weight)  # not self.weight = weight"
          },
          {
            safety: 'check',
            title: trans.__('Or bring it along where it is used'),
            code: 'y = x * self.weight.to(x.device)'
          },
          ...dataParallelFixes(trans)
        ],
        ...aboutDataParallel(trans)
      })
    },
    gathered: {
      signs: [
        // torch/nn/parallel/_functions.py, Gather: what a replica returned.
        {
          where: 'message',
          ename: /^AssertionError$/,
          pattern: /^/,
          when: reading => failedAt(GATHERS, reading)
        },
        { where: 'log', pattern: GATHERS, confidence: 'likely' },
        ...messageOrLog(/Gather function not implemented for CPU tensors/)
      ],
      words: trans => ({
        title: trans.__('forward() returned a tensor on the CPU'),
        cause: trans.__(
          'DataParallel gathers what each copy of the model returned on the first GPU, and can do so only with tensors on GPUs. One came from .cpu() or was made without a device.'
        ),
        fixes: [
          {
            safety: 'safe',
            title: trans.__('Return it on the input’s device'),
            detail: trans.__(
              'Move results to the CPU after the call, not in forward().'
            ),
            code: 'return loss.to(x.device)'
          },
          ...dataParallelFixes(trans)
        ],
        ...aboutDataParallel(trans)
      })
    },
    // DistributedDataParallel refused where the parameters of the model are.
    ddp: {
      signs: [
        ...messageOrLog(DDP, {
          read: ({ device, others }) => ({
            found: device,
            others: others && 'yes'
          })
        }),
        // Until 1.10 it spread a model over several GPUs where it got no ids.
        {
          where: 'message',
          pattern: /all tensors must be on devices\[0\]/,
          when: inDistributed
        }
      ],
      words: (trans, { found, others }) => ({
        title:
          others !== undefined
            ? trans.__('The model lies on several devices, DDP wants one')
            : found === undefined
              ? trans.__('DDP found the model on another device')
              : trans.__('DDP was given a GPU, but the model is on %1', found),
        cause:
          others !== undefined
            ? trans.__(
                'With device_ids, DistributedDataParallel takes a model whose parameters are all on that one GPU. This model is spread over several devices, as device_map="auto" or an earlier .to() of a part does.'
              )
            : trans.__(
                'With device_ids, DistributedDataParallel takes a model whose parameters are all on that one GPU. The model was not moved there before it was wrapped.'
              ),
        fixes: [
          {
            safety: 'safe',
            title: trans.__('Move the whole model first, then wrap it'),
            code: "local_rank = int(os.environ['LOCAL_RANK'])\nmodel = model.to(local_rank)\nmodel = DistributedDataParallel(model, device_ids=[local_rank])"
          },
          {
            safety: 'check',
            title: trans.__('Loaded with device_map: name the rank’s own GPU'),
            detail: trans.__(
              '“auto” splits the model over all GPUs; a process of DDP needs a whole copy on its own.'
            ),
            code: "model = AutoModel.from_pretrained(name, device_map={'': local_rank})"
          },
          {
            safety: 'check',
            title: trans.__('A model too large for one GPU: no device_ids'),
            detail: trans.__(
              'Then DDP leaves the placing to you, with several GPUs for each process. FSDP shards the model instead.'
            ),
            code: 'model = DistributedDataParallel(model)'
          }
        ],
        notThis: [
          trans.__(
            '“Expected all tensors to be on the same device” comes later, in forward(): then the input is elsewhere.'
          )
        ]
      })
    }
  },
  common: trans => ({
    links: [
      { title: trans.__('PyTorch: DistributedDataParallel'), url: LINKS.ddp }
    ]
  })
});
