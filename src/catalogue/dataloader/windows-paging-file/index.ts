import type { Values } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { define } from '../../define';

import { messageOrLog } from '../../signs';
import { LINKS } from '../shared/links';
import { withoutWorkers } from '../../shared/edits/loader';

/** The library that was being loaded, in every language of Windows. */
function readLibrary(_: Values, reading: IReading): Values {
  const messages = reading.exceptions.map(one => one.message).join('\n');
  const path = /Error loading "([^"\n]+)"/.exec(messages)?.[1];
  return { dll: path?.split(/[\\/]/).pop() };
}

/** Windows' own words for it, in some of its languages. */
const TOO_SMALL =
  /paging file is too small for this operation|页面文件太小|分頁檔太小|ページング ファイルが小さすぎる|페이징 파일이 너무 작|[Фф]айл подкачки слишком мал|Auslagerungsdatei ist zu klein|fichier de pagination est insuffisant|archivo de paginación es demasiado pequeño|arquivo de paginação é muito pequeno/;

/** ERROR_COMMITMENT_LIMIT; the words differ with the language of Windows. */
export default define({
  id: 'dataloader/windows-paging-file',
  answers: [
    'OSError: [WinError 1455] The paging file is too small for this operation to complete.',
    "Couldn't open shared file mapping: <torch_14092_1>, error code: <1455>"
  ],
  refines: [
    'dataloader/worker-exited',
    'dataloader/broken-pipe',
    'dataloader/pin-memory-thread',
    'cuda/library-missing'
  ],
  values: ['dll'],
  signs: [
    ...messageOrLog(/\[WinError 1455\]/, { read: readLibrary }),
    ...messageOrLog(/error code: <1455>/),
    // Rust's libraries (safetensors) say `(os error 1455)`.
    ...messageOrLog(/\bos error 1455\b/),
    // Cut behind its first words; another number means another cause.
    ...messageOrLog(
      /Couldn't open shared file mapping(?!: <\w{1,60}>, error code)/,
      {
        confidence: 'possible'
      }
    ),
    ...messageOrLog(TOO_SMALL)
  ],
  words: (trans, { dll }) => ({
    title: trans.__('Windows has no more memory to promise (error 1455)'),
    cause:
      dll === undefined
        ? trans.__(
            'RAM and paging file together are spoken for. Each worker is a whole Python that loads torch’s large libraries again, so a few workers can ask for many gigabytes.'
          )
        : trans.__(
            'RAM and paging file together are spoken for, so %1 could not be loaded. Each worker is a whole Python that loads torch’s large libraries again, and a few of them ask for many gigabytes.',
            dll
          ),
    fixes: [
      {
        safety: 'safe',
        title: trans.__('Use no worker processes, or few'),
        code: 'DataLoader(dataset, num_workers=0)',
        edit: withoutWorkers
      },
      {
        safety: 'check',
        title: trans.__('Make the paging file larger'),
        detail: trans.__(
          'Advanced system settings → Performance → Virtual memory. Set it on the drive with free space and restart Windows.'
        )
      },
      {
        safety: 'check',
        title: trans.__('Close other kernels and programs that hold memory'),
        detail: trans.__(
          'Each open notebook with torch counts, even when it is idle.'
        )
      }
    ]
  }),
  common: trans => ({
    notThis: [
      trans.__(
        'Another WinError (126, 127, 193) when a DLL is loaded means a missing or wrong library, not memory.'
      )
    ],
    links: [
      { title: trans.__('PyTorch: notes for Windows'), url: LINKS.windows },
      {
        title: trans.__('PyTorch: loading in several processes'),
        url: LINKS.dataWorkers
      }
    ]
  })
});
