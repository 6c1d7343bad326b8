/** An attribute that an object of a class at hand, or a file of the user's, lacks. */
import type { ITranslate } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import type { IWords, ValuesOf } from '../../define';
import { check } from '../../fix';
import { fitting } from '../../shared/fitting';
import { nearIn } from '../../shared/near';
import { classBody } from '../../shared/visible-code';
import { searchedFirst } from '../shared/searched-first';

export const OF_OBJECT =
  /^["'](?<type>[A-Z]\w{1,80})["'] object has no attribute ["'](?<name>\w{1,80})["']/;

/** Files that nearly every project has, so that Python may find another's. */
const COMMON =
  /^(?:utils?|helpers?|models?|data|datasets?|config|common|networks?|train|engine|transforms|metrics|misc|tools|options|layers|losses|modules|functions|lib)$/;

/** Classes that know further attributes than their body shows. */
const BUILT_ON =
  /\(\s*(?:\w{1,40}\.)?(?:Module|LightningModule|LightningDataModule|Learner|Trainer|Pipeline|PreTrainedModel)\s*\)/;

/** The functions of a class, and what each gives self. */
function setIn(
  body: readonly string[]
): readonly (readonly [string, string])[] {
  let method = '';
  return body.flatMap(line => {
    method =
      /^\s*(?:async )?def (?<name>\w{1,60})\(/.exec(line)?.groups?.name ??
      method;
    return [
      ...line.matchAll(
        /\bself\.(?<name>\w{1,60})(?=(?:, ?self\.\w{1,60}){0,6} ?(?::[^=\n]{1,40})?=(?!=))/g
      )
    ].map(({ groups }) => [method, groups?.name ?? ''] as const);
  });
}

/** Why an object of the user's own class lacks something; null where its class is not at hand. */
export function ownAttribute(reading: IReading) {
  const { type = '', name = '' } =
    OF_OBJECT.exec(reading.exceptions[0]?.message ?? '')?.groups ?? {};
  const body = type === '' ? null : classBody(type, reading);
  const texts = [
    reading.incident.source,
    ...(reading.incident.around?.cells.map(({ source }) => source) ?? [])
  ].join('\n');
  const heading =
    new RegExp(String.raw`^[ \t]{0,60}class ${type}\b[^\n]{0,120}`, 'm').exec(
      texts
    )?.[0] ?? '';
  if (body === null || BUILT_ON.test(heading)) {
    return null;
  }
  const methods = body.flatMap(
    line =>
      /^\s*(?:async )?def (?<name>\w{1,60})\(/.exec(line)?.groups?.name ?? []
  );
  const set = setIn(body);
  const setter = set.find(
    ([method, one]) => one === name && method !== '__init__'
  )?.[0];
  const isHeld = set.some(
    ([method, one]) => one === name && method === '__init__'
  );
  if (methods.includes(name) || isHeld) {
    return { kind: 'stale' as const, type, name };
  }
  if (setter) {
    return { kind: 'unset' as const, type, name, made: setter };
  }
  const names = [...new Set([...set.map(([, one]) => one), ...methods])].filter(
    one => !one.startsWith('__')
  );
  const near =
    nearIn(names.join(' '), name) ??
    names.find(
      one =>
        one.length > 3 &&
        name.length > 3 &&
        (name.startsWith(one) || one.startsWith(name))
    );
  return near === undefined
    ? null
    : { kind: 'misspelt' as const, type, name, near };
}

/** A module of a common name that lacks what is asked of it; null for others. */
export function namesakeOf(
  module: string,
  name: string
): {
  readonly kind: 'namesake';
  readonly module: string;
  readonly name: string;
} | null {
  return COMMON.test(module) ? { kind: 'namesake', module, name } : null;
}

type Named = ValuesOf<'name' | 'type' | 'made' | 'near' | 'module'>;

export const ofOwn = {
  stale: {
    words: (
      trans: ITranslate,
      { name = 'fit', type = 'Model' }: Named
    ): IWords => ({
      title: trans.__('The object is of an older %1', fitting(type, 28) ?? ''),
      cause: trans.__(
        'The class %1 as it stands here has %2. An object keeps the class that it was made of: it was made before the cell with this class ran, or ran anew.',
        type,
        name
      ),
      fixes: [
        check(
          trans.__('Run the cell with the class, then make the object anew'),
          `obj = ${type}(…)`,
          trans.__(
            'If %1 stands deeper than the other methods, or in a branch, mend its indent first.',
            name
          )
        )
      ]
    })
  },
  unset: {
    words: (
      trans: ITranslate,
      { name = 'history', type = 'Model', made = 'fit' }: Named
    ): IWords => ({
      title: fitting(`${name}${made}`, 36)
        ? trans.__('%1 is there only after %2()', name, made)
        : trans.__('It is there only after another call'),
      cause: trans.__(
        '%1.%2() sets self.%3, and __init__() does not. That call has not come before this line.',
        type,
        made,
        name
      ),
      fixes: [
        check(trans.__('Call it first'), `obj.${made}(…)`),
        check(
          trans.__('Or give it a value in __init__()'),
          `self.${name} = None`
        )
      ]
    })
  },
  misspelt: {
    words: (
      trans: ITranslate,
      { name = 'history', type = 'Model', near = 'hist' }: Named
    ): IWords => ({
      title: fitting(`${name}${near}`, 34)
        ? trans.__('%1 is called %2 here', name, near)
        : trans.__('The attribute is called %1 here', near),
      cause: trans.__(
        'The class %1 has no %2. It has %3, which is near to it.',
        type,
        name,
        near
      ),
      fixes: [
        check(
          trans.__('Write %1, if that is what you mean', near),
          `self.${near}`
        )
      ]
    })
  },
  namesake: {
    words: (
      trans: ITranslate,
      { name = 'MetricLogger', module = 'utils' }: Named
    ): IWords => ({
      title: fitting(module, 30)
        ? trans.__('Another %1 was imported than is meant', module)
        : trans.__('Another module was imported than is meant'),
      cause: trans.__(
        'Many projects have a file or folder %1, and Python takes the first that it finds, or the one that it has imported before. That one has no %2.',
        module,
        name
      ),
      fixes: [
        {
          safety: 'diagnostic',
          title: trans.__('See which one it is'),
          code: `import ${module}\nprint(${module}.__file__ or ${module}.__path__)`
        },
        check(
          trans.__('Have Python search the right folder first, restarted'),
          searchedFirst('path/to/project').join('\n'),
          trans.__(
            'The folder that holds the %1 with %2, for instance the root of the clone.',
            module,
            name
          )
        )
      ]
    })
  }
};
