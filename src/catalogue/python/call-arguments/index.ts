import type { IFix, ITranslate, Values } from '../../../diagnosis/types';
import type { ICallFacts } from '../../../incident/live-facts';
import type { IReading } from '../../../incident/types';
import { define } from '../../define';
import { check } from '../../fix';
import { isRaisedInLibrary } from '../../shared/code-owner';
import { fitting } from '../../shared/fitting';
import { isAloneOnTorch } from '../../shared/torch-in-play';
import { failedLine, printedText } from '../../predicates';
import { anotherVersion } from '../shared/another-version';
import {
  classMade,
  isOfObject,
  keywordValues,
  lackingValues,
  lacksInit,
  listedNames,
  objectOf,
  partsOf,
  spreadValues,
  surplusValues,
  torchClass,
  twiceValues,
  valuesListed,
  writtenCall
} from './from-cells';
import { VALUES } from './values';
import { keywordLeftOut, keywordRenamed } from '../../shared/edits/names';
import {
  methodDefinedAs,
  objectMade,
  selfTaken
} from '../../shared/edits/classes';
import { ofKeyword } from '../../shared/edits/twins';

const KEYWORD =
  /^(?<call>[\w.<>]{1,120})\(\) got an unexpected keyword argument '(?<keyword>\w{1,100})'/;

const LACKING =
  /^(?<call>[\w.<>]{1,120})\(\) missing \d{1,2} required (?:positional|keyword-only) arguments?: (?<keyword>'\w{1,60}'(?:,? (?:and )?'\w{1,60}'){0,9})/;

const TWICE =
  /^(?<call>[\w.<>]{1,120})\(\) got multiple values for argument '(?<keyword>\w{1,100})'/;

/** What Python 3 says where one of the two stands behind `**` (Python/ceval.c of CPython). */
const SPREAD =
  /^(?<call>[\w.<>]{1,120})\(\) got multiple values for keyword argument '(?<keyword>\w{1,100})'/;

const SURPLUS =
  /^(?<call>[\w.<>]{1,120})\(\) takes (?:no arguments(?: \((?<given>\d{1,2}) given\))?$|(?:from \d{1,2} to )?(?<places>\d{1,2}) positional arguments? but (?<given2>\d{1,2}) (?:was|were) given)/;

function lessOne(count: string | undefined): string {
  return String(Math.max(Number(count ?? 1) - 1, 0));
}

