import type { IFix, ITranslate } from '../../../diagnosis/types';
import type { ICallFacts } from '../../../incident/live-facts';
import type { IReading } from '../../../incident/types';
import { define } from '../../define';
import { isAlone, isTorchInPlay } from '../../shared/torch-in-play';
import { check } from '../../fix';
import { printedText } from '../../predicates';
import { anotherVersion } from '../shared/another-version';
import { keywordRenamed } from '../../shared/edits/names';
import { ofKeyword } from '../../shared/edits/twins';

const KEYWORD =
  /^(?<call>[\w.<>]{1,120})\(\) got an unexpected keyword argument '(?<keyword>\w{1,100})'/;

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

function isOurs(reading: IReading): boolean {
  return isAlone(reading) && isTorchInPlay(reading);
}

function evidenceOf(live: ICallFacts): string {
  const { parameters, version } = live;
  const signature = `${called(live.function)}(${parameters})`;
  return version === null
    ? signature
    : `${signature}  # ${live.package ?? ''} ${version}`;
}

function seeSignature(trans: ITranslate, call: string): IFix {
  return {
    safety: 'diagnostic',
    title: trans.__('See what it takes'),
    code: `help(${call})`
  };
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
  values: [
    'call',
    'keyword',
    'parameters',
    'near',
    'package',
    'version',
    'passer'
  ],
  signs: [
    {
      where: 'message',
      ename: /^TypeError$/,
      pattern: KEYWORD,
      when: reading =>
        isOurs(reading) &&
        !isDecorated(reading) &&
        !reading.exceptions.some(({ message }) => LATER.test(message)),
      confidence: 'possible',
      read: ({ call = '' }) => ({ call: called(call), kind: 'keyword' })
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
    live?.kind === 'call' && live.hasTorch
      ? {
          confidence: 'certain',
          evidence: [{ where: 'kernel', text: evidenceOf(live) }],
          values: {
            kind:
              live.keyword === null
                ? 'count'
                : live.near === null
                  ? 'keyword'
                  : 'near',
            call: called(live.function),
            keyword: live.keyword ?? undefined,
            parameters: live.parameters,
            near: live.near ?? undefined,
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
          passer
        }
      ) => ({
        title: trans.__('%1 takes no %2', call, keyword),
        cause: passer
          ? trans.__(
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
            : trans.__('%1 has no argument %2.', call, keyword),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Leave %1 out, or use an argument it has', keyword),
            ...(parameters === undefined
              ? {}
              : { detail: takes(trans, call, parameters) })
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
          '%1 has no argument %2. It has %3, which differs by a letter or two.',
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
