import { define } from '../../define';
import { check } from '../../fix';
import type { IFix, ITranslate } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { messageOrLog } from '../../signs';
import {
  assignmentOf,
  assignmentsIn,
  chainOf,
  escaped,
  ownLine
} from '../../shared/ran-code';
import { LINKS } from '../shared/links';
import { callsIn } from '../../shared/call-text';
import { lossesAdded, stateDetached } from '../../shared/edits/statements';

/** What neither computes a loss nor changes a weight. */
const IDLE =
  /^(?:#|%|print\(|[a-z_][\w.]{0,60}$|[a-z_][\w.]{0,60}\.(?:grad\.zero_|zero_grad|backward|retain_grad)\()/i;

/** Whether the cell goes backward once and computes nothing to go through. */
function isBackwardOnly({ incident: { source } }: IReading): boolean {
  const lines = source
    .split('\n')
    .map(line => line.trim())
    .filter(Boolean);
  return (
    lines.filter(line => /\.backward\(/.test(line)).length === 1 &&
    lines.every(line => IDLE.test(line))
  );
}

/** The name of which a cell asks `backward()` and which no line of it gives a value. */
function keptIn(source: string): string | undefined {
  const names = [
    ...source.matchAll(/^[ \t]{0,40}(?<name>[a-z]\w{0,15})\.backward\(/gim)
  ].flatMap(({ groups }) => groups?.name ?? []);
  const [name] = names;
  const isMade = source
    .split('\n')
    .some(line => /=| in | as /.test(line) && line.split(/\W/).includes(name));
  return names.length === 1 && !isMade ? name : undefined;
}

/** Whether it goes backward in a loop, or twice from the same result. */
function placeOf(source: string): 'loop' | 'both' | undefined {
  const lines = source
    .split('\n')
    .filter(line => /^[ \t]{0,40}[a-z]\w{0,15}\.backward\(/i.test(line));
  const names = lines.map(line => line.trim().split('.')[0]);
  const at = lines.length === 2 && names[0] === names[1];
  const between = at
    ? source.slice(
        source.indexOf(lines[0]) + lines[0].length,
        source.lastIndexOf(lines[1])
      )
    : '';
  const isAnew = between
    .split('\n')
    .some(line => assignmentOf(line)?.names.includes(names[0]));
  return at && !isAnew
    ? 'both'
    : lines.length === 1 &&
        /^[ \t]/.test(lines[0]) &&
        /^[ \t]*(?:for|while)\b/m.test(source)
      ? 'loop'
      : undefined;
}

/** A call of backward() that keeps the graph. */
function keeping(call = 'loss.backward()'): string {
  return call.endsWith('()')
    ? call.replace('()', '(retain_graph=True)')
    : call.replace(/\)$/, ', retain_graph=True)');
}

/** What computes a result anew, and the line that goes backward; where it is short. */
function againFor(name: string, reading: IReading): string | undefined {
  const lines = chainOf(name, reading)
    .slice(0, 2)
    .map(line => line.trim())
    .filter(line => line.length <= 100 && /\(/.test(line))
    .reverse();
  return lines.length > 0 ? [...lines, ownLine(reading)].join('\n') : undefined;
}

/** The state that a line of a loop takes and gives: `out, h = rnn(x, h)`. */
function stateIn(source: string): string | undefined {
  const lines = source.split('\n').filter(line => /^[ \t]/.test(line));
  return /^[ \t]*for\b|^[ \t]*while\b/m.test(source)
    ? lines
        .flatMap(line => assignmentOf(line) ?? [])
        .flatMap(({ names, value }) =>
          names.filter(
            name =>
              /^[a-z]\w{0,30}$/i.test(name) &&
              callsIn(value).some(({ args }) => args.includes(name))
          )
        )[0]
    : undefined;
}

/**
 * The line that gives a network what another made, detached: it goes backward
 * and steps before the made one is used again.
 */
function detachedIn(source: string): string | undefined {
  const lines = source.split('\n').map(line => line.trim());
  const passes = lines.flatMap((line, at) =>
    /\.backward\(/.test(line) ? [at] : []
  );
  const [first, second] = passes;
  if (passes.length !== 2 || !lines.slice(first, second).some(isStep)) {
    return undefined;
  }
  return assignmentsIn(lines.slice(0, first))
    .flatMap(({ names }) => (names.length === 1 ? names : []))
    .flatMap(name => {
      const given = new RegExp(
        String.raw`(?<call>\b[a-z_][\w.]{0,30}\( ?${escaped(name)})(?= ?[,)])`,
        'i'
      );
      const [before, after] = [
        lines.slice(0, first).find(line => given.test(line)),
        lines.slice(first, second).find(line => given.test(line))
      ];
      return before === undefined ||
        after === undefined ||
        before.length > 120 ||
        assignmentsIn(lines.slice(first, second)).some(one =>
          one.names.includes(name)
        ) ||
        !/\w\(/.test(lastMade(lines.slice(0, first), name))
        ? []
        : [before.replace(given, '$<call>.detach()')];
    })[0];
}

function isStep(line: string): boolean {
  return /\.step\(/.test(line);
}

/** What gives a name its value, of lines. */
function lastMade(lines: readonly string[], name: string): string {
  const made = assignmentsIn(lines).filter(({ names }) => names.includes(name));
  return made.at(-1)?.value ?? '';
}

function stateFix(trans: ITranslate, state = 'hidden'): IFix {
  return {
    safety: 'check',
    title: trans.__('A state kept from step to step: detach it'),
    code: `${state} = ${state}.detach()  # LSTM: tuple(part.detach() for part in ${state})`,
    edit: stateDetached
  };
}

function detachedFix(
  trans: ITranslate,
  detached = 'loss_d = criterion(discriminator(fake.detach()), zeros)'
): IFix {
  return {
    safety: 'check',
    title: trans.__('GAN: train the discriminator on a detached sample'),
    code: detached
  };
}

export default define({
  id: 'tensor/backward-twice',
  answers: [
    'Trying to backward through the graph a second time (or directly access saved tensors after they have already been freed)',
    'but the buffers have already been freed. Specify retain_graph=True when calling backward the first time.',
    'but the saved intermediate results have already been freed'
  ],
  values: ['kept', 'again', 'call', 'place', 'state', 'detached'],
  signs: [
    ...messageOrLog(
      /[Tt]rying to backward through the graph a second time|(?:buffers|saved intermediate results|saved intermediate values of the graph) (?:have already been|are) freed|Specify retain_graph=True (?:when calling|if you need to) /,
      {
        read: (_, reading) => {
          const kept = keptIn(reading.incident.source);
          const isOfOthers = kept !== undefined || isBackwardOnly(reading);
          return {
            kind: isOfOthers ? 'cell' : 'graph',
            kept,
            again: kept && againFor(kept, reading),
            place: placeOf(reading.incident.source),
            state: isOfOthers ? undefined : stateIn(reading.incident.source),
            detached: isOfOthers
              ? undefined
              : detachedIn(reading.incident.source),
            call: /^[a-z]\w{0,15}\.backward\([\w., ()]{0,60}\)$/i.exec(
              ownLine(reading)
            )?.[0]
          };
        }
      }
    )
  ],
  kinds: {
    graph: {
      words: (trans, { place, call, state, detached }) => ({
        title: trans.__('backward() went twice through the same graph'),
        cause:
          place === 'both'
            ? trans.__(
                'The cell goes backward twice from the same result, and the first pass freed the stored values.'
              )
            : trans.__(
                'After backward() the stored values of the graph are freed, and a second pass needs them. Often a hidden state, or a loss added up over the steps, still hangs on the graph of the step before.'
              ),
        fixes: [
          ...(place === 'both'
            ? [
                check(
                  trans.__('Keep the graph in the first pass'),
                  keeping(call),
                  trans.__('Gradients of both passes add up in .grad.')
                ),
                check(
                  trans.__('Or go backward once, or compute the result anew'),
                  'z = f(x)\nz.backward()'
                )
              ]
            : []),
          ...(detached ? [detachedFix(trans, detached)] : []),
          ...(state ? [stateFix(trans, state)] : []),
          // A loop with a single backward() has no second loss.
          ...(place === 'loop' && state
            ? []
            : [
                {
                  safety: 'check' as const,
                  title: trans.__(
                    'Two losses of one forward pass: add them, one backward()'
                  ),
                  code: 'loss = loss_a + loss_b\nloss.backward()',
                  edit: lossesAdded
                }
              ]),
          ...(state ? [] : [stateFix(trans, state)]),
          ...(detached ? [] : [detachedFix(trans, detached)]),
          {
            safety: 'check',
            title: trans.__('Compute in each step what depends on weights'),
            detail: trans.__(
              'Anything made once before the loop belongs to a graph that the first backward() frees. For a running total keep loss.item().'
            )
          },
          {
            safety: 'check',
            title: trans.__('Only if both passes are meant: keep the graph'),
            detail: trans.__(
              'It keeps the memory, too; in a loop the graph grows with every step.'
            ),
            code: 'loss_a.backward(retain_graph=True)\nloss_b.backward()'
          }
        ]
      })
    },
    cell: {
      words: (trans, { kept, again, call, place }) => ({
        title: trans.__('backward() ran before through this graph'),
        cause:
          kept && place === 'loop'
            ? trans.__(
                'The loop goes backward in each round, and no line of it computes %1: the first round freed the stored values.',
                kept
              )
            : kept
              ? trans.__(
                  'No line of the cell computes %1: it was run twice, or another cell went backward from the same result. The first pass freed the stored values.',
                  kept
                )
              : trans.__(
                  'The cell goes backward and computes nothing new: it was run twice, or another cell went backward from the same result. The first pass freed the stored values.'
                ),
        fixes: [
          check(
            kept
              ? trans.__('Compute %1 again before each backward()', kept)
              : trans.__(
                  'Compute the result anew in the cell, then go backward'
                ),
            again ??
              'optimizer.zero_grad()\nloss = criterion(model(x), y)\nloss.backward()',
            trans.__('Or run the cell that computes it again, right before.')
          ),
          check(
            trans.__('Only if both passes are meant: keep the graph'),
            keeping(call),
            trans.__('It stands in the first pass; gradients add up.')
          )
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'retain_graph=True makes the message go away and often leads to “modified by an inplace operation”: then the state had to be detached.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: backward, retain_graph'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.Tensor.backward.html'
      },
      LINKS.autograd(trans)
    ]
  })
});
