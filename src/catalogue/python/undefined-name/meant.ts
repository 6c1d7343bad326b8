/** Names that stand for no variable of the cells: a text, a part of a module, what has ended. */
import type { IFactsMatch, ITranslate } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import type { IWords, ValuesOf } from '../../define';
import { check } from '../../fix';
import { failedLine } from '../../predicates';
import { fitting } from '../../shared/fitting';
import { sourcesAbove } from '../../shared/visible-code';
import { NAME } from './from-text';

/** Devices, where a call or an argument takes the name of one. */
const DEVICE =
  /(?<before>(?:map_location|device) ?= ?|\b(?:to|device)\()(?<name>cpu|cuda|mps)(?![\w.'"(])/;

/** What tensors are made of and with, by the names that torch alone has for it. */
const OF_TORCH =
  /^(?:zeros|ones|rand|randn|randint|tensor|arange|linspace|cat|stack|sigmoid|softmax|tanh|argmax|manual_seed|no_grad|from_numpy|b?float(?:16|32|64)|u?int(?:8|16|32|64))$/;

/** What mathematics has, by the names that numpy, math and torch share. */
const OF_MATH = /^(?:pi|inf|nan|sqrt|exp|log|sin|cos|tan)$/;

/** A name of a module that the visible code imports as a whole. */
export function memberOf(name: string, reading: IReading): string | null {
  const { source, imports = '' } = reading.incident;
  const code = [imports, source, ...sourcesAbove(reading)].join('\n');
  const whole = [
    [/^\s*import torch\s*(?:#|,|$)/m, 'torch', OF_TORCH],
    [/^\s*import numpy as np\b/m, 'np', OF_MATH],
    [/^\s*import math\b/m, 'math', OF_MATH],
    [/^\s*import torch\s*(?:#|,|$)/m, 'torch', OF_MATH]
  ] as const;
  const found = whole.find(
    ([line, , names]) => names.test(name) && line.test(code)
  );
  return found ? `${found[1]}.${name}` : null;
}

/** As a match of the entry; null where a value is meant. */
export function meantFacts(reading: IReading): IFactsMatch | null {
  const name = NAME.exec(reading.exceptions[0]?.message ?? '')?.groups?.name;
  const code = failedLine(reading).trim();
  if (name === undefined || code === '') {
    return null;
  }
  const values = valuesOf(name, code, reading);
  return (
    values && {
      confidence: 'likely',
      evidence: [{ where: 'source', text: code }],
      values: { name, ...values }
    }
  );
}

function valuesOf(
  name: string,
  code: string,
  reading: IReading
): IFactsMatch['values'] | null {
  if (DEVICE.exec(code)?.groups?.name === name) {
    return {
      kind: 'quoted',
      code: code.replace(DEVICE, "$<before>'$<name>'")
    };
  }
  if (new RegExp(String.raw`^del ${name}$`).test(code)) {
    return { kind: 'deleted' };
  }
  const handler = new RegExp(
    String.raw`^[ \t]{0,40}except [^\n:]{1,80} as ${name}:`,
    'm'
  );
  return sourcesAbove(reading).some(text => handler.test(text))
    ? { kind: 'caught' }
    : null;
}

type Named = ValuesOf<'name' | 'code' | 'local' | 'near'>;

export const ofMeant = {
  quoted: {
    words: (
      trans: ITranslate,
      { name = 'cpu', code = "x.to('cpu')" }: Named
    ): IWords => ({
      title: trans.__('%1 is a text here, and lacks its quotes', name),
      cause: trans.__(
        'The call takes the name of a device as a text. Without quotes Python looks for a variable %1, and none has a value.',
        name
      ),
      fixes: [check(trans.__('Write it in quotes'), code)]
    })
  },
  deleted: {
    words: (trans: ITranslate, { name = 'model' }: Named): IWords => ({
      title: fitting(name, 34)
        ? trans.__('There is no %1 to delete', name)
        : trans.__('There is nothing to delete'),
      cause: trans.__(
        'The line only takes the name %1 away, and the kernel does not have it: the line ran before, or the kernel was started anew.',
        name
      ),
      fixes: [
        check(
          trans.__('Leave the line out, or let it pass where nothing is there'),
          `globals().pop('${name}', None)`
        )
      ]
    })
  },
  caught: {
    words: (trans: ITranslate, { name = 'e' }: Named): IWords => ({
      title: fitting(name, 24)
        ? trans.__('%1 ends with its except block', name)
        : trans.__('The name ends with its except block'),
      cause: trans.__(
        'Python takes the name behind “as” away where the block of the except ends, so that %1 is there only inside of it.',
        name
      ),
      fixes: [
        check(
          trans.__('Use it inside of the block, or keep it under another name'),
          `except Exception as ${name}:\n    error = ${name}`
        )
      ]
    })
  },
  object: {
    words: (
      trans: ITranslate,
      { name = 'model', near = 'Model' }: Named
    ): IWords => ({
      title: fitting(`${name}${near}`, 30)
        ? trans.__('No line makes %1 of the class %2', name, near)
        : trans.__('No line makes an object of the class'),
      cause: trans.__(
        'The notebook has the class %1, and no cell gives %2 a value: an object of the class is still to be made.',
        near,
        name
      ),
      fixes: [
        check(
          trans.__('Make it, with what the class takes'),
          `${name} = ${near}(…)`
        )
      ]
    })
  },
  ofClass: {
    words: (
      trans: ITranslate,
      { name = 'hidden', local = 'Config' }: Named
    ): IWords => ({
      title: fitting(`${name}${local}`, 34)
        ? trans.__('%1 belongs to the class %2', name, local)
        : trans.__('The name belongs to a class'),
      cause: trans.__(
        'The body of %1 gives %2 its value, and others find it through the class alone.',
        local,
        name
      ),
      fixes: [check(trans.__('Ask the class for it'), `${local}.${name}`)]
    })
  }
};
