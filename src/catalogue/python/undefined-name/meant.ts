/** Names that stand for no variable of the cells: a text, a part of a module, what has ended. */
import type { IFactsMatch, ITranslate } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import type { IWords, ValuesOf } from '../../define';
import { check } from '../../fix';
import { failedLine } from '../../predicates';
import { fitting } from '../../shared/fitting';
import { enclosing, sourcesAbove } from '../../shared/visible-code';
import { NAME } from './from-text';

/** Words that a call of torch takes as texts, without their quotes. */
const UNQUOTED: readonly RegExp[] = [
  /(?<before>(?:map_location|device) ?= ?|\b(?:to|device)\()(?<word>cpu|cuda|mps)(?![\w.'"(])/,
  /(?<before>\b(?:reduction|padding|padding_mode|mode|nonlinearity) ?= ?)(?<word>[a-z]\w{2,20})(?![\w.'"(])/,
  /(?<before>[(,=] ?)(?<word>\w{1,60}\.(?:pth?|csv|json|txt|png|jpe?g|npy|pkl))(?![\w.'"(])/
];

/** What tensors are made of and with, by the names that torch alone has for it. */
const OF_TORCH =
  /^(?:zeros|ones|rand|randn|randint|tensor|arange|linspace|cat|stack|sigmoid|softmax|tanh|argmax|manual_seed|no_grad|from_numpy|b?float(?:16|32|64)|u?int(?:8|16|32|64))$/;

/** What mathematics has, by the names that numpy, math and torch share. */
const OF_MATH = /^(?:pi|inf|nan|sqrt|exp|log|sin|cos|tan)$/;

const IMPORTS_TORCH = /^[ \t]{0,40}import torch[ \t]{0,9}(?:#|,|$)/m;

/** A name of a module that the visible code imports as a whole. */
export function memberOf(name: string, reading: IReading): string | null {
  const { source, imports = '' } = reading.incident;
  const code = [imports, source, ...sourcesAbove(reading)].join('\n');
  const whole = [
    [IMPORTS_TORCH, 'torch', OF_TORCH],
    [/^[ \t]{0,40}import numpy as np\b/m, 'np', OF_MATH],
    [/^[ \t]{0,40}import math\b/m, 'math', OF_MATH],
    [IMPORTS_TORCH, 'torch', OF_MATH]
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
  const { live, saved } = reading.incident;
  const values =
    selfEvident(name, code) ??
    (name === 'self' ? ofSelfAlone(code, reading) : null) ??
    // What a cell gives, a line there has to run first.
    (saved?.given || (live?.kind === 'name' && live.whereabouts !== 'nowhere')
      ? null
      : valuesOf(name, code, reading));
  return (
    values && {
      confidence: 'likely',
      evidence: [{ where: 'source', text: code }],
      values: { name, ...values }
    }
  );
}

/** What the line tells by itself, whatever the cells hold. */
function selfEvident(name: string, code: string): IFactsMatch['values'] | null {
  if (new RegExp(String.raw`^del ${name}$`).test(code)) {
    return { kind: 'deleted' };
  }
  const parent = new RegExp(String.raw`\bsuper\(${name}, ?self\)`);
  if (parent.test(code)) {
    return { kind: 'parent', code: code.replace(parent, 'super()') };
  }
  return name === '__file__' ? { kind: 'noFile' } : null;
}

/** `self` where no method has it: in a function without it, in a class, or outside of both. */
function ofSelfAlone(code: string, reading: IReading): IFactsMatch['values'] {
  const lines = reading.incident.source.split('\n');
  const at = lines.findIndex(line => line.trim() === code);
  const block = enclosing(lines, at, /^\s*(?:class|(?:async )?def) /);
  const { func, local } =
    /^\s*(?:(?:async )?def (?<func>\w{1,60})|class (?<local>\w{1,60}))/.exec(
      lines[block] ?? ''
    )?.groups ?? {};
  return {
    kind: 'alone',
    ...(func === undefined ? {} : { func }),
    ...(local === undefined ? {} : { local }),
    code: code.replace(/\bself\./, 'model.')
  };
}

/** What it tells where no cell gives the name a value. */
function valuesOf(
  name: string,
  code: string,
  reading: IReading
): IFactsMatch['values'] | null {
  const text = UNQUOTED.find(
    form => form.exec(code)?.groups?.word.split('.')[0] === name
  );
  if (text) {
    return { kind: 'quoted', code: code.replace(text, "$<before>'$<word>'") };
  }
  const sources = sourcesAbove(reading);
  const key = new RegExp(String.raw`["']${name}["'] ?:`);
  const asked = new RegExp(String.raw`\[${name}\]`);
  if (asked.test(code) && sources.some(one => key.test(one))) {
    return { kind: 'quoted', code: code.replace(asked, `['${name}']`) };
  }
  if (new RegExp(String.raw`^${name} ?[-+*/]=`).test(code)) {
    return { kind: 'unstarted' };
  }
  const handler = new RegExp(
    String.raw`^[ \t]{0,40}except [^\n:]{1,80} as ${name}:`,
    'm'
  );
  return sources.some(one => handler.test(one)) ? { kind: 'caught' } : null;
}

type Named = ValuesOf<'name' | 'code' | 'local' | 'near' | 'cell' | 'func'>;

export const ofMeant = {
  quoted: {
    words: (
      trans: ITranslate,
      { name = 'cpu', code = "x.to('cpu')" }: Named
    ): IWords => ({
      title: trans.__('%1 is a text here, and lacks its quotes', name),
      cause: trans.__(
        'The line takes this word as a text. Without quotes Python looks for a variable %1, and none has a value.',
        name
      ),
      fixes: [check(trans.__('Write it in quotes'), code)]
    })
  },
  unstarted: {
    words: (trans: ITranslate, { name = 'total' }: Named): IWords => ({
      title: fitting(name, 30)
        ? trans.__('%1 is added to, and never started', name)
        : trans.__('A sum is added to, and never started'),
      cause: trans.__(
        'The line changes the value that %1 has, and no line before gives it one.',
        name
      ),
      fixes: [check(trans.__('Start it, above the loop'), `${name} = 0`)]
    })
  },
  parent: {
    words: (
      trans: ITranslate,
      { name = 'Net', code = 'super().__init__()' }: Named
    ): IWords => ({
      title: fitting(name, 24)
        ? trans.__('super() names the class %1, which is not there', name)
        : trans.__('super() names a class that is not there'),
      cause: trans.__(
        'super() is given the class that the line belongs to, and that is called otherwise than %1, as after a change of its name.',
        name
      ),
      fixes: [check(trans.__('Leave the class out: Python knows it'), code)]
    })
  },
  alone: {
    words: (trans: ITranslate, { code = '', func, local }: Named): IWords => ({
      title: trans.__('self is known only inside a method that takes it'),
      cause: func
        ? trans.__(
            '%1() does not take self: the object is a method’s first parameter, and has to stand in its brackets.',
            func
          )
        : local
          ? trans.__(
              'By its indent the line stands in the body of %1 itself, not in one of its methods.',
              local
            )
          : trans.__(
              'The line stands in no method: it was taken out of its class, or is indented too little to belong to it.'
            ),
      fixes: [
        func
          ? check(trans.__('Take it'), `def ${func}(self, …):`)
          : check(
              trans.__('Indent it as deep as the lines of its method'),
              `    def __init__(self):\n        super().__init__()\n        self.layer = …`
            ),
        check(
          trans.__('Outside of the class: write the name of the object'),
          code
        )
      ]
    })
  },
  noFile: {
    words: (trans: ITranslate): IWords => ({
      title: trans.__('A notebook has no __file__'),
      cause: trans.__(
        'Python sets __file__ for a file that it runs, and a cell is none.'
      ),
      fixes: [
        check(
          trans.__('Take the folder in which the kernel works'),
          'import os\nfolder = os.getcwd()'
        )
      ]
    })
  },
  tried: {
    words: (
      trans: ITranslate,
      { name = 'apex', cell = '1', code = 'import apex' }: Named
    ): IWords => ({
      title: fitting(name, 28)
        ? trans.__('The import of %1 failed inside try', name)
        : trans.__('An import failed inside try'),
      cause: trans.__(
        'Cell %1 imports %2 in a try, which hid the error of the import.',
        cell,
        name
      ),
      fixes: [
        {
          safety: 'diagnostic',
          title: trans.__('Run the import alone, and see why it fails'),
          code
        }
      ]
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
