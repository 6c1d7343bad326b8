import { fitting } from '../../shared/fitting';
import { callingPackage } from '../../shared/code-owner';
import { define } from '../../define';
import { check } from '../../fix';
import { messageOrLog } from '../../signs';
import { failedAt, passedThrough } from '../../predicates';
import type { IReading } from '../../../incident/types';
import { LINKS } from '../shared/links';
import { inLoad, movesElsewhere } from '../../shared/loading';
import type { IFix, ITranslate } from '../../../diagnosis/types';
import { loadedToCpu } from '../../shared/edits/load';

function toCpu(trans: ITranslate): IFix {
  return {
    safety: 'safe',
    title: trans.__('Load to the CPU, then move the model'),
    code: "state = torch.load(path, map_location='cpu')",
    edit: loadedToCpu
  };
}

/** The call stands in a package, and takes the device from its own arguments. */
function inPackage(trans: ITranslate, loader: string): IFix[] {
  return [
    check(
      trans.__('Tell %1 to work on the CPU', loader),
      "model = load(…, device='cpu')  # device, map_location, gpu=False: see its documentation",
      trans.__('The call of torch.load() stands in its code, not in yours.')
    ),
    check(
      trans.__('It has no such argument: set the place for all loads'),
      "import functools, torch\ntorch.load = functools.partial(torch.load, map_location='cpu')  # before it loads"
    )
  ];
}