/** torch's own functions of sizes count otherwise (`tensor/argument-type`). */
const OF_SIZES = /^(?:zeros|ones|empty|rand|randn) ?\(/;

/**
 * Whether a line of the user's own makes an object, or calls a method: of a plain
 * function, and of what a package calls, the message says all that is known.
 */
function isCounted(reading: IReading): boolean {
  const { message = '' } = reading.exceptions[0] ?? {};
  const [, call = ''] = /^([\w.<>]{1,160})\(\)/.exec(message) ?? [];
  const [, name] = /(?:^|\.)(\w{1,60})$/.exec(call) ?? [];
  return (
    isOurs(reading) &&
    name !== undefined &&
    !OF_SIZES.test(message) &&
    (!isRaisedInLibrary(reading) ||
      lacksInit(call, reading) ||
      torchClass(call, reading) !== undefined) &&
    (/^(?:\w[\w.]{0,90}\.)?__init__\(/.test(message) ||
      lacksInit(call, reading) ||
      (SURPLUS.test(message) && failedLine(reading).includes(`.${name}(`)))
  );
}

/**
 * Whether the line calls a function of the user's, or of a project, that the
 * message names: then the call is at hand, and can be written whole.
 */
function isWritten(reading: IReading): boolean {
  const { message = '' } = reading.exceptions[0] ?? {};
  const [, call = ''] = /^([\w.<>]{1,120})\(\)/.exec(message) ?? [];
  const { name, owner } = partsOf(call);
  const called = name === '__call__' ? objectOf(owner, reading) : name;
  return (
    isOurs(reading) &&
    called !== undefined &&
    /^[a-z_]\w*$/i.test(name) &&
    name !== '__init__' &&
    !OF_SIZES.test(message) &&
    !isRaisedInLibrary(reading) &&
    writtenCall(called, reading) !== undefined
  );
}

/** The same numbers without self, which a method of an object is given as well. */
function placesOf(
  { call = '', places, given, given2 }: Values,
  reading: IReading
): { places?: string; given?: string } {
  if (places === undefined) {
    return { places: '0', ...(given === undefined ? {} : { given }) };
  }
  return isOfObject(call, reading)
    ? { places: lessOne(places), given: lessOne(given2) }
    : { places, given: given2 };
}

/** As people write the call: a class is called by its own name. */
function called(name: string): string {
  return name.replace(/^.{0,100}<locals>\./, '').replace(/\.__init__$/, '');
}

/** Arguments that a function of torch took on in 2.1 and in 2.5. */
const LATER =
  /^(?<call>scaled_dot_product_attention)\(\) got an unexpected keyword argument ["'](?<keyword>scale|enable_gqa)["']/;

/** A decorator of torch that was written without brackets, and what it stands for. */
const BARE_DECORATOR =
  /@(?:torch\.)?(?<decorator>no_grad|inference_mode|enable_grad|set_grad_enabled)\s*\n/;

/** The line calls a plain function or method, and an object refuses. */
function isDecorated(reading: IReading): boolean {
  const [raised] = reading.exceptions;
  const frame = raised?.frames[raised.frames.length - 1];
  return (
    raised?.message.startsWith('__call__() got') === true &&
    isOurs(reading) &&
    (BARE_DECORATOR.test(printedText(reading)) ||
      /(?:^|[ =(.])[a-z][a-z\d]*_\w*\(/.test(frame?.code ?? ''))
  );
}

/** Whether the lines at hand tell more of a keyword than that it is not taken. */
function isToldOfKeyword(reading: IReading): boolean {
  const { call = '', keyword = '' } =
    KEYWORD.exec(reading.exceptions[0]?.message ?? '')?.groups ?? {};
  return Object.keys(keywordValues(call, keyword, reading)).length > 0;
}

/** Whether they tell more of an argument that is given twice. */
function isToldOfTwice(reading: IReading): boolean {
  const { call = '', keyword = '' } =
    TWICE.exec(reading.exceptions[0]?.message ?? '')?.groups ?? {};
  return Object.keys(twiceValues(call, keyword, reading)).length > 0;
}

/** Whether they tell more of values that have no place. */
function isToldOfSurplus(reading: IReading): boolean {
  const groups = SURPLUS.exec(reading.exceptions[0]?.message ?? '')?.groups;
  return (
    groups !== undefined &&
    Object.keys(
      surplusValues(
        groups.call,
        Number(placesOf(groups, reading).places),
        reading
      )
    ).length > 0
  );
}

/** Of forward() `model/forward-arguments` knows more than the text alone says. */
function isOurs(reading: IReading): boolean {
  return (
    isAloneOnTorch(reading) &&
    !reading.exceptions.some(({ message }) => message.includes('forward()'))
  );
}

/** How many inputs forward() takes, and who called it with others, is told there. */
function isOfForward({ state, keyword, function: name }: ICallFacts): boolean {
  return state === 'misfit' && keyword === null && name.endsWith('.forward');
}

function evidenceOf(live: ICallFacts): string {
  const { parameters, version } = live;
  const signature = `${called(live.function)}(${parameters})`;
  return version === null
    ? signature
    : `${signature}  # ${live.package ?? ''} ${version}`;
}

function kindOf({ state, keyword, near }: ICallFacts): string {
  return state !== 'misfit'
    ? state
    : keyword === null
      ? 'count'
      : near === null
        ? 'keyword'
        : 'near';
}

/** What changes of a class need before they count. */
function runAgain(trans: ITranslate): string {
  return trans.__(
    'Then run the cell with the class again, and make the object anew.'
  );
}

/** The class and the name of a method: `Net` and `forward`. */
function method(call: string): readonly [owner: string, name: string] {
  const [name, owner] = call.split('.').reverse();
  return [owner ?? '', name];
}

function seeSignature(trans: ITranslate, call: string): IFix {
  return {
    safety: 'diagnostic',
    title: trans.__('See what it takes'),
    code: `help(${call})`
  };
}

/** The `def` line of a function, or of what makes an object, with a place more. */
function defined(
  call: string,
  parameters: string | undefined,
  more: string
): string {
  const [owner, name] = method(call);
  const isClass = /^[A-Z]/.test(name);
  return `def ${isClass ? '__init__' : name}(${[
    ...(owner || isClass ? ['self'] : []),
    ...(parameters ? [parameters] : []),
    more
  ].join(', ')}):`;
}

/** Where a function of a project is called as it wants to be. */
function otherCalls(trans: ITranslate, call: string): IFix {
  const [, name] = method(call);
  return /^[a-z]/.test(name)
    ? {
        safety: 'diagnostic',
        title: trans.__('Code of a project: see how others call it'),
        detail: trans.__(
          'A script and the class that it uses may be of two variants or releases.'
        ),
        code: `$ grep -rn "${name}(" --include=*.py .`
      }
    : seeSignature(trans, call);
}

/** What the installed function takes, as a sentence. */
function takes(
  trans: ITranslate,
  call: string,
  parameters: string | undefined
): string {
  return parameters
    ? trans.__('Its arguments are %1(%2).', call, parameters)
    : trans.__('%1() takes no arguments.', call);
}

export default define({
  id: 'python/call-arguments',
  answers: [
    "TypeError: Linear.__init__() got an unexpected keyword argument 'bais'",
    "TypeError: DataLoader.__init__() missing 1 required positional argument: 'dataset'"
  ],
  refines: ['model/forward-arguments'],
  values: VALUES,
  signs: [
    {
      where: 'message',
      ename: /^TypeError$/,
      pattern: KEYWORD,
      when: reading =>
        isOurs(reading) &&
        !isDecorated(reading) &&
        isToldOfKeyword(reading) &&
        !reading.exceptions.some(({ message }) => LATER.test(message)),
      confidence: 'possible',
      read: ({ call = '', keyword = '' }, reading) => ({
        call: called(call),
        kind: 'keyword',
        ...keywordValues(call, keyword, reading)
      })
    },
    {
      where: 'message',
      ename: /^TypeError$/,
      pattern: KEYWORD,
      when: isDecorated,
      confidence: 'possible',
      read: ({ keyword }, reading) => ({
        kind: 'decorator',
        call: BARE_DECORATOR.exec(printedText(reading))?.groups?.decorator,
        keyword
      })
    },
    {
      where: 'message',
      ename: /^TypeError$/,
      pattern: LACKING,
      when: reading => isCounted(reading) || isWritten(reading),
      confidence: 'likely',
      read: ({ call = '', keyword = '' }, reading) => ({
        kind: 'lacking',
        call: classMade(call, reading) ?? called(call),
        keyword: keyword.replace(/'/g, ''),
        ...lackingValues(call, listedNames(keyword), reading)
      })
    },
    {
      where: 'message',
      ename: /^TypeError$/,
      pattern: TWICE,
      when: reading => isOurs(reading) && isToldOfTwice(reading),
      confidence: 'possible',
      read: ({ call = '', keyword = '' }, reading) => ({
        kind: 'twice',
        call: called(call),
        ...twiceValues(call, keyword, reading)
      })
    },
    {
      where: 'message',
      ename: /^TypeError$/,
      pattern: SPREAD,
      when: isOurs,
      confidence: 'likely',
      read: ({ call = '', keyword = '' }, reading) => ({
        kind: 'spread',
        call: called(call),
        keyword,
        ...spreadValues(keyword, reading)
      })
    },
    {
      where: 'message',
      ename: /^TypeError$/,
      pattern:
        /^tensor\(\) takes 1 positional argument but (?<given>\d{1,2}) were given/,
      when: reading => valuesListed(reading) !== undefined,
      confidence: 'likely',
      read: ({ given }, reading) => ({
        kind: 'listed',
        given,
        code: valuesListed(reading)
      })
    },
    {
      where: 'message',
      ename: /^TypeError$/,
      pattern: SURPLUS,
      when: reading =>
        (isCounted(reading) || isWritten(reading)) && isToldOfSurplus(reading),
      confidence: 'possible',
      read: (groups, reading) => {
        const counts = placesOf(groups, reading);
        return {
          kind: 'surplus',
          call:
            classMade(groups.call ?? '', reading) ?? called(groups.call ?? ''),
          ...counts,
          ...surplusValues(groups.call ?? '', Number(counts.places), reading)
        };
      }
    },
    {
      where: 'message',
      ename: /^TypeError$/,
      pattern: LATER,
      confidence: 'likely',
      read: ({ call = '', keyword = '' }) => ({
        kind: 'later',
        call,
        keyword
      })
    }
  ],
  facts: ({ incident: { live } }) =>
    live?.kind === 'call' && live.hasTorch && !isOfForward(live)
      ? {
          confidence: 'certain',
          evidence: [{ where: 'kernel', text: evidenceOf(live) }],
          values: {
            kind: kindOf(live),
            call: called(live.function),
            keyword: live.keyword ?? undefined,
            parameters: live.parameters,
            near: live.near ?? undefined,
            held: live.held ?? undefined,
            package: live.package ?? undefined,
            version: live.version ?? undefined,
            passer: live.passedBy ?? undefined
          }
        }
      : null,
  kinds: {
    keyword: {
      words: (
        trans,
        {
          call = 'SummaryWriter',
          keyword = 'logdir',
          parameters,
          package: name,
          version,
          passer,
          code
        }
      ) => ({
        title: trans.__('%1 takes no %2', call, keyword),
        cause: passer
          ? version
            ? trans.__(
                '%1() passed %2 on to %3 of the installed %4 %5, which has no such argument. Another version may have it.',
                passer,
                keyword,
                call,
                name ?? '',
                version
              )
            : trans.__(
                '%1() passed %2 on to %3, which has no such argument.',
                passer,
                keyword,
                call
              )
          : version
            ? trans.__(
                '%1 of the installed %2 %3 has no argument %4. Another version may have it.',
                call,
                name ?? '',
                version,
                keyword
              )
            : parameters === undefined
              ? trans.__('%1 has no argument %2.', call, keyword)
              : trans.__(
                  'It is defined as %1(%2), without a parameter %3.',
                  call,
                  parameters,
                  keyword
                ),
        fixes: [
          {
            safety: 'check',
            ofLine: true,
            title: trans.__('Leave %1 out, or use an argument it has', keyword),
            ...(code === undefined ? {} : { code }),
            ...(parameters === undefined
              ? {}
              : { detail: takes(trans, call, parameters) }),
            ...ofKeyword(keyword, keywordLeftOut(keyword))
          },
          ...(call === '__init__' || call === '__call__'
            ? []
            : [seeSignature(trans, call)]),
          ...(call === '__init__' && !name
            ? [
                {
                  safety: 'check' as const,
                  title: trans.__(
                    'Code of a project: install the versions it names'
                  ),
                  detail: trans.__(
                    'A library that is older or newer than the code takes other arguments; requirements.txt or the README says which one.'
                  )
                }
              ]
            : []),
          ...(name && version
            ? [
                anotherVersion(
                  trans,
                  trans.__('Or take the version that the code was written for'),
                  name
                )
              ]
            : [])
        ]
      })
    },
    decorator: {
      words: (trans, { call = 'inference_mode', keyword = 'inputs' }) => ({
        title: trans.__('A decorator is applied without its brackets'),
        cause: trans.__(
          'The line calls a function, and the __call__() of an object refuses %1: something was put in the function’s place. A decorator such as @torch.%2 does that when it is written without (), in a torch that does not know this form yet.',
          keyword,
          call
        ),
        fixes: [
          check(
            trans.__('Write the brackets'),
            `@torch.${call}()\ndef evaluate(model, loader): ...`
          ),
          {
            safety: 'check',
            title: trans.__('Or update torch, which may know both forms'),
            detail: trans.__(
              'Without brackets inference_mode is known since torch 2.1.'
            ),
            code: '%pip install --upgrade torch torchvision torchaudio'
          }
        ]
      })
    },
    later: {
      words: (trans, { call = 'scaled_dot_product_attention', keyword }) => ({
        title: trans.__(
          'The installed torch is too old for %1',
          keyword ?? 'scale'
        ),
        cause:
          keyword === 'enable_gqa'
            ? trans.__(
                '%1() takes enable_gqa since torch 2.5, and the torch of this kernel does not know it. Without the argument it computes something else.',
                call
              )
            : trans.__(
                '%1() takes scale since torch 2.1, and the torch of this kernel does not know it. Without the argument it computes something else.',
                call
              ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Update torch, then restart the kernel'),
            code: '%pip install --upgrade torch torchvision torchaudio'
          },
          {
            safety: 'diagnostic',
            title: trans.__('See which torch the kernel runs'),
            code: 'import torch\nprint(torch.__version__, torch.__file__)'
          }
        ]
      })
    },
    near: {
      words: (trans, { call = '', keyword = '', near = '', parameters }) => ({
        title: trans.__('%1 is called %2 here', keyword, near),
        cause: trans.__(
          '%1 has no argument %2. It has %3, which is near to it in letters or in meaning.',
          call,
          keyword,
          near
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Write %1 in place of %2', near, keyword),
            detail: takes(trans, call, parameters),
            code: `${near}=`,
            ...ofKeyword(keyword, keywordRenamed(keyword, near))
          },
          seeSignature(trans, call)
        ]
      })
    },
    count: {
      words: (trans, { call = '', parameters, package: name, version }) => ({
        title: trans.__('What %1 was given does not fit', call),
        cause: version
          ? trans.__(
              '%1 of the installed %2 %3 takes other arguments than it was given.',
              call,
              name ?? '',
              version
            )
          : trans.__('%1 takes other arguments than it was given.', call),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Give each argument that has no default'),
            detail: takes(trans, call, parameters),
            code: `${call}(${parameters ?? ''})`
          },
          seeSignature(trans, call)
        ]
      })
    },
    many: {
      words: (trans, { call = '', parameters, package: name, version }) => ({
        title: parameters
          ? trans.__('%1 was given too many arguments', call)
          : trans.__('%1 takes no arguments', call),
        cause: version
          ? trans.__(
              '%1 of the installed %2 %3 takes fewer than stand in the call.',
              call,
              name ?? '',
              version
            )
          : trans.__(
              'More values stand in the call than %1 has places for. The object of a method counts as one.',
              call
            ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Leave out what it does not take'),
            detail: takes(trans, call, parameters),
            code: `${call}(${parameters ?? ''})`
          },
          ...(version
            ? []
            : [
                check(
                  trans.__('Or give the function a place for it'),
                  `def ${method(call)[1]}(${[...(call.includes('.') ? ['self'] : []), ...(parameters ? [parameters] : []), 'value'].join(', ')}):`
                )
              ]),
          seeSignature(trans, call)
        ]
      })
    },
    // What the text alone tells, without a kernel that knows the function.
    lacking: {
      words: (
        trans,
        {
          call = 'Linear',
          keyword = 'out_features',
          parameters,
          near,
          code,
          cell
        }
      ) => ({
        title: fitting(`${call}${keyword}`, 38)
          ? trans.__('%1() was not given %2', call, keyword)
          : fitting(call, 24)
            ? trans.__('%1() was not given all that it needs', call)
            : trans.__('A call leaves out what has no default'),
        cause: near
          ? trans.__(
              'The ... in the call is a placeholder, which Python takes for one value. %1() also needs %2, and the call has to name them all.',
              call,
              keyword
            )
          : cell
            ? trans.__(
                '%1(%2) is defined in cell %3. The call gives no value for %4.',
                call,
                parameters ?? '',
                cell,
                keyword
              )
            : parameters
              ? trans.__(
                  'It is defined as %1(%2), and the call gives no value for %3.',
                  call,
                  parameters,
                  keyword
                )
              : trans.__(
                  '%1() cannot do without %2, and the call gives no value for it.',
                  call,
                  keyword
                ),
        fixes: [
          {
            ofLine: true,
            ...check(
              trans.__('Give it by its name'),
              code ??
                `${call}(…, ${keyword
                  .split(/,? and |, /)
                  .map(one => `${one}=...`)
                  .join(', ')})`,
              code?.includes('=...')
                ? trans.__(
                    'Where ... stands no variable of that name is at hand: put yours there.'
                  )
                : undefined
            )
          },
          ...(parameters ? [] : [otherCalls(trans, call)])
        ]
      })
    },
    twice: {
      words: (
        trans,
        { call = 'train', keyword = 'epochs', parameters, code }
      ) => ({
        title: fitting(`${call}${keyword}`, 32)
          ? trans.__('%1() is given %2 twice', call, keyword)
          : trans.__('A call gives one argument twice'),
        cause: parameters
          ? trans.__(
              'Values without a name go to %1(%2) from left to right, and one of them lands on %3, which the call also names.',
              call,
              parameters,
              keyword
            )
          : trans.__(
              'Values without a name go to the parameters of %1() from left to right, and one of them lands on %2, which the call also names. In a method, self takes the first place.',
              call,
              keyword
            ),
        fixes: [
          check(
            trans.__('Name each argument of the call'),
            code ?? `${call}(first=..., ${keyword}=...)`
          ),
          ...(parameters
            ? []
            : [
                check(
                  trans.__('A method of yours: let self come first'),
                  `def ${method(call)[1]}(self, ${keyword}):`
                )
              ])
        ]
      })
    },
    spread: {
      words: (trans, { call = 'train', keyword = 'lr', passer, code }) => ({
        title: fitting(`${call}${keyword}`, 30)
          ? trans.__('%1() is given %2 twice', method(call)[1], keyword)
          : trans.__('A call gives one argument twice'),
        cause:
          passer && passer.split('.').pop() !== method(call)[1]
            ? trans.__(
                'A call writes %1=… itself, and the dictionary behind its ** has %1 as well: %2() was given it, and passed it on beside its own.',
                keyword,
                passer
              )
            : trans.__(
                'The call writes %1=…, and the dictionary behind its ** has %1 as well.',
                keyword
              ),
        fixes: [
          ...(code
            ? [check(trans.__('Leave %1 out of the call', keyword), code)]
            : []),
          check(
            trans.__(
              'Or let one of the two decide, before the call that fails'
            ),
            `kwargs = {**kwargs, '${keyword}': value}  # instead of ${keyword}=value beside **kwargs`
          )
        ]
      })
    },
    listed: {
      words: (trans, { given = '2', code = 'torch.tensor([1.0, 2.0])' }) => ({
        title: trans.__('torch.tensor() takes its values as one list'),
        cause: trans.__(
          'It takes one value by its place, the data, and got %1. Numbers of one tensor stand in a list, rows of a matrix in a list of lists.',
          given
        ),
        fixes: [check(trans.__('Put them into a list'), code)]
      })
    },
    surplus: {
      words: (
        trans,
        { call = 'Net', places = '0', given = '1', parameters, code }
      ) => ({
        title: fitting(call, 24)
          ? trans.__('%1() was given %2, and takes %3', call, given, places)
          : trans.__('A call gives more than the function takes'),
        cause:
          parameters === undefined
            ? trans.__(
                '%1() has room for %2 of the %3 values of the call by their place; self is not counted. Others are taken by name only, or not at all.',
                call,
                places,
                given
              )
            : trans.__(
                'It is defined as %1(%2): there is room for %3 values, and the call gives %4.',
                call,
                parameters,
                places,
                given
              ),
        fixes: [
          ...(code
            ? [check(trans.__('Leave out what it does not take'), code)]
            : []),
          ...(parameters === undefined
            ? []
            : [
                check(
                  trans.__('Or give the function a place for it'),
                  defined(call, parameters, 'value')
                )
              ]),
          ...(/^[A-Z]\w*$/.test(call)
            ? [
                check(
                  trans.__(
                    'Make the object first, then call it with the input'
                  ),
                  `model = ${call}()\noutput = model(x)`
                )
              ]
            : []),
          check(
            trans.__('A method of yours: give it a place for the value'),
            `def ${method(call)[1]}(self, value):`
          ),
          check(
            trans.__('Leave out what it does not take, or name the argument'),
            `${call}(name=value)`
          ),
          seeSignature(trans, call)
        ]
      })
    },
    selfless: {
      words: (trans, { call = 'Net.forward', parameters = '' }) => {
        const [owner, name] = method(call);
        return {
          title: trans.__('%1() lacks self', call),
          cause: trans.__(
            'Python gives a method its object as the first argument, and %1(%2) has no parameter for it.',
            call,
            parameters
          ),
          fixes: [
            {
              ...check(
                trans.__('Let self be its first parameter'),
                `def ${name}(${['self', parameters].filter(Boolean).join(', ')}):`,
                runAgain(trans)
              ),
              edit: selfTaken(owner, name)
            }
          ]
        };
      }
    },
    misnamed: {
      words: (trans, { call = 'Net', near = '_init_', parameters = '' }) => ({
        title: trans.__('%1 has %2(), but no __init__()', call, near),
        cause: trans.__(
          'Python calls __init__(), with two underscores on either side, where an object is made. %1 defines %2() instead, so that nothing takes the arguments.',
          call,
          near
        ),
        fixes: [
          {
            ...check(
              trans.__('Call it __init__'),
              `def __init__(${['self', parameters].filter(Boolean).join(', ')}):`,
              runAgain(trans)
            ),
            edit: methodDefinedAs(call, near, '__init__')
          }
        ]
      })
    },
    bare: {
      words: (trans, { call = 'Net' }) => ({
        title: trans.__('%1 has no __init__() for its arguments', call),
        cause: trans.__(
          'Where an object of %1 is made, __init__() takes the arguments, and neither %1 nor a class that it builds on defines one.',
          call
        ),
        fixes: [
          check(
            trans.__('Define it, if the object needs them'),
            `class ${call}:\n    def __init__(self, size):\n        super().__init__()\n        self.size = size`,
            runAgain(trans)
          ),
          check(trans.__('Else leave them out'), `${call}()`)
        ]
      })
    },
    unmade: {
      words: (trans, { call = 'Net', held = 'model', parameters = '' }) => ({
        title: trans.__('%1 is a class, not an object', held),
        cause:
          held === call
            ? trans.__(
                'The line asks the class %1 for what only an object of it does. No object was made.',
                call
              )
            : trans.__(
                'The name %1 stands for the class %2 itself, and the line uses it as an object of it. No object was made.',
                held,
                call
              ),
        fixes: [
          {
            ...check(
              trans.__('Make an object first, and use that'),
              `${held === call ? 'made' : held} = ${call}(${parameters})`
            ),
            ...(held !== call && parameters === ''
              ? { edit: objectMade(held) }
              : {})
          }
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'If the function is your own and you have just changed it, run its cell again: the kernel still has the old one.'
      )
    ],
    links: [
      {
        title: trans.__('Python: calls'),
        url: 'https://docs.python.org/3/reference/expressions.html#calls'
      },
      {
        title: trans.__('PyTorch: reference'),
        url: 'https://docs.pytorch.org/docs/stable/index.html'
      }
    ]
  })
});
