import type { ITranslate } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { packageOf } from '../../../shared/package-names';
import { define, type IWords, type ValuesOf } from '../../define';
import { check } from '../../fix';
import { isTorchInPlay } from '../../shared/torch-in-play';
import { toldByLine } from './from-line';
import { VALUES, type Kind, type Value } from './values';

type Named = ValuesOf<Value>;

/** What Python raises where it cannot read a text. */
const UNREAD =
  /^(?:SyntaxError|IndentationError|TabError|_IncompleteInputError)$/;

/** Whether nothing else was raised; the output and its traceback word it otherwise. */
function isOnly({ exceptions }: IReading): boolean {
  return exceptions.every(({ name }) => UNREAD.test(name));
}

/**
 * Words of one kind: a title, what is wrong, what to do, and the usual code.
 *
 * @param isExample - that code is of another line, and not shown beside one at hand
 */
function kind(
  title: (trans: ITranslate) => string,
  cause: (trans: ITranslate) => string,
  fix: (trans: ITranslate) => string,
  usual: string,
  isExample = false
): { readonly words: (trans: ITranslate, values: Named) => IWords } {
  return {
    words: (trans, { code, fixed }) => ({
      title: title(trans),
      cause: code
        ? trans.__('Python stopped at “%1”. %2', code, cause(trans))
        : cause(trans),
      fixes: [
        isExample && code && fixed === undefined
          ? { safety: 'check', title: fix(trans) }
          : check(fix(trans), fixed ?? usual)
      ]
    })
  };
}

const kinds: Readonly<
  Record<Kind, { readonly words: (trans: ITranslate, values: Named) => IWords }>