/** The same, of a traceback without its last line. */
const LOADING = /[\\/]torch[\\/]serialization\.py["', ].{0,300}$/;

/** The tensors were being put back on the GPU when it failed. */
function failedInLoad(reading: IReading): boolean {
  return passedThrough(reading, /[\\/]torch[\\/]serialization\.py$/);
}

export default define({
  id: 'model/map-location',
  answers: [
    'Attempting to deserialize object on a CUDA device but torch.cuda.is_available() is False.',
    'Attempting to deserialize object on CUDA device 3 but torch.cuda.device_count() is 1.',
    "AttributeError: module 'torch._C' has no attribute '_cuda_getDevice'",
    "don't know how to restore data location of torch.FloatStorage (tagged with gpu)",
    "torch.load(path, map_location=0): 'int' object is not callable"
  ],
  refines: ['cuda/driver-too-old', 'cuda/no-gpu', 'cuda/not-compiled'],
  values: ['index', 'count', 'device', 'tag', 'argument', 'loader'],
  known: reading => ({ loader: callingPackage(reading) }),
  kinds: {
    device: {
      signs: [
        ...messageOrLog(
          /deserialize object on CUDA device (?<index>\d{1,4})(?: but torch\.cuda\.device_count\(\) ?is (?<count>\d{1,4}))?/
        ),
        ...messageOrLog(
          /(?:Attempting to ?|^)deserialize object on (?:an? )?(?<device>\w+) device/
        ),
        // A checkpoint of a GPU, on a machine without one or with an old driver.
        {
          where: 'message',
          pattern:
            /cuda runtime error \((?:35|38|100)\)|CUDA driver version is insufficient|no CUDA-capable device is detected|Found no NVIDIA driver|Torch not compiled with CUDA enabled/,
          when: reading => failedInLoad(reading),
          confidence: 'likely'
        },
        // The message was cut off; CUDA had warned before.
        {
          where: 'log',
          pattern:
            /Found no NVIDIA driver|no CUDA-capable device is detected|CUDA driver version is insufficient/,
          when: reading =>
            reading.exceptions.every(({ message }) => message === '') &&
            (failedInLoad(reading) || LOADING.test(reading.log)),
          confidence: 'likely'
        },
        // Its first sentence was cut off.
        ...messageOrLog(
          /use torch\.load with map_location=torch\.device\('cpu'\) to map your storages/
        ),
        // Python 2 does not name the module.
        ...messageOrLog(
          /(?:module ["']torch\._C["']|["']module["'] object) has no attribute ["']_cuda_getDevice["']/,
          { when: reading => !movesElsewhere(reading) }
        ),
        // The message is cut, the line that failed says what was missing.
        {
          where: 'message',
          pattern: /^(?:module\b.{0,30})?$/,
          ename: /^AttributeError$/,
          when: reading =>
            inLoad(reading) && failedAt(/\._C\._cuda_getDevice\(/, reading),
          confidence: 'likely'
        },
        ...messageOrLog(/The (?<device>\w+) device module is not registered/),
        ...messageOrLog(/Storage device not recognized: (?<device>\w+)/)
      ],
      words: (trans, { index, count, device, loader }) => ({
        title: trans.__('The checkpoint was saved on a device missing here'),
        cause:
          index && count
            ? trans.__(
                'The tensors were saved on cuda:%1, and here are %2 GPUs, counted from 0. torch.load() puts them back where they were unless told otherwise.',
                index,
                count
              )
            : trans.__(
                'The tensors were saved on %1, which is not available here. torch.load() puts them back where they were unless told otherwise.',
                index === undefined ? (device ?? 'GPU') : `cuda:${index}`
              ),
        fixes: [
          ...(loader ? inPackage(trans, loader) : [toCpu(trans)]),
          {
            safety: 'safe',
            title: trans.__('Or to the device at hand'),
            code: "device = 'cuda' if torch.cuda.is_available() else 'cpu'\nstate = torch.load(path, map_location=device)"
          },
          {
            safety: 'diagnostic',
            title: trans.__(
              'A GPU should be there: see whether torch finds it'
            ),
            code: 'print(torch.__version__, torch.version.cuda, torch.cuda.is_available(), torch.cuda.device_count())'
          }
        ],
        notThis: [
          trans.__(
            'If torch.cuda.is_available() is wrongly False, the installed torch or the driver is the cause, and map_location only goes round it.'
          )
        ],
        links: [LINKS.load(trans), LINKS.saving(trans)]
      })
    },
    /** No device has this name: the call asks for it, or an own backend. */
    name: {
      signs: messageOrLog(
        /don["']t know how to restore data location of \S+ \(tagged with (?<tag>[\w:]+)\)/
      ),
      words: (trans, { tag }) => ({
        title: fitting(tag, 28)
          ? trans.__('torch.load() knows no device “%1”', tag)
          : trans.__('torch.load() does not know the device'),
        cause: trans.__(
          'The name comes from map_location, or from the file where no map_location is given. A GPU of NVIDIA or AMD is called “cuda” (“cuda:0”), one of Apple “mps”; others must be registered by their package first.'
        ),
        fixes: [
          toCpu(trans),
          {
            safety: 'check',
            title: trans.__('Or name the GPU as torch does'),
            code: "state = torch.load(path, map_location='cuda')"
          },
          {
            safety: 'diagnostic',
            title: trans.__('The name stands in the file: see where it was'),
            code: 'import torch\nprint(torch.__version__, torch.accelerator.current_accelerator())'
          }
        ],
        links: [LINKS.load(trans)]
      })
    },
    /** `map_location` is of a type that torch.load() cannot take. */
    argument: {
      signs: [
        {
          where: 'message',
          pattern: /^["'](?<argument>\w{1,40})["'] object is not callable$/,
          ename: /^TypeError$/,
          when: reading =>
            failedAt(/\bmap_location\(storage, location\)/, reading)
        }
      ],
      words: (trans, { argument = 'int' }) => ({
        title: fitting(argument, 34)
          ? trans.__('map_location is of type %1', argument)
          : trans.__('map_location is of a wrong type'),
        cause: trans.__(
          'torch.load() takes the name of a device, a torch.device, a dictionary or a function. Anything else it calls like a function, and %1 is none.',
          argument
        ),
        fixes: [
          toCpu(trans),
          {
            safety: 'check',
            title: trans.__('A GPU by its number: write its name'),
            code: "state = torch.load(path, map_location=f'cuda:{index}')"
          }
        ],
        notThis: [
          trans.__(
            'The line that fails is not in torch/serialization.py: then something else was called.'
          )
        ],
        links: [LINKS.load(trans)]
      })
    }
  }
});
