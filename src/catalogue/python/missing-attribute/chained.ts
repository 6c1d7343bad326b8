/** A None that a call on the failed line gave, or a node of ComfyUI was handed. */
import type { IFix, ITranslate } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import type { IWords, ValuesOf } from '../../define';
import { failedLine } from '../../predicates';
import { check } from '../../fix';
import { fitting } from '../../shared/fitting';

/** The message in ComfyUI's report of an error. */
export const OF_NODE =
  /\*\*Exception Message:\*\* (?:AttributeError: )?'NoneType' object has no attribute '(?<name>\w{1,80})'/;

/** The node that failed, as the report of ComfyUI names it. */
export function nodeFailed({ log, code }: IReading): string | undefined {
  return /\*\*Node Type:\*\* (?<node>[\w .:+()-]{1,60}?)(?= ?(?:- ?\*\*|\n|$))/.exec(
    `${log}\n${code}`
  )?.groups?.node;
}

/** Calls that give None where they find nothing. */
const SEARCHES =
  /(?:^|\.)(?:get|find|search|match|fullmatch|select_one|first|lookup|lastgroup|get_\w{1,30}|find_\w{1,30})$/;

/** A call whose result the line goes on with: `trainer.train().to(`. */
const CALL =
  /(?<![\w.\])])(?<made>[a-z_][\w.]{0,60})\((?<given>[^()]{0,80})\)\.(?<name>\w{1,80})/gi;

/** The one call of the failed line that `.name` is asked of. */
export function chainedTo(name: string, reading: IReading) {
  const lines = (
    reading.exceptions[0]?.frames.at(-1)?.code ?? failedLine(reading)
  )
    .split('\n')
    .filter(one => one.includes(`.${name}`));
  const [line] = lines;
  if (lines.length !== 1) {
    return undefined;
  }
  const found = [...line.matchAll(CALL)].filter(
    ({ groups }) => groups?.name === name
  );
  const { made = '', given = '' } = found[0]?.groups ?? {};
  return found.length === 1 &&
    line.split(`.${name}`).length === 2 &&
    !SEARCHES.test(made)
    ? {
        kind: 'chained' as const,
        made,
        held: `${made}(${given})`,
        // What is assigned or returned is meant to be something.
        used: /^\s*(?:return\b|[\w., ]{1,80}=[^=])/.test(line)
          ? ('yes' as const)
          : undefined
      }
    : undefined;
}

type Named = ValuesOf<'name' | 'made' | 'held' | 'used' | 'node'>;

function titleOf(trans: ITranslate, made: string): string {
  return fitting(made, 30)
    ? trans.__('%1() gives None here', made)
    : trans.__('The call before the dot gives None');
}

function standAlone(
  trans: ITranslate,
  name: string,
  made: string,
  held: string
): IFix {
  return check(
    trans.__('Let the call stand alone, without .%1 behind it', name),
    held,
    made.includes('.')
      ? trans.__(
          'What it works on is %1: go on with that in the next line.',
          made.slice(0, made.lastIndexOf('.'))
        )
      : undefined
  );
}

function giveBack(trans: ITranslate, made: string): IFix {
  return check(
    trans.__('A function of yours: end it with a return'),
    `def ${made.split('.').pop() ?? 'load'}(…):\n    ...\n    return result`
  );
}

export const ofChains = {
  chained: {
    words: (
      trans: ITranslate,
      {
        name = 'to',
        made = 'trainer.train',
        held = 'trainer.train()',
        used
      }: Named
    ): IWords => ({
      title: titleOf(trans, made),
      cause: trans.__(
        '.%1 is asked of what %2() gave, and that is None: a function that only does something, or lacks its return, gives nothing to go on with.',
        name,
        made
      ),
      fixes: used
        ? [giveBack(trans, made), standAlone(trans, name, made, held)]
        : [standAlone(trans, name, made, held), giveBack(trans, made)]
    })
  },
  node: {
    words: (
      trans: ITranslate,
      { name = 'reshape', node = 'node' }: Named
    ): IWords => ({
      title: fitting(node, 36)
        ? trans.__('The node %1 was given nothing', node)
        : trans.__('A node of ComfyUI was given nothing'),
      cause: trans.__(
        'What %1 asks for .%2 is None. An input of that node is not connected, the node before it is bypassed, found nothing (as a detector of masks or faces), or its file has no such part (a model without CLIP or VAE).',
        node,
        name
      ),
      fixes: [
        {
          safety: 'check',
          title: trans.__('Look at each input of that node'),
          detail: trans.__(
            'Connect an optional one that is empty, such as a mask, and take bypassed nodes before it back in.'
          )
        },
        {
          safety: 'diagnostic',
          title: trans.__('Put a preview behind the node before it'),
          detail: trans.__(
            'It shows whether that one gives an image or a mask at all.'
          )
        }
      ]
    })
  }
};
