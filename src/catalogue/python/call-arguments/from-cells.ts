/** What the failed line, and a function that the cells define, tell of a call. */
import type { IReading } from '../../../incident/types';
import type { ValuesOf } from '../../define';
import { failedLine } from '../../predicates';
import {
  argumentsOf,
  classBody,
  definitionOf,
  lastGiving,
  namesGiven,
  type IDefinition
} from '../../shared/visible-code';
import { callsIn, partsOf as listParts } from '../../shared/call-text';
import { ownValue } from '../../../shared/own-value';
import { nearIn } from '../../shared/near';
import { SIGNATURES } from './signatures';
import type { Value } from './values';

type Told = ValuesOf<Value> & {
  readonly kind?: 'selfless' | 'misnamed' | 'bare' | 'unmade' | 'near';
};

/** A call as the failed line writes it. */
interface IWritten {
  /** `engine.train`. */
  readonly callee: string;
  /** `engine`, what stands before the last dot. */
  readonly held: string | undefined;
  readonly args: readonly string[];
}

/** A longer call goes over several lines. */
const MAX_LINE = 70;

/** The placeholder of a course, which Python takes for a value. */
const PLACEHOLDER = '...';

/** The class and the name of what was called: `Net.forward` or `train`. */
export function partsOf(call: string): {
  readonly owner: string | undefined;
  readonly name: string;
} {
  const [name = '', owner] = call
    .replace(/^.{0,100}<locals>\./, '')
    .split('.')
    .reverse();
  return { name, owner };
}

/** The call of a name in the line that failed, or in its cell. */
export function writtenCall(
  name: string,
  reading: IReading
): IWritten | undefined {
  const line = failedLine(reading);
  const pattern = new RegExp(
    String.raw`(?<![\w.])(?<held>(?:\w{1,40}\.){0,4})${name}\(`
  );
  const found = pattern.exec(line) ?? pattern.exec(reading.incident.source);
  if (!found) {
    return undefined;
  }
  const held = found.groups?.held ?? '';
  const callee = `${held}${name}`;
  const args =
    argumentsOf(line, callee) ?? argumentsOf(reading.incident.source, callee);
  return args && { callee, held: held.slice(0, -1) || undefined, args };
}

