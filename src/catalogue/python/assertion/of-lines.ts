/** Kinds that the line of the assertion tells, without its values. */
import type { IFix, ITranslate } from '../../../diagnosis/types';
import type { IWords, ValuesOf } from '../../define';
import { check } from '../../fix';
import { fitting } from '../../shared/fitting';
import { madeWords } from '../shared/made-by';
import type { LineKind, Value } from './values';

type Named = ValuesOf<Value>;

type Words = (trans: ITranslate, values: Named) => IWords;

/** What the assertion itself says, behind the sentence of a kind. */
function withSaid(trans: ITranslate, { said }: Named, cause: string): string {
  return said ? trans.__('%1 It says: %2', cause, said) : cause;
}

/** Both sides of what was compared. */
function printed(trans: ITranslate, { name, wanted }: Named): IFix {
  return {
    safety: 'diagnostic',
    ofLine: true,
    title: trans.__('Print both sides just before the line'),
    code: `print(${
      [name, wanted].filter(one => one && !/^[\d"'[(-]/.test(one)).join(', ') ||
      'x'
    })`
  };
}

/** A title with the condition, where it has room. */
function unmet(trans: ITranslate, { condition }: Named): string {
  const shown = fitting(condition, 44);
  return shown
    ? trans.__('Not met here: %1', shown)
    : trans.__('The assertion is not met');
}

const multiple: Words = (trans, values) => {
  const { name = 'size', wanted = 'step', value, by, near } = values;
  return {
    title:
      value && by
        ? trans.__('%1 is no multiple of %2', value, by)
        : fitting(`${name}${wanted}`, 36)
          ? trans.__('%1 is no multiple of %2', name, wanted)
          : trans.__('One number is no multiple of another'),
    cause: withSaid(
      trans,
      values,
      trans.__(
        'The code wants %1 to be divisible by %2 without a rest.',
        name,
        wanted
      )
    ),
    fixes: [
      near
        ? check(
            trans.__('Choose one of the multiples next to it'),
            near
              .split(', ')
              .map(one => `${name.split('.').pop() ?? name} = ${one}`)
              .join('  # or\n'),
            trans.__(
              'What %1 takes its value from has to change: an image is resized, a count is set.',
              name
            )
          )
        : check(
            trans.__('Set %1 to a multiple of %2', name, wanted),
            `${name} = ${wanted} * 2`,
            trans.__('Or change %1 so that it goes into it.', wanted)
          ),
      printed(trans, values)
    ]
  };
};

const gpu: Words = (trans, values) => ({
  title: trans.__('The program wants a GPU, and torch sees none'),
  cause: withSaid(
    trans,
    values,
    trans.__(
      'torch.cuda.is_available() is False here: there is no GPU of NVIDIA’s, no driver, or a build of torch without CUDA.'
    )
  ),
  fixes: [
    {
      safety: 'diagnostic',
      title: trans.__('See which build it is, and what the driver has'),
      code: '$ nvidia-smi; python -c "import torch; print(torch.__version__, torch.version.cuda)"'
    },
    {
      safety: 'check',
      title: trans.__('On Colab or Kaggle: switch the session to a GPU'),
      detail: trans.__('Runtime › Change runtime type; Kaggle: Accelerator.')
    }
  ]
});

const gpus: Words = (trans, values) => ({
  title: trans.__('More GPUs are asked for than torch sees'),
  cause: trans.__(
    'The line wants %1: the program was started with more devices than torch.cuda.device_count() finds. That is 0 for a build of torch without CUDA, and CUDA_VISIBLE_DEVICES hides others.',
    values.condition ?? ''
  ),
  fixes: [
    check(
      trans.__('Ask for as many as there are'),
      '$ python train.py -d 1  # or --gpus 1, whatever the option is called here'
    ),
    {
      safety: 'diagnostic',
      title: trans.__('See how many torch finds, and which build it is'),
      code: 'import torch\nprint(torch.cuda.device_count(), torch.version.cuda)'
    }
  ]
});