> = {
  print: kind(
    trans => trans.__('print needs parentheses in Python 3'),
    trans => trans.__('The line is of Python 2, where print was a statement.'),
    trans => trans.__('Write it as a call'),
    "print('loss', loss)"
  ),
  unclosed: kind(
    trans => trans.__('A bracket is opened and never closed'),
    trans =>
      trans.__(
        'Up to the end of the text its partner is missing; what follows the bracket counts as its inside.'
      ),
    trans => trans.__('Close it where its part ends'),
    'x = torch.tensor([1, 2, 3])',
    true
  ),
  above: {
    words: (trans, { code = '', above = '' }) => ({
      title: trans.__('The line above lacks a closing bracket'),
      cause: trans.__(
        'Python stopped at “%1”, which is fine by itself. The line above it, “%2”, opens more brackets than it closes.',
        code,
        above
      ),
      fixes: [check(trans.__('Close the bracket there'), `${above})`)]
    })
  },
  unmatched: kind(
    trans => trans.__('A closing bracket has no partner'),
    trans =>
      trans.__(
        'It closes nothing, or a bracket of another form: often the first lines of a call were deleted or made a comment, and its end was left.'
      ),
    trans => trans.__('Take it away, or bring back the line that opens it'),
    'x = f(y)',
    true
  ),
  crossed: kind(
    trans => trans.__('A bracket closes another one than it opened'),
    trans =>
      trans.__(
        'The bracket that closes here is not of the form of the one that is open: one is missing before it, or it is of the wrong form.'
      ),
    trans => trans.__('Close each bracket with one of its own form'),
    'x = torch.tensor([1, 2, 3])',
    true
  ),
  colon: kind(
    trans => trans.__('A colon is missing'),
    trans =>
      trans.__(
        'Lines with def, class, if, else, for, while, with and try end in a colon, and a dictionary has one between key and value.'
      ),
    trans => trans.__('Write the colon'),
    'for x, y in loader:',
    true
  ),
  comparison: kind(
    trans => trans.__('A comparison is written with one ='),
    trans =>
      trans.__(
        'One = gives a name a value, which a condition cannot do; == compares.'
      ),
    trans => trans.__('Compare with =='),
    'if epoch == 3:'
  ),
  comma: kind(
    trans => trans.__('A comma, or another sign, is missing'),
    trans =>
      trans.__(
        'Two values stand side by side in brackets with nothing between them.'
      ),
    trans => trans.__('Put the comma between them'),
    'sizes = [1, 2, 3]',
    true
  ),
  quote: kind(
    trans => trans.__('A text is opened and not closed'),
    trans =>
      trans.__(
        'The quote at its end is missing or of the other form, or the text goes over several lines, which takes three quotes.'
      ),
    trans => trans.__('Close it with the quote that opened it'),
    "path = 'data/train'",
    true
  ),
  nested: kind(
    trans => trans.__('An f-string holds its own quotes'),
    trans =>
      trans.__(
        'Before Python 3.12 the quotes inside the braces must be others than those around the f-string.'
      ),
    trans => trans.__('Use the other quotes inside'),
    `print(f"{scores['loss']:.3f}")`
  ),
  brace: kind(
    trans => trans.__('A { of the f-string is not closed'),
    trans =>
      trans.__(
        'In an f-string each { takes a } after its value; a brace of the text itself is written twice.'
      ),
    trans => trans.__('Close the brace behind the value'),
    "print(f'{loss:.3f}')",
    true
  ),
  backslash: kind(
    trans => trans.__('A Windows path holds \\U or another escape'),
    trans =>
      trans.__(
        'In a plain text a backslash begins an escape, and \\U asks for eight digits.'
      ),
    trans => trans.__('Write r before the quote, or / in the path'),
    "path = r'C:\\Users\\me\\data'"
  ),
  character: kind(
    trans => trans.__('A character is none of Python’s'),
    trans =>
      trans.__(
        'Copied text brings curly quotes, long dashes, full-width signs and hard blanks along, which look like the plain ones.'
      ),
    trans => trans.__('Type the sign anew'),
    "print('plain quotes', -1)"
  ),
  order: kind(
    trans => trans.__('A value without a name follows a named one'),
    trans => trans.__('In a call all values without a name come first.'),
    trans => trans.__('Put it first, or give it its name'),
    'f(2, a=1)'
  ),
  defaults: kind(
    trans => trans.__('A parameter without a default comes too late'),
    trans =>
      trans.__('In a def line all parameters without a default come first.'),
    trans => trans.__('Put it before those with a default'),
    'def f(b, a=1):'
  ),
  outside: kind(
    trans => trans.__('A statement stands outside of its block'),
    trans =>
      trans.__(
        'return needs a function around it, break and continue a loop. Mostly the line, or one above it, is indented too little.'
      ),
    trans => trans.__('Indent it into its function or loop'),
    'def f(x):\n    return x'
  ),
  loose: kind(
    trans => trans.__('The cell has no block that this line belongs to'),
    trans =>
      trans.__(
        'return needs a function around it, break and continue a loop, and the cell holds none.'
      ),
    trans =>
      trans.__('Take the word away: a cell shows what its last line gives'),
    'x',
    true
  ),
  body: kind(
    trans => trans.__('The block below a colon is not indented'),
    trans =>
      trans.__(
        'The line follows one with a colon at its end and has to stand deeper: pasting often loses the blanks, and a comment alone is no block.'
      ),
    trans => trans.__('Indent the lines that belong to it'),
    'for x, y in loader:\n    output = model(x)  # or pass'
  ),
  empty: {
    words: (trans, { code = '', above = '' }) => ({
      title: trans.__('A block above has no line in it'),
      cause: trans.__(
        'Python stopped at “%1”, which is fine by itself. The line above it, “%2”, opens a block, and no line follows that stands deeper: a comment alone is none.',
        code,
        above
      ),
      fixes: [
        check(
          trans.__('Write there what it does, or pass'),
          `${above}\n    pass`
        )
      ]
    })
  },
  last: kind(
    trans => trans.__('The last block has no line in it'),
    trans =>
      trans.__(
        'The line opens a block, and the text ends without a line that stands deeper.'
      ),
    trans => trans.__('Write there what it does, or pass'),
    'for x, y in loader:\n    pass'
  ),
  mixed: kind(
    trans => trans.__('The indentation fits no block above'),
    trans =>
      trans.__(
        'The line begins at a column where no block began, or tabs and blanks are mixed.'
      ),
    trans => trans.__('Use four blanks for each level, and no tabs'),
    '    x = 1  # select the lines, press Shift+Tab, then Tab'
  ),
  indent: kind(
    trans => trans.__('A line stands deeper than its block'),
    trans =>
      trans.__(
        'No colon above asks for a deeper level: often a part of a function was pasted into a cell of its own with its blanks, or one line has a blank too many.'
      ),
    trans => trans.__('Move it to the column of the lines around it'),
    'x = 1  # select the lines and press Shift+Tab'
  ),
  handler: kind(
    trans => trans.__('try has no except'),
    trans => trans.__('A try needs an except or a finally after its block.'),
    trans => trans.__('Add one, or take the try away'),
    'try:\n    train()\nexcept KeyboardInterrupt:\n    pass'
  ),
  target: kind(
    trans => trans.__('What stands left of = can hold no value'),
    trans =>
      trans.__(
        'Only names, attributes and parts in brackets take a value; a call, a number or an operation does not.'
      ),
    trans => trans.__('Put a name there, or compare with =='),
    'output = model(x)',
    true
  ),
  page: kind(
    trans => trans.__('The text is a page of HTML, not Python'),
    trans =>
      trans.__(
        'A download gave the web page that shows the file in place of the file itself.'
      ),
    trans => trans.__('Download the raw file'),
    '$ wget https://raw.githubusercontent.com/OWNER/REPO/main/file.py'
  ),
  hyphen: kind(
    trans => trans.__('A module’s name has no hyphen'),
    trans =>
      trans.__(
        'Python reads the hyphen as a minus: packages with one are imported by another name, and a file of yours needs one without it.'
      ),
    trans => trans.__('Import it by the name of the module'),
    'import skimage  # of the package scikit-image'
  ),
  ended: kind(
    trans => trans.__('A colon stands where the statement ends'),
    trans =>
      trans.__(
        'Only a line that opens a block, such as def, if or for, ends in a colon.'
      ),
    trans => trans.__('Take the colon away'),
    'return output'
  ),
  dot: kind(
    trans => trans.__('A dot stands where a comma belongs'),
    trans =>
      trans.__(
        'The names of parameters in a def line hold no dot: self is one parameter, and a comma parts it from the next.'
      ),
    trans => trans.__('Write a comma'),
    'def __init__(self, input_dim, output_dim):'
  ),
  blank: kind(
    trans => trans.__('An = has nothing behind it'),
    trans =>
      trans.__(
        'A value is still to be filled in there: templates of courses leave such places open.'
      ),
    trans => trans.__('Write the value'),
    'learning_rate=0.001,',
    true
  ),
  elif: kind(
    trans => trans.__('else if is written elif in Python'),
    trans => trans.__('After else comes a colon at once.'),
    trans => trans.__('Write elif'),
    'elif mode == "val":'
  ),
  foreign: kind(
    trans => trans.__('The line has signs of another language'),
    trans =>
      trans.__('Python has no ++ and --, and writes and, or and not in words.'),
    trans => trans.__('Write it as Python has it'),
    'i += 1'
  ),
  word: kind(
    trans => trans.__('A word of Python’s own is used as a name'),
    trans =>
      trans.__('Words such as lambda, class and from cannot be given a value.'),
    trans => trans.__('Take another name'),
    'lambda_ = 0.1'
  ),
  keyword: kind(
    trans => trans.__('A word of Python is mistyped or missing'),
    trans =>
      trans.__(
        'Python takes the word for a name, and then finds another where a sign has to be.'
      ),
    trans => trans.__('Write the word'),
    'return output'
  ),
  unfinished: kind(
    trans => trans.__('The line is not finished'),
    trans =>
      trans.__(
        'A name is missing behind a dot, or dots hold the place of code that is still to be written.'
      ),
    trans => trans.__('Write what is missing, or make the line a comment'),
    'x = torch.zeros(3)',
    true
  ),
  slice: kind(
    trans => trans.__('A slice stands outside of an index'),
    trans =>
      trans.__(
        'Python reads start:stop only in brackets that follow a value, as in x[1:2]; these brackets make a list.'
      ),
    trans => trans.__('Make it a slice, or write the value before it'),
    'part = slice(1, 2)'
  ),
  beside: kind(
    trans => trans.__('Two values stand side by side'),
    trans =>
      trans.__(
        'Between the one that ends there and the one that begins a sign is missing: +, a comma, a dot, or the end of the line.'
      ),
    trans => trans.__('Write the sign between them'),
    "text = ', '.join(names) + ' end'",
    true
  ),
  spaced: kind(
    trans => trans.__('A name is written with a blank'),
    trans =>
      trans.__(
        'A name is one word, its parts joined by _, and several names take a comma between them.'
      ),
    trans => trans.__('Join the parts, or write the comma'),
    'batch_size = 32'
  ),
  statements: kind(
    trans => trans.__('Two statements stand on one line'),
    trans =>
      trans.__('Each has a line of its own, or a semicolon between them.'),
    trans => trans.__('Begin a line for the second'),
    'import numpy\nimport torch'
  ),
  number: kind(
    trans => trans.__('A name or a number begins wrongly'),
    trans =>
      trans.__('A name begins with no digit, and a whole number with no 0.'),
    trans => trans.__('Write it otherwise'),
    'x2 = 7',
    true
  ),
  python2: kind(
    trans => trans.__('The line is of Python 2'),
    trans =>
      trans.__(
        'Python 3 has no such form; 2to3, which comes with Python up to 3.12, mends a whole project of that kind.'
      ),
    trans => trans.__('Write it as Python 3 has it'),
    '$ 2to3 -w .'
  ),
  newer: kind(
    trans => trans.__('The line needs a newer Python'),
    trans =>
      trans.__(
        ':= and {x=} in an f-string came with Python 3.8, match with 3.10; an older one cannot read them.'
      ),
    trans => trans.__('See which Python the kernel runs, and take a newer one'),
    'import sys\nprint(sys.version)'
  ),
  shell: kind(
    trans => trans.__('A command of the shell stands in a cell'),
    trans =>
      trans.__(
        'A cell runs Python: a command of the shell needs ! before it, and pip, conda and cd need %.'
      ),
    trans => trans.__('Write the sign before it'),
    '!python train.py'
  ),
  script: {
    words: (trans, { script = 'train.sh' }) => ({
      title: trans.__('Python was given a script of the shell'),
      cause: trans.__(
        '%1 holds commands for the shell, and Python reads it as a program of its own.',
        script
      ),
      fixes: [
        check(
          trans.__('Run the script itself'),
          /\.sh$/i.test(script) ? `$ bash ${script}` : `> .\\${script}`,
          /\.sh$/i.test(script)
            ? undefined
            : trans.__(
                'On Windows a line goes on with ^ at its end (in PowerShell with `), not with \\.'
              )
        )
      ]
    })
  },
  prose: kind(
    trans => trans.__('The cell holds text, not code'),
    trans => trans.__('The line reads like a sentence.'),
    trans => trans.__('Make it a Markdown cell, or a comment'),
    '# …  (or press Esc, then M)'
  ),
  old: {
    words: (trans, { module, code = '', wanted = '3.6', used }) => ({
      title: used
        ? trans.__('Python %1 is too old for this code', used)
        : trans.__('An older Python ran it than the code needs'),
      cause: code
        ? used
          ? trans.__(
              'Python %1 cannot read “%2”, which is right from Python %3 on.',
              used,
              code,
              wanted
            )
          : trans.__(
              'Python stopped at “%1”, which is right from Python %2 on: the program was started with an older one.',
              code,
              wanted
            )
        : trans.__(
            'Python %1 cannot read the line, which is right from Python %2 on.',
            used ?? '',
            wanted
          ),
      fixes: [
        ...(used === undefined && wanted === '3'
          ? [
              check(
                trans.__('Start it with Python 3'),
                '$ python3 train.py',
                trans.__(
                  'On many systems “python” is Python 2. What the program imports has to be installed for Python 3.'
                )
              )
            ]
          : []),
        check(
          trans.__('Make an environment with a newer Python'),
          '$ conda create -n newer python=3.10',
          trans.__(
            'Then install what the project asks for there, torch among it. Python %1 is the least; most libraries want a newer one.',
            wanted
          )
        ),
        ...(module
          ? [
              check(
                trans.__('Or the newest release of %1 for this Python', module),
                `%pip install --upgrade pip\n%pip install --force-reinstall ${packageOf(module)}`,
                trans.__(
                  'pip before 9 does not ask which Python a release is for.'
                )
              )
            ]
          : [])
      ]
    })
  },
  package: {
    words: (trans, { module = 'transformers' }) => ({
      title: trans.__('%1 needs another Python', module),
      cause: trans.__(
        'The line is in the installed package %1, which its authors tested: this Python is too old, or too new, to read it.',
        module
      ),
      fixes: [
        check(
          trans.__('Take a release that fits this Python'),
          `%pip install --upgrade --force-reinstall ${packageOf(module)}`,
          trans.__(
            'pip picks the newest release that names this Python. Else take a newer Python for the kernel.'
          )
        ),
        {
          safety: 'diagnostic',
          title: trans.__('See which Python the kernel runs'),
          code: 'import sys\nprint(sys.version)'
        }
      ]
    })
  }
};

export default define({
  id: 'python/syntax',
  answers: [
    'SyntaxError: invalid syntax',
    "SyntaxError: '(' was never closed",
    'IndentationError: unexpected indent'
  ],
  values: VALUES,
  signs: [
    {
      where: 'message',
      ename: UNREAD,
      pattern: /^./,
      when: reading =>
        isOnly(reading) &&
        isTorchInPlay(reading) &&
        toldByLine(reading) !== null,
      confidence: 'likely',
      read: (_, reading) => ({ ...toldByLine(reading) })
    }
  ],
  kinds,
  common: trans => ({
    notThis: [
      trans.__(
        'If the line is right by itself, look at the one above: a bracket or a quote may be open there.'
      )
    ],
    links: [
      {
        title: trans.__('Python: syntax errors'),
        url: 'https://docs.python.org/3/tutorial/errors.html#syntax-errors'
      }
    ]
  })
});
