/** What was asked for a truth value, as the failed line has it. */
import type { IFix, ITranslate } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import type { ValuesOf } from '../../define';
import { bareName } from '../../predicates';
import { check } from '../../fix';
import { callsIn } from '../../shared/call-text';
import { lastValue, ownLine, visibleCode } from '../../shared/ran-code';

type Truth = ValuesOf<'test' | 'anew' | 'pair' | 'loss' | 'kept' | 'lists'>;

const SIDE = String.raw`[a-z_][\w.]{0,40}(?:\[[^[\]]{1,20}\]|\(\)){0,3}`;

/** A comparison of two things for equality, alone in a condition. */
const EQUAL = new RegExp(
  String.raw`^(?<key>assert|if|elif|while)\b ?\(?\s?(?<left>${SIDE}) ?(?<how>==|!=) ?(?<right>${SIDE})\s?\)?(?:,.{0,80})?:?$`,
  'i'
);

/** Whether something is in a list. */
const MEMBER = new RegExp(
  String.raw`^(?<key>if|while|assert) (?<left>${SIDE}) in (?<right>${SIDE}):?$`,
  'i'
);

/** Python's max() of two things, which compares them. */
const GREATEST = new RegExp(
  String.raw`(?<![\w.])(?<how>max|min)\((?<left>${SIDE}), ?(?<right>${SIDE})\)`,
  'i'
);

/** Any other condition. */
const TEST = /^(?<key>assert|if|elif|while) (?<test>[^:]{1,60})(?::.{0,80})?$/;

/** What is often left out, and None then: it has a name of its own or of a parameter. */
const OPTIONAL =
  /^(?:\w{1,40}\.){0,3}\w{0,30}(?:bias|weights?|grad|mask|hidden|states?|labels?|targets?|memory|context|embeds|cond|init|noise|prior|attr)$/i;

/** A thing alone in a condition, and that thing or another one. */
const PRESENT =
  /^(?<key>if|elif|while|assert) (?<not>not )?(?<test>[\w.]{1,60}):?$/;
