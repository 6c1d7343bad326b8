import type { IFix } from '../../../diagnosis/types';
import { callToday } from '../../shared/edits/names';
import { fitting } from '../../shared/fitting';
import { define } from '../../define';
import { onlyWarned } from '../../shared/remark';
import { stopsNoCell, updateTheLibrary } from '../../shared/warnings';

/** torch's decorator and its hand-written warnings: both names in backticks. */
const DEPRECATED =
  /`(?<old>torch\.[\w.]{1,60})(?:\([^)`]{0,40}\))?` is deprecated(?:,| since [\d.]{1,8} and will be removed in a future release\.|\.) ?Please use `(?<instead>torch\.[^`]{1,80})`/i;

/** The call that the warning names: `torch.amp.autocast('cuda', args...)`. */
function calledToday(old: string, instead: string): Pick<IFix, 'edit'> {
  const [name, args = ')'] = instead.split('(');
  const first = /^('\w+'|"\w+"), ?args/.exec(args)?.[1];
  return /^(?:args\.{3})?\)$/.test(args) || first !== undefined
    ? { edit: callToday(old, name, first) }
    : {};
}

export default define({
  id: 'version/deprecated-call',
  answers: [
    "`torch.cuda.amp.autocast(args...)` is deprecated. Please use `torch.amp.autocast('cuda', args...)` instead.",
    "`torch.cuda.amp.GradScaler(args...)` is deprecated. Please use `torch.amp.GradScaler('cuda', args...)` instead.",
    '`torch.testing.assert_allclose()` is deprecated since 1.12'
  ],
  values: ['old', 'instead'],
  signs: [
    { where: 'message', pattern: DEPRECATED },
    { where: 'log', pattern: DEPRECATED, when: onlyWarned }
  ],
  words: (trans, { old, instead }) => ({
    title: fitting(old, 46)
      ? trans.__('%1 is deprecated', old)
      : trans.__('The call is deprecated'),
    cause: trans.__(
      'It still works and gives the same result; a later PyTorch will drop it.'
    ),
    fixes: [
      {
        safety: 'check',
        title: trans.__('Use the call that the warning names'),
        code:
          old && instead
            ? `${instead}  # was ${old}`
            : "with torch.amp.autocast('cuda'):  # was torch.cuda.amp.autocast()\n    output = model(x)",
        ...(old && instead ? calledToday(old, instead) : {})
      },
      updateTheLibrary(trans)
    ]
  }),
  common: trans => ({
    notThis: [stopsNoCell(trans)],
    links: [
      {
        title: trans.__('PyTorch: torch.amp'),
        url: 'https://docs.pytorch.org/docs/stable/amp.html'
      },
      {
        title: trans.__('PyTorch: release notes'),
        url: 'https://github.com/pytorch/pytorch/releases'
      }
    ]
  })
});