/** A program that says in such words that it did not make the file. */
const NOT_MADE =
  /^(?:failed|could ?n[o']t|unable|error) (?:to )?(?:train|create|generate|convert|export|build|produce|extract|download|make|process)/i;

/** The file was to be left by a step before, which the program only looks at. */
const step: Words = (trans, values) => ({
  title: trans.__('The step before it left no file'),
  cause: withSaid(
    trans,
    values,
    trans.__(
      'The line only looks whether %1 is there: what should have written it failed before, mostly in a process of its own.',
      values.name ?? trans.__('the file')
    )
  ),
  fixes: [
    {
      safety: 'diagnostic',
      title: trans.__('Read what that step printed: its first error counts'),
      detail: trans.__(
        'It stands above in the same log, in the window of the process, or in a log file of its folder.'
      )
    },
    {
      safety: 'check',
      title: trans.__('Run that step alone, in a terminal'),
      detail: trans.__('Then its whole traceback is shown.')
    }
  ]
});

const missingPath: Words = (trans, values) =>
  values.cell
    ? madeWords(trans, values)
    : NOT_MADE.test(values.said ?? '')
      ? step(trans, values)
      : path(trans, values);

const path: Words = (trans, values) => ({
  title: fitting(values.name, 32)
    ? trans.__('The path in %1 is not there', values.name)
    : trans.__('A path is not there'),
  cause: withSaid(
    trans,
    values,
    trans.__(
      'The code wants that %1 exists; a relative path is searched in the folder in which the program works.',
      values.name ?? trans.__('the path')
    )
  ),
  fixes: [
    {
      safety: 'diagnostic',
      title: trans.__('See the path, and where the program works'),
      code: `import os\nprint(os.getcwd(), repr(${values.name ?? 'path'}))`
    },
    check(
      trans.__('Give the path that is there, from the root on'),
      `${values.name ?? 'path'} = '/…'`
    )
  ]
});

const sizes: Words = (trans, values) => ({
  title: unmet(trans, values),
  cause: withSaid(
    trans,
    values,
    trans.__(
      'The code compares %1 with %2, and they differ.',
      values.name ?? '',
      values.wanted ?? ''
    )
  ),
  fixes: [
    printed(trans, values),
    {
      safety: 'check',
      title: trans.__('Give the tensor that shape, or expect another one'),
      detail: trans.__(
        'A batch dimension too much or too few, channels last, and another image size are usual.'
      )
    }
  ]
});

const type: Words = (trans, values) => ({
  title: unmet(trans, values),
  cause: withSaid(
    trans,
    values,
    trans.__(
      '%1 has to be of the type %2, and is of another.',
      values.name ?? '',
      values.wanted ?? ''
    )
  ),
  fixes: [
    {
      safety: 'diagnostic',
      title: trans.__('See of which type it is'),
      code: `print(type(${values.name ?? 'x'}), repr(${values.name ?? 'x'})[:200])`
    },
    check(
      trans.__('Convert it, or pass what was meant'),
      /Tensor/.test(values.wanted ?? '')
        ? `${values.name ?? 'x'} = torch.as_tensor(${values.name ?? 'x'})`
        : `${values.name ?? 'x'} = ${/^\w+$/.test(values.wanted ?? '') ? values.wanted : 'Wanted'}(${values.name ?? 'x'})`
    )
  ]
});

const missing: Words = (trans, values) => ({
  title: fitting(values.name, 40)
    ? trans.__('%1 is None', values.name)
    : trans.__('A value is None'),
  cause: withSaid(
    trans,
    values,
    trans.__(
      'The code wants a value for %1, and there is none: an option was not given, something was not found, or a function returned nothing.',
      values.name ?? ''
    )
  ),
  fixes: [
    check(
      trans.__('Give it, or look where it gets its value'),
      `${values.name?.split('.').pop() ?? 'value'} = ...`
    )
  ]
});

const filled: Words = (trans, values) => ({
  title: fitting(values.name, 40)
    ? trans.__('%1 is empty', values.name)
    : trans.__('A list is empty'),
  cause: withSaid(
    trans,
    values,
    trans.__(
      'The code wants at least one entry in %1; a list of files is empty where the path is wrong or no name fits the pattern.',
      values.name ?? ''
    )
  ),
  fixes: [
    {
      safety: 'diagnostic',
      title: trans.__('See what lies under the path'),
      code: 'import os\nprint(os.getcwd(), os.listdir(path)[:10])'
    },
    check(
      trans.__('Correct the path or the pattern'),
      "files = sorted(glob.glob('/content/data/**/*.png', recursive=True))"
    )
  ]
});

const allowed: Words = (trans, values) => ({
  title: fitting(values.name, 34)
    ? trans.__('%1 is none of those allowed', values.name)
    : trans.__('A value is none of those allowed'),
  cause: withSaid(
    trans,
    values,
    trans.__(
      'The code knows these for %1: %2.',
      values.name ?? '',
      values.wanted ?? ''
    )
  ),
  fixes: [
    check(
      trans.__('Use one of those'),
      `${values.name?.split('.').pop() ?? 'mode'} = ${/^[[({] ?(?<first>[^,\])}]{1,40})/.exec(values.wanted ?? '')?.groups?.first ?? '...'}`
    ),
    printed(trans, { name: values.name })
  ]
});

const close: Words = (trans, values) => ({
  title: trans.__('Two results differ more than allowed'),
  cause: withSaid(
    trans,
    values,
    trans.__(
      'The line compares %1 with %2 number by number; dropout that is still on, another seed, float16, and a wrong formula make them differ.',
      values.name ?? '',
      values.wanted ?? ''
    )
  ),
  fixes: [
    {
      safety: 'diagnostic',
      title: trans.__('See how far they are apart'),
      code: `print((${values.name ?? 'a'} - ${values.wanted ?? 'b'}).abs().max())`
    },
    check(
      trans.__('A tiny difference: allow it'),
      `assert torch.allclose(${values.name ?? 'a'}, ${values.wanted ?? 'b'}, atol=1e-5)`
    )
  ]
});

const unreachable: Words = (trans, values) => ({
  title: trans.__('The program came to an assert False'),
  cause: withSaid(
    trans,
    values,
    trans.__(
      'Whoever wrote it marks so a way that should not be gone: none of the cases above it fits the value at hand.'
    )
  ),
  fixes: [
    {
      safety: 'check',
      title: trans.__('Read the conditions above the line'),
      detail: trans.__(
        'They name the values that are known: an option, a name of a model or a data set is none of them.'
      )
    },
    {
      safety: 'diagnostic',
      title: trans.__('See the values there'),
      code: '%debug'
    }
  ]
});

export const ofLines = {
  multiple: { words: multiple },
  gpu: { words: gpu },
  gpus: { words: gpus },
  path: { words: missingPath },
  sizes: { words: sizes },
  type: { words: type },
  missing: { words: missing },
  filled: { words: filled },
  allowed: { words: allowed },
  close: { words: close },
  unreachable: { words: unreachable }
} satisfies Record<LineKind, { readonly words: Words }>;