/** A class that a line calls. */
const MADE = /(?<![\w.])(?:\w{1,40}\.){0,4}(?<type>[A-Z]\w{0,60})\(/g;

/**
 * The class whose object was to be made. Up to Python 3.9 a message does not
 * name it, and the line has to.
 */
export function classMade(call: string, reading: IReading): string | undefined {
  const { name, owner } = partsOf(call);
  if (name !== '__init__' || owner !== undefined) {
    return name === '__init__' ? owner : undefined;
  }
  const made = [...failedLine(reading).matchAll(MADE)];
  return made.length === 1 ? made[0].groups?.type : undefined;
}

/** Whether the class whose object was to be made is at hand, without `__init__`. */
export function lacksInit(call: string, reading: IReading): boolean {
  const { name } = partsOf(call);
  const type = classMade(call, reading) ?? name;
  return /^[A-Z]/.test(type) && ofClass(type, reading) !== undefined;
}

/** The names under which people look for the same thing. */
const SAME: readonly (readonly string[])[] = [
  ['lr', 'learning_rate'],
  ['epochs', 'n_epochs', 'num_epochs', 'nb_epochs', 'max_epochs'],
  ['batch_size', 'bs', 'batchsize'],
  ['weight_decay', 'wd'],
  ['hidden_size', 'hidden_dim', 'n_hidden', 'hidden_units'],
  ['dropout', 'p', 'drop', 'dropout_rate', 'dropout_p'],
  ['num_classes', 'n_classes', 'classes', 'num_labels'],
  ['loader', 'dataloader', 'data_loader', 'train_loader', 'dl'],
  ['criterion', 'loss_fn', 'loss', 'loss_func'],
  ['dim', 'axis']
];

/** Whether an object stands before what is called, which takes the first place. */
export function isOfObject(call: string, reading: IReading): boolean {
  const { name, owner } = partsOf(call);
  const definition = definitionOf(name, reading, owner);
  if (name === '__init__' || definition) {
    return name === '__init__' || definition?.parameters[0]?.name === 'self';
  }
  const { held } = writtenCall(name, reading) ?? {};
  const imported = new RegExp(String.raw`\b${held?.split('.')[0] ?? ''}\b`);
  return held !== undefined && !imported.test(reading.incident.imports ?? '');
}

/** A call that is written anew, on several lines where it is long. */
function written(callee: string, args: readonly string[]): string {
  const line = `${callee}(${args.join(', ')})`;
  return line.length <= MAX_LINE
    ? line
    : `${callee}(\n    ${args.join(',\n    ')}\n)`;
}

/** The name that an argument gives: `lr` of `lr=0.1`. */
function keywordOf(arg: string): string | undefined {
  return /^(?<keyword>\w{1,60}) ?=(?!=)/.exec(arg)?.groups?.keyword;
}

/** The names of a list of Python's: `'x', 'y', and 'z'`. */
export function listedNames(list: string): string[] {
  return [...list.matchAll(/["'](\w{1,60})["']/g)].map(([, name]) => name);
}

/** Parameters as a `def` line has them, without self. */
function shown({ parameters, isStatic }: IDefinition): string {
  const own = isStatic || !/^(?:self|cls)$/.test(parameters[0]?.name ?? '');
  return parameters
    .slice(own ? 0 : 1)
    .map(
      ({ name, star, hasDefault }) => `${star}${name}${hasDefault ? '=…' : ''}`
    )
    .join(', ');
}

/** The class that the held name stands for, where no object was made of it. */
function classHeld(
  held: string | undefined,
  reading: IReading
): string | undefined {
  if (held === undefined || held.includes('.')) {
    return undefined;
  }
  const given = lastGiving(held, reading)?.code;
  const name =
    /= ?(?<name>[A-Z]\w{1,60})$/.exec(given ?? '')?.groups?.name ?? held;
  return classBody(name, reading) ? name : undefined;
}

/** The name that the cells give an object of a class. */
export function objectOf(
  type: string | undefined,
  reading: IReading
): string | undefined {
  const made = new RegExp(
    String.raw`^[ \t]{0,60}(?<name>\w{1,40}) ?= ?(?:\w{1,40}\.)?${type ?? ''}\(`,
    'm'
  );
  const texts = [
    reading.incident.source,
    ...(reading.incident.around?.cells.map(({ source }) => source) ?? [])
  ];
  return type === undefined
    ? undefined
    : texts.map(text => made.exec(text)?.groups?.name).find(Boolean);
}

/** A call that lacks arguments, and as it would be whole. */
export function lackingValues(
  call: string,
  missing: readonly string[],
  reading: IReading
): Told {
  const { name, owner: known } = partsOf(call);
  const ofLibrary = torchClass(call, reading);
  const owner = ofLibrary?.type ?? known ?? classMade(call, reading);
  const made = writtenCall(
    name === '__init__'
      ? (owner ?? name)
      : name === '__call__'
        ? (objectOf(owner, reading) ?? name)
        : name,
    reading
  );
  const definition = definitionOf(name, reading, owner);
  if (!made) {
    return definition ? { parameters: shown(definition) } : {};
  }
  const { callee, held, args } = made;
  const type = classHeld(held, reading);
  const isOfObject = definition?.parameters[0]?.name === 'self';
  if (type && held && (missing.includes('self') || isOfObject)) {
    return { kind: 'unmade', call: type, held };
  }
  const isPlaceholder = args.includes(PLACEHOLDER);
  const named = args.map(keywordOf);
  const replaced =
    isPlaceholder && definition
      ? definition.parameters
          .filter(
            ({ name: each, hasDefault, star }) =>
              !hasDefault &&
              star === '' &&
              each !== 'self' &&
              !named.includes(each) &&
              !missing.includes(each)
          )
          .map(one => one.name)
      : [];
  const names = namesGiven(reading);
  const whole = [
    ...args.filter(arg => arg !== PLACEHOLDER),
    ...[...replaced, ...missing].map(
      one =>
        `${one}=${
          names.has(one)
            ? one
            : one === 'params' && /^(?:torch\.)?optim\.|^[A-Z]\w*$/.test(callee)
              ? 'model.parameters()'
              : PLACEHOLDER
        }`
    )
  ];
  return {
    code: written(callee, whole),
    ...(ofLibrary ? { call: ofLibrary.type } : {}),
    ...(isPlaceholder ? { near: PLACEHOLDER } : {}),
    ...(definition ? { parameters: shown(definition) } : {}),
    ...(definition?.position === undefined
      ? {}
      : { cell: String(definition.position) })
  };
}

/** What people write for `__init__`. */
const MISNAMED =
  /^\s*def (?<near>_init_|__init|init__|_init__|__init_|__int__|_int_|__inti__|__intit__|__ini__|__innit__|init)\(/;

/** What a class that is at hand tells of arguments that it has no place for. */
function ofClass(name: string, reading: IReading): Told | undefined {
  const body = classBody(name, reading);
  if (!body || body.some(line => /^\s*def __init__\(/.test(line))) {
    return undefined;
  }
  const near = body
    .map(line => MISNAMED.exec(line)?.groups?.near)
    .find(Boolean);
  const definition = near ? definitionOf(near, reading, name) : undefined;
  return {
    call: name,
    kind: near ? 'misnamed' : 'bare',
    near,
    ...(definition ? { parameters: shown(definition) } : {})
  };
}

/** A method of a class at hand whose first parameter is not the object. */
function withoutSelf(definition: IDefinition | undefined): Told | undefined {
  const [first] = definition?.parameters ?? [];
  return definition?.owner !== undefined &&
    !definition.isStatic &&
    !first?.star &&
    !/^(?:self|cls|mcs|this|_\w*)$/.test(first?.name ?? '')
    ? {
        kind: 'selfless',
        call: `${definition.owner}.${definition.name}`,
        parameters: shown(definition)
      }
    : undefined;
}

/** The parameters that are given by their names alone: those behind a bare `*`. */
function afterStar({ parameters }: IDefinition): readonly string[] {
  const star = parameters.findIndex(one => one.star === '*' && one.name === '');
  return star < 0 ? [] : parameters.slice(star + 1).map(one => one.name);
}

/** A call that gives more than the function takes. */
export function surplusValues(
  call: string,
  places: number,
  reading: IReading
): Told {
  const { name, owner: known } = partsOf(call);
  const type = classMade(call, reading) ?? (/^[A-Z]/.test(name) ? name : null);
  const told = type === null ? undefined : ofClass(type, reading);
  if (told) {
    return told;
  }
  // `transform = Noise`, and the line calls transform(x).
  const held = callsIn(failedLine(reading))
    .map(({ name: callee }) => callee)
    .find(callee => callee !== type && classHeld(callee, reading) === type);
  if (type !== null && held !== undefined) {
    return { kind: 'unmade', call: type, held };
  }
  const definition = definitionOf(name, reading, known ?? type ?? undefined);
  const selfless = withoutSelf(definition);
  if (selfless) {
    return selfless;
  }
  const made = writtenCall(type ?? name, reading);
  const isPlain = made?.args.every(
    arg => keywordOf(arg) === undefined && !arg.startsWith('*')
  );
  if (!definition) {
    return {};
  }
  const named = afterStar(definition);
  const surplus = made?.args.slice(places) ?? [];
  const isNamed = surplus.length > 0 && surplus.length <= named.length;
  return {
    parameters: shown(definition),
    ...(made && isPlain && surplus.length > 0
      ? {
          code: written(made.callee, [
            ...made.args.slice(0, places),
            ...(isNamed ? surplus.map((one, at) => `${named[at]}=${one}`) : [])
          ])
        }
      : {})
  };
}

/** Arguments but for one that is given by this name. */
function without(keyword: string, args: readonly string[]): string[] {
  return args.filter(arg => keywordOf(arg) !== keyword);
}

/** The class of torch's whose object the line makes, and its parameters. */
export function torchClass(
  call: string,
  reading: IReading
): { readonly type: string; readonly names: readonly string[] } | undefined {
  const { name, owner } = partsOf(call);
  const made = [...failedLine(reading).matchAll(MADE)]
    .map(({ groups }) => groups?.type ?? '')
    .filter(type => ownValue(SIGNATURES, type) !== undefined);
  // A base class is named where the line makes one of its kin: RNNBase, _Loss.
  const type =
    name !== '__init__'
      ? undefined
      : owner !== undefined && ownValue(SIGNATURES, owner) !== undefined
        ? owner
        : made.length === 1 && (owner === undefined || /^_|Base$/.test(owner))
          ? made[0]
          : undefined;
  const names = type === undefined ? undefined : ownValue(SIGNATURES, type);
  return type === undefined || names === undefined || classBody(type, reading)
    ? undefined
    : { type, names: names.split(' ') };
}

/** How many letters two words have in common from their start. */
function alike(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) {
    at++;
  }
  return at;
}

/** The one of several names that a word is a slip, a part or a twin of. */
function nearest(word: string, names: readonly string[]): string | undefined {
  const bare = (text: string) => text.toLowerCase().replace(/_/g, '');
  const long = names.filter(
    one =>
      alike(bare(one), bare(word)) >= 5 &&
      Math.abs(one.length - word.length) < 5
  );
  return (
    nearIn(names.join(' '), word) ??
    names.find(one => bare(one) === bare(word)) ??
    SAME.find(same => same.includes(word))?.find(one => names.includes(one)) ??
    (long.length === 1 ? long[0] : undefined)
  );
}

/** A keyword that a class of torch's does not have, and the one that is meant. */
function ofTorch(
  call: string,
  keyword: string,
  reading: IReading
): Told | undefined {
  const known = torchClass(call, reading);
  if (known === undefined) {
    return undefined;
  }
  const { type, names } = known;
  const near = nearest(keyword, names);
  const parameters = names.join(', ');
  const made = writtenCall(type, reading);
  const left = made && without(keyword, made.args);
  return near === undefined
    ? {
        call: type,
        parameters,
        ...(made && left && left.length < made.args.length
          ? { code: written(made.callee, left) }
          : {})
      }
    : { kind: 'near', call: type, near, parameters };
}

/** What was called, and its definition: __init__ only of a class that is known. */
function calledIn(
  call: string,
  reading: IReading
): {
  readonly name: string;
  readonly owner: string | undefined;
  readonly definition: IDefinition | undefined;
} {
  const { name, owner: told } = partsOf(call);
  const owner = told ?? classMade(call, reading);
  const isKnown = name !== '__init__' || owner !== undefined;
  return {
    name,
    owner,
    definition: isKnown ? definitionOf(name, reading, owner) : undefined
  };
}

/** The argument that Python itself takes to be meant, since 3.13. */
function suggestionIn({ exceptions }: IReading): string | undefined {
  return /\. Did you mean ["'](?<meant>\w{1,100})["']\?/.exec(
    exceptions[0]?.message ?? ''
  )?.groups?.meant;
}

/** An argument by a name that the function does not have. */
export function keywordValues(
  call: string,
  keyword: string,
  reading: IReading
): Told {
  const { name, owner, definition } = calledIn(call, reading);
  const meant = suggestionIn(reading);
  if (meant !== undefined) {
    return {
      kind: 'near',
      near: meant,
      ...(definition ? { parameters: shown(definition) } : {})
    };
  }
  if (!definition) {
    return (
      ofTorch(call, keyword, reading) ??
      (name === '__init__' && owner ? ofClass(owner, reading) : undefined) ??
      {}
    );
  }
  const parameters = shown(definition);
  const names = definition.parameters.map(one => one.name);
  const near = nearest(keyword, names);
  if (near !== undefined) {
    return { kind: 'near', near, parameters };
  }
  const made = writtenCall(
    name === '__init__' && owner ? owner : name,
    reading
  );
  const left = made && without(keyword, made.args);
  return {
    parameters,
    ...(made && left && left.length < made.args.length
      ? { code: written(made.callee, left) }
      : {})
  };
}

/** One parameter that a place and a name give a value. */
export function twiceValues(
  call: string,
  keyword: string,
  reading: IReading
): Told {
  const { name, owner, definition } = calledIn(call, reading);
  const selfless = withoutSelf(definition);
  if (selfless || !definition) {
    return selfless ?? {};
  }
  const made = writtenCall(
    name === '__init__' && owner ? owner : name,
    reading
  );
  const free = definition.parameters
    .map(one => one.name)
    .filter(
      one => one !== 'self' && !made?.args.some(arg => keywordOf(arg) === one)
    );
  // What has no place left is the value that the keyword gives again.
  const named = made?.args.flatMap(arg => {
    if (keywordOf(arg) !== undefined || arg.startsWith('*')) {
      return [arg];
    }
    const place = free.shift();
    return place === undefined ? [] : [`${place}=${arg}`];
  });
  return {
    parameters: shown(definition),
    ...(made && named ? { code: written(made.callee, named) } : {})
  };
}

/**
 * A keyword that a call writes, and the dictionary behind its ** has, too: mostly a
 * function fills it in itself and passes on what it was given.
 */
export function spreadValues(keyword: string, reading: IReading): Told {
  const passer = callsIn(reading.incident.source).find(({ args }) =>
    args.some(arg => keywordOf(arg) === keyword)
  );
  return passer
    ? {
        passer: passer.name,
        code: written(passer.name, without(keyword, passer.args))
      }
    : {};
}

/** `torch.tensor([1, 2])` for `torch.tensor(1, 2)` in the failed line. */
export function valuesListed(reading: IReading): string | undefined {
  const call = callsIn(failedLine(reading)).find(
    ({ name }) => name === 'torch.tensor'
  );
  // A call of several lines is whole in its cell alone.
  const args =
    call?.args ??
    (failedLine(reading).includes('torch.tensor(')
      ? argumentsOf(reading.incident.source, 'torch.tensor')
      : undefined) ??
    [];
  const values = args.filter(arg => keywordOf(arg) === undefined);
  const named = args.filter(arg => keywordOf(arg) !== undefined);
  const lengths = new Set(values.map(lengthOf));
  const comment =
    lengths.size > 1 && !lengths.has(undefined)
      ? '  # rows must be equally long'
      : '';
  return values.length > 1 && !values.some(arg => arg.startsWith('*'))
    ? `torch.tensor(${[`[${values.join(', ')}]`, ...named].join(', ')})${comment}`
    : undefined;
}

/** How many entries a list has that is written out; undefined for anything else. */
function lengthOf(text: string): number | undefined {
  return /^\[.*\]$/s.test(text)
    ? (listParts(text.slice(1, -1))?.length ?? undefined)
    : undefined;
}
