/** A class label that is no class of the model. */
import type { ITranslate } from '../../../diagnosis/types';
import type { IKind, ValuesOf } from '../../define';
import type { IReading } from '../../../incident/types';
import { check } from '../../fix';
import { callsIn } from '../../shared/call-text';
import {
  assignmentOf,
  chainOf,
  escaped,
  lastValue,
  ownLine,
  visibleCode
} from '../../shared/ran-code';
import { messageOrLog } from '../../signs';
import { labelFixes } from '../shared/range-fixes';
import { outputsIn } from './outputs';

/** The outputs of the layer that makes what the loss of the failed line is given. */
function modelOutputs(reading: IReading, label: number): string | undefined {
  const line = ownLine(reading);
  const [output = ''] =
    callsIn(line).find(({ name }) => /loss|criterion|entropy/i.test(name))
      ?.args ?? [];
  const text = [output, ...chainOf(output, reading)]
    .flatMap(callsIn)
    .map(({ name }) => lastValue(name, reading)?.line ?? '')
    .join('\n');
  return outputsIn(text, label);
}

/** A line that counts the classes: `n = len(set(label for label, _ in rows))`. */
const COUNTS =
  /^\s{0,40}[a-z_]\w{0,40} ?= ?len\(\s?(?:set|Counter)\((?:.{0,120}\bin )?(?<from>[a-z_]\w{0,40})[\])]/i;

/** What can be gone through only once. */
const ONCE = /^(?:iter|map|zip|filter|csv\.reader|open)\(|^\(.{1,80} for /;

/** Calls that take nothing, or a single entry, out of an iterator. */
const LOOKS = /^(?:type|print|next|iter|isinstance|hasattr|dir|help|id)$/;

/** Whether a line goes through all entries of an iterator, as far as it tells. */
function goesThrough(name: string, line: string): boolean {
  return (
    new RegExp(String.raw`\bin ${escaped(name)}\b`).test(line) ||
    callsIn(line).some(
      call => call.args.includes(name) && !LOOKS.test(call.name)
    )
  );
}

/**
 * The iterator of which the classes were counted though a line before had gone
 * through it: nothing was left to be counted.
 */
function spentIterator(reading: IReading): string | undefined {
  const { lines } = visibleCode(reading);
  const at = lines.findIndex(line => COUNTS.test(line));
  const name = COUNTS.exec(lines[at] ?? '')?.groups?.from;
  if (name === undefined) {
    return undefined;
  }
  const before = lines.slice(0, at);
  const made = before
    .map(line => assignmentOf(line)?.names.includes(name) === true)
    .lastIndexOf(true);
  const value = assignmentOf(before[made] ?? '')?.value ?? '';
  return (ONCE.test(value) || /_iter(?:ator)?$/.test(name)) &&
    made >= 0 &&
    before.slice(made + 1).some(line => goesThrough(name, line))
    ? name
    : undefined;
}

type Value = 'label' | 'outputs' | 'spent';

function labelTitle(
  trans: ITranslate,
  { label, outputs }: ValuesOf<Value>
): string {
  if (!label) {
    return trans.__('A class label is outside the range of the classes');
  }
  return outputs === '1'
    ? trans.__('Label %1 for a model with one output', label)
    : outputs && outputs !== '0'
      ? trans.__('Label %1 is outside 0 … %2', label, Number(outputs) - 1)
      : trans.__('Label %1 is not a class of the model', label);
}

function labelCause(
  trans: ITranslate,
  { label, outputs, spent }: ValuesOf<Value>
): string {
  if (spent) {
    return trans.__(
      'The classes were counted of %1, and a line before had gone through it: an iterator gives its entries once, so nothing was left to be counted. The model has too few outputs.',
      spent
    );
  }
  if (!label) {
    return trans.__(
      'The loss got a label below 0, or not below the number of classes. With C outputs the valid labels are 0 … C - 1, or ignore_index.'
    );
  }
  if (outputs === '1' && label === '1') {
    return trans.__(
      'The model has one output, and this loss needs one for each class: with one output there is class 0 alone.'
    );
  }
  if (!outputs || outputs === '0') {
    return trans.__(
      'The loss got the label %1. With C outputs the valid labels are 0 … C - 1, or ignore_index.',
      label
    );
  }
  return Number(label) < 0
    ? trans.__(
        'A label is %1, the model has %2 outputs: valid labels are 0 … %3.',
        label,
        outputs,
        Number(outputs) - 1
      )
    : trans.__(
        'Labels go up to %1 or more, the model has %2 outputs: valid labels are 0 … %3.',
        label,
        outputs,
        Number(outputs) - 1
      );
}

export const LABEL: IKind<Value> = {
  signs: [
    ...messageOrLog(/Target (?<label>-?\d+) (?:is )?out of bounds/, {
      // The number of outputs, if the code tells it.
      read: ({ label }, reading) => ({
        spent: spentIterator(reading),
        outputs:
          label === undefined
            ? undefined
            : // Of two outputs 1 would be a class.
              label === '1'
              ? '1'
              : (outputsIn(reading.code, Number(label)) ??
                modelOutputs(reading, Number(label)))
      })
    }),
    ...messageOrLog(
      /cur_target ?>= ?0 ?&& ?cur_target ?< ?n_classes ?["'`] ?failed\.? at \S*ClassNLLCriterion\.c\b/
    ),
    // The same where the place is cut off: a GPU's assertion is raised nowhere.
    {
      where: 'message',
      ename: /^RuntimeError$/,
      pattern:
        /^Assertion ["'`]cur_target ?>= ?0 ?&& ?cur_target ?< ?n_classes ?["'`] ?failed\.?$/
    },
    ...messageOrLog(
      /^target out of range$|\bargument #\d ['"]target['"] is out of range/
    )
  ],
  words: (trans, { label, outputs, spent }) => ({
    title: labelTitle(trans, { label, outputs }),
    cause: labelCause(trans, { label, outputs, spent }),
    fixes: spent
      ? [
          check(
            trans.__('Keep the entries in a list, and count that'),
            `${spent} = list(${spent})  # where it is made, before the first use`,
            trans.__(
              'Then run that cell, the counting and the model again. Or make the iterator anew before each use.'
            )
          ),
          {
            safety: 'diagnostic',
            title: trans.__('See how many classes were counted'),
            code: 'print(model)'
          }
        ]
      : labelFixes(trans, { label, outputs })
  })
};

export const ONE_HOT: IKind<'label'> = {
  signs: messageOrLog(
    /Class values must be (?:smaller than num_classes|(?<below>non-negative))/,
    { read: ({ below }) => ({ label: below }) }
  ),
  words: (trans, { label }) => ({
    title: label
      ? trans.__('one_hot() got a negative class')
      : trans.__('one_hot() got a class that num_classes leaves out'),
    cause: label
      ? trans.__(
          'one_hot() takes classes from 0 on, and one of them is negative. Often -1 or -100 marks what is to be ignored.'
        )
      : trans.__(
          'With num_classes=C the classes are 0 … C - 1, and the largest one here is C or more. Often they count from 1, or have gaps.'
        ),
    fixes: [
      {
        safety: 'diagnostic',
        title: trans.__('See the smallest and the largest class'),
        code: 'print(y.min().item(), y.max().item())'
      },
      label
        ? check(
            trans.__('Leave the ignored ones out'),
            'y = F.one_hot(y.clamp(min=0), num_classes) * (y >= 0).unsqueeze(-1)'
          )
        : check(
            trans.__('As many classes as the largest needs'),
            'y = F.one_hot(y, num_classes=int(all_labels.max()) + 1)'
          )
    ]
  })
};
