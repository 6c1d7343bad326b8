import { ownValue } from '../../shared/own-value';
import { bare, hasSameLetters, isNear } from './near';
import table from './torch-names.json';

const RELEASES: Readonly<Record<string, string>> = table.releases;

const MODULES: Readonly<Record<string, string>> = table.modules;

/** The release whose names are known of a module, read by scripts/torch_names.py. */
export function namesOf(module = 'torch'): string {
  const [top] = module.split('.');
  const release = ownValue(RELEASES, top) ?? '';
  return top === 'torch' ? `PyTorch ${release}` : `${top} ${release}`;
}

/** What is known of a name that a module of the installed torch lacks. */
export type Spelling =
  /** The known release has it: the installed one is older, or not whole. */
  | { readonly is: 'there' }
  /** It has another that is spelt almost so. */
  | { readonly is: 'near'; readonly name: string }
  /** Another module has it, or one that differs in its case alone. */
  | {
      readonly is: 'elsewhere';
      readonly module: string;
      readonly name: string;
    }
  /** Every tensor, or every model, has it as a method. */
  | { readonly is: 'method'; readonly of: 'tensor' | 'model' }
  /** Names of the module share words with it. */
  | { readonly is: 'like'; readonly names: readonly string[] }
  /** It has none like it. */
  | { readonly is: 'nowhere' };

/** Whether it is written like a class: no function is meant with it. */
function isClass(name: string): boolean {
  return /^[A-Z]/.test(name);
}

/** The names of a module; none where they are not known. */
function namesIn(module: string): readonly string[] {
  return ownValue(MODULES, module)?.split(' ') ?? [];
}

/** Where people look for what another module has: the usual one first. */
const PLACES = [
  'torch.nn',
  'torch.nn.functional',
  'torch.optim',
  'torch.utils.data',
  'torch.optim.lr_scheduler',
  'torch.nn.utils',
  'torch.nn.init',
  'torch',
  'torch.linalg',
  'torch.cuda',
  'torch.nn.utils.rnn',
  'torch.amp',
  'torchvision.transforms',
  'torchvision.datasets',
  'torchvision.models',
  'torchvision.utils',
  'torch.distributions',
  'torch.autograd',
  'torch.special'
];

/** The module that has a name: as it is spelt, else in another case. */
function placeOf(
  module: string,
  name: string
): { readonly module: string; readonly name: string } | undefined {
  const others = PLACES.filter(one => one !== module).flatMap(one =>
    namesIn(one).map(other => ({ module: one, name: other }))
  );
  return (
    others.find(one => one.name === name) ??
    (name.length > 3
      ? others.find(
          one =>
            bare(one.name) === bare(name) &&
            (isClass(one.name) || !isClass(name))
        )
      : undefined)
  );
}

/** `GlobalAvgPool2d` as `global`, `avg`, `pool`, `2d`. */
function wordsOf(name: string): string[] {
  return (
    name
      .match(/\d?[A-Z]{2,}(?![a-z])|[A-Z]?[a-z]+|\d+[a-z]?/g)
      ?.map(word => word.toLowerCase()) ?? []
  );
}

/** As many names as a fix shows. */
const SHOWN = 4;

/** The part of a name's letters that another has to share with it. */
const SHARED = 0.4;

/** Of those that differ in their dimensions, the one for images. */
function forImages(names: readonly string[]): readonly string[] {
  return names.length <= SHOWN
    ? names
    : names.filter(
        name =>
          !/[13]d(?=[A-Z_]|$)/.test(name) ||
          !names.includes(name.replace(/[13](?=d)/, '2'))
      );
}

/** Words that too many names have to tell anything. */
const COMMON = /^(?:loss|layer|norm|pool|random|linear|lr)$/;

/** Names of a module that share the words of another: the most alike first. */
function alike(module: string, name: string): readonly string[] {
  const words = wordsOf(name);
  const telling = words.filter(word => !COMMON.test(word));
  const letters = words.join('').length;
  const scored = namesIn(module)
    .filter(one => !/^(?:Lazy|Quant|Q[A-Z]|LP|Fractional)/.test(one))
    .map(one => {
      const others = wordsOf(one);
      const shared = words.filter(
        word => word.length > 2 && others.includes(word)
      );
      return { one, shared, score: shared.join('').length };
    })
    .filter(
      ({ shared, score }) =>
        score >= 4 &&
        score >= SHARED * letters &&
        (telling.length === 0 || shared.some(word => telling.includes(word)))
    )
    .sort(
      (a, b) =>
        b.score - a.score ||
        a.one.length - b.one.length ||
        Number(b.one.includes('2d')) - Number(a.one.includes('2d')) ||
        (a.one < b.one ? -1 : 1)
    );
  const best = scored[0]?.score ?? 0;
  return forImages(
    scored.filter(({ score }) => score >= 0.7 * best).map(({ one }) => one)
  ).slice(0, SHOWN);
}

/**
 * @param module - as `torch.nn`
 * @param name - as `maxout`
 * @returns null for modules whose names are not known, and for private names
 */
export function spellingOf(module = '', name = ''): Spelling | null {
  if (name === '' || name.startsWith('_')) {
    return null;
  }
  const names = namesIn(module);
  if (names.length === 0) {
    const place = /^torch(?:\.utils|\.nn\.modules)?$/.test(module)
      ? placeOf(module, name)
      : undefined;
    return place ? { is: 'elsewhere', ...place } : null;
  }
  if (names.includes(name)) {
    return { is: 'there' };
  }
  const same = names.find(one => bare(one) === bare(name));
  if (same !== undefined) {
    return { is: 'near', name: same };
  }
  const place = placeOf(module, name);
  if (place !== undefined) {
    return { is: 'elsewhere', ...place };
  }
  const of = namesIn('torch.Tensor').includes(name)
    ? 'tensor'
    : namesIn('torch.nn.Module').includes(name)
      ? 'model'
      : undefined;
  if (of !== undefined && !/^[A-Z]/.test(name)) {
    return { is: 'method', of };
  }
  const near = names.find(one =>
    name.length > 3
      ? isNear(name, one)
      : one.length === name.length &&
        one[0] === name[0] &&
        isNear(name, one) &&
        hasSameLetters(one, name)
  );
  if (near !== undefined) {
    return { is: 'near', name: near };
  }
  const like = alike(module, name);
  return like.length > 0 ? { is: 'like', names: like } : { is: 'nowhere' };
}