const OR_ELSE =
  /^(?<start>[\w., ]{1,60}= ?)(?<test>[\w.]{1,60}) or (?<other>[^#]{1,60})$/;

/** A condition that asks whether there is something, as it must be asked of a tensor. */
function presence(line: string): Truth | null {
  const { key, not, test } = PRESENT.exec(line)?.groups ?? {};
  if (test && OPTIONAL.test(test)) {
    return {
      test,
      anew: `${key} ${test} is ${not ? '' : 'not '}None${key === 'assert' ? '' : ':'}`
    };
  }
  const either = OR_ELSE.exec(line)?.groups;
  return either
    ? {
        test: either.test,
        anew: `${either.start}${either.test} if ${either.test} is not None else ${either.other}`
      }
    : null;
}

/** A class of losses that is called with output and target. */
const LOSS =
  /\bnn\.(?<loss>\w{1,20}Loss)\( ?[a-z_]\w{0,30}(?:\[[^[\]]{0,12}\])? ?, ?[a-z_]\w{0,30}/i;

/** The same where the class is imported by its name. */
const BARE_LOSS =
  /(?<![\w.])(?<loss>[A-Z]\w{1,20}Loss)\( ?[a-z_]\w{0,30}(?:\[[^[\]]{0,12}\])? ?, ?[a-z_]\w{0,30}/;

/** Whether a loss of torch was being made, and not called, when truth was asked. */
function makesLoss(reading: IReading): boolean {
  return reading.exceptions.some(({ frames }) =>
    frames.some(
      frame =>
        /[\\/]torch[\\/]nn[\\/]modules[\\/]loss\.py$/.test(frame.file) &&
        bareName(frame) === '__init__'
    )
  );
}

/** The same where the line names it, or a variable that keeps the class. */
function madeLoss(reading: IReading): ValuesOf<'loss' | 'kept'> {
  const named = reading.exceptions
    .flatMap(({ frames }) => frames)
    .map(({ code }) => BARE_LOSS.exec(code)?.groups?.loss)
    .find(Boolean);
  if (named !== undefined) {
    return { loss: named };
  }
  const kept = callsIn(ownLine(reading))
    .filter(({ args }) => args.length >= 2)
    .map(({ name }) => name)
    .find(name => CLASS.test(lastValue(name, reading)?.value ?? ''));
  return kept === undefined
    ? {}
    : {
        loss: CLASS.exec(lastValue(kept, reading)?.value ?? '')?.groups?.loss,
        kept
      };
}

/** A class of losses under a name of the user's, without brackets. */
const CLASS = /^(?:torch\.)?(?:nn\.)?(?<loss>[A-Z]\w{1,20}Loss)$/;

/** Two names that are compared in the middle of a line: of tensors no truth is asked. */
const COMPARED = new RegExp(
  String.raw`(?<![\w.\])])(?<left>${SIDE}) ?(?<how>==|!=) ?(?<right>${SIDE})(?![\w.([])`,
  'i'
);

/** Two lists of tensors that the line compares as they are. */
function comparedLists(line: string): Truth | null {
  const found = /^(?:if|elif|while|assert)\b|\b(?:and|or|not|in)\b/.test(line)
    ? null
    : COMPARED.exec(line);
  const { left, right, how } = found?.groups ?? {};
  return found && left && right && how
    ? {
        lists: 'yes',
        test: found[0],
        anew: line.replace(
          found[0],
          () => `torch.cat(${left}) ${how} torch.cat(${right})`
        )
      }
    : null;
}

/** Whether a name is a dataset, whose entries are tuples of image and label. */
function isDataset(name: string, reading: IReading): boolean {
  const base = name.split(/[.[(]/)[0];
  return (
    name.trim().endsWith(']') &&
    (/data(?:set)?\b|_ds\b|_data$|_set$/i.test(base) ||
      visibleCode(reading).lines.some(
        line => line.includes(base) && /datasets?\.\w+\(|Dataset\(/.test(line)
      ))
  );
}

/** What the line asks for a truth value. */
export function truthAsked(reading: IReading): Truth {
  const line = ownLine(reading);
  const written = LOSS.exec(line)?.groups?.loss;
  const made = written
    ? { loss: written }
    : makesLoss(reading)
      ? madeLoss(reading)
      : {};
  if (made.loss) {
    return made;
  }
  const lists = comparedLists(line);
  if (lists) {
    return lists;
  }
  const equal = EQUAL.exec(line)?.groups;
  if (equal) {
    const { key, left, right, how } = equal;
    const pair = isDataset(left, reading) ? left : undefined;
    const sides = pair
      ? [
          `${left}[0]`,
          right.endsWith(']')
            ? right.replace(/^(?<first>\w+\[[^\]]+\]).*$/, '$1[0]')
            : right
        ]
      : [left, right];
    const not = how === '!=' ? 'not ' : '';
    return {
      pair,
      test: `${left} ${how} ${right}`,
      anew: `${key} ${not}torch.equal(${sides.join(', ')})${key === 'assert' ? '' : ':'}`
    };
  }
  const present = presence(line);
  if (present) {
    return present;
  }
  const member = MEMBER.exec(line)?.groups;
  if (member) {
    const { key, left, right } = member;
    return {
      test: `${left} in ${right}`,
      anew: `${key} any(torch.equal(${left}, one) for one in ${right}):`
    };
  }
  const greatest = GREATEST.exec(line);
  if (greatest) {
    const { how, left, right } = greatest.groups ?? {};
    return {
      test: greatest[0],
      anew: line.replace(greatest[0], `torch.${how}imum(${left}, ${right})`)
    };
  }
  const { key, test } = TEST.exec(line)?.groups ?? {};
  return key && test && !/\b(?:and|or|not|in|any|all)\b/.test(test)
    ? {
        test,
        anew: `${key} (${test}).any()${key === 'assert' ? '' : ':'}  # or .all()`
      }
    : { test };
}

/** Why there is no truth value. */
export function truthCause(
  trans: ITranslate,
  { test, pair, loss, kept, lists }: Truth
): string {
  if (loss && kept) {
    return trans.__(
      '%1 is the class nn.%2 and no loss: called with output and target it makes one, and takes the two for its settings, of which it asks whether they are true.',
      kept,
      loss
    );
  }
  if (lists) {
    return trans.__(
      '“%1” compares two lists (or tuples) of tensors entry by entry, and asks of each pair whether it is equal: a tensor of several values has no answer.',
      test
    );
  }
  if (loss) {
    return trans.__(
      'nn.%1(output, target) makes a loss, and takes the two for its settings, of which it asks whether they are true. The loss is made first, with empty brackets, and then called.',
      loss
    );
  }
  if (pair) {
    return trans.__(
      '%1 is a pair, as of image and label. To compare pairs Python compares their tensors, and asks whether the result, a tensor of many values, is true.',
      pair
    );
  }
  return test
    ? trans.__(
        'Python needs one truth value of “%1”, and it is a tensor of several values, or of none.',
        test
      )
    : trans.__(
        '“if”, “and”, “or”, “not”, “in” and comparisons of lists or tuples need one truth value, and the tensor has several, or none.'
      );
}

/** The line as it was probably meant. */
export function truthFixes(
  trans: ITranslate,
  { anew, pair, loss, test, kept, lists }: Truth
): IFix[] | null {
  if (loss) {
    return [
      check(
        kept
          ? trans.__('Make the loss, with brackets behind the class')
          : trans.__('Make the loss first, then call it'),
        kept
          ? `${kept} = nn.${loss}()`
          : `criterion = nn.${loss}()\nloss = criterion(output, target)`
      )
    ];
  }
  if (lists && anew) {
    return [
      check(
        trans.__('Join each list to one tensor, then compare'),
        anew,
        trans.__('Single numbers: torch.stack(), or torch.tensor().')
      )
    ];
  }
  return anew === undefined
    ? null
    : [
        check(
          / is (?:not )?None\b/.test(anew)
            ? trans.__('Ask whether it is there, not for its values')
            : /torch\.m(?:ax|in)imum/.test(anew)
              ? trans.__('Value by value: take the function of torch')
              : anew.includes('torch.equal')
                ? trans.__('Ask whether all values are equal')
                : trans.__('Say whether one or all must hold'),
          anew,
          pair
            ? trans.__('Entry 0 of the pair is the image, entry 1 the label.')
            : test?.includes('==')
              ? trans.__('Value by value it is (a == b), a tensor.')
              : undefined
        )
      ];
}
