import { define } from '../../define';
import { LINKS, smallerBatch, withoutCudnn } from '../shared/advice';
import { messageOrLog } from '../../signs';

/** The names of MIOpen's status codes (miopen.h), as torch prints them. */
const STATUS =
  /\bmiopenStatus(?<status>NotInitialized|InvalidValue|BadParm|AllocFailed|InternalError|NotImplemented|UnknownError|UnsupportedOp)\b/;

/** What MIOpen prints itself as it gives up. */
const PRINTED = /\bMIOpen Error: /;

/** MIOpen: the library for convolutions and RNNs on GPUs of AMD. */
export default define({
  id: 'cuda/miopen-error',
  answers: [
    'RuntimeError: miopenStatusUnknownError',
    'RuntimeError: miopenStatusInternalError',
    'MIOpen Error: Code object build failed',
    'MIOpen Error: Forward Convolution cannot be executed due to incorrect params'
  ],
  values: ['status'],
  signs: [
    ...messageOrLog(STATUS),
    ...messageOrLog(PRINTED, { confidence: 'likely' })
  ],
  words: (trans, { status }) => ({
    title:
      status === 'AllocFailed'
        ? trans.__('MIOpen got no memory on the AMD GPU')
        : trans.__('MIOpen (AMD’s cuDNN) failed in a layer'),
    cause: trans.__(
      'On AMD GPUs MIOpen picks and compiles the code for convolutions, batch norm and RNNs, and its status does not say why it stopped. Often it has no code for this card, cannot write its cache folder, or memory ran out.'
    ),
    fixes: [
      {
        safety: 'diagnostic',
        title: trans.__('Read what MIOpen prints before the error'),
        detail: trans.__(
          'The first “MIOpen Error:” line names the step. These settings make it say more; set them before torch is imported.'
        ),
        code: 'import os\nos.environ["MIOPEN_ENABLE_LOGGING"] = "1"\nos.environ["MIOPEN_LOG_LEVEL"] = "5"',
        action: {
          kind: 'environment',
          variables: { MIOPEN_ENABLE_LOGGING: '1', MIOPEN_LOG_LEVEL: '5' }
        }
      },
      {
        safety: 'check',
        title: trans.__(
          '“unable to open database file”: give it another folder'
        ),
        detail: trans.__(
          'Its cache lies in the home folder, which is read-only on some clusters.'
        ),
        code: 'import os\nos.environ["MIOPEN_USER_DB_PATH"] = "/tmp/miopen"\nos.environ["MIOPEN_CUSTOM_CACHE_DIR"] = "/tmp/miopen"',
        action: {
          kind: 'environment',
          variables: {
            MIOPEN_USER_DB_PATH: '/tmp/miopen',
            MIOPEN_CUSTOM_CACHE_DIR: '/tmp/miopen'
          }
        }
      },
      smallerBatch(trans),
      withoutCudnn(trans),
      {
        safety: 'check',
        title: trans.__('See whether ROCm supports the card'),
        detail: trans.__(
          'Without support the library is built without code for it.'
        ),
        code: 'print(torch.version.hip, torch.cuda.get_arch_list(), torch.cuda.get_device_properties(0))'
      }
    ]
  }),
  common: trans => ({
    notThis: [
      trans.__(
        '“MIOpen(HIP): Warning” alone is no failure: the first run of a layer is only slower.'
      )
    ],
    links: [
      {
        title: trans.__('AMD: the environment variables of MIOpen'),
        url: 'https://rocm.docs.amd.com/projects/MIOpen/en/latest/reference/env_variables.html'
      },
      {
        title: trans.__('AMD: GPUs that ROCm supports'),
        url: 'https://rocm.docs.amd.com/projects/install-on-linux/en/latest/reference/system-requirements.html'
      },
      LINKS.cudnnFlags(trans)
    ]
  })
});
