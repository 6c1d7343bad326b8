import type {
  Confidence,
  IEvidence,
  IFactsMatch
} from '../../../diagnosis/types';
import type {
  AttributeState,
  IAttributeFacts
} from '../../../incident/attribute-facts';
import { isOfTensors } from '../../shared/of-tensors';
import { isOfTorchPackages } from '../../shared/torch-packages';

/** States of None, whose evidence is the line that made it. */
const OF_NONE: readonly AttributeState[] = [
  'returns',
  'inplace',
  'call',
  'given'
];

/** What the kernel says in other words than the message. */
function told({
  state,
  name,
  type,
  module,
  package: from,
  version,
  near,
  place,
  parts,
  held,
  line
}: IAttributeFacts): string {
  switch (state) {
    case 'home':
    case 'function':
      return `${place ?? ''}.${name}`;
    case 'submodule':
      return `${module ?? ''}.${name}`;
    case 'changed':
      return `${place ?? ''}:${line ?? ''}`;
    case 'shadowed':
      return place ?? name;
    case 'parts':
    case 'dict':
      return parts.join(', ');
    case 'twin':
      return place ?? name;
    case 'taken':
      return `${place ?? ''}.${name}`;
    case 'hidden':
    case 'itself':
      return `${held ?? ''}: ${module ?? ''}.${name}`;
    case 'plain':
      return `${from ?? ''} ${version ?? ''}`;
    default:
      return near ?? type ?? name;
  }
}

function evidenceOf(live: IAttributeFacts): IEvidence {
  return OF_NONE.includes(live.state) && live.code !== null
    ? { where: 'source', text: live.code }
    : { where: 'kernel', text: told(live) };
}

function sureness({ state, isSure }: IAttributeFacts): Confidence {
  switch (state) {
    // That a name was mistyped is an inference, however near it is.
    case 'near':
    case 'parts':
      return 'likely';
    case 'hidden':
    case 'twin':
      return 'likely';
    // A text that knows the attribute says more.
    case 'dict':
    case 'plain':
      return 'possible';
    default:
      return OF_NONE.includes(state) && !isSure ? 'likely' : 'certain';
  }
}

/** What `version/removed-api` says with the same facts. */
function isOfRemovedName(
  { state, module }: IAttributeFacts,
  isRemoved: boolean
): boolean {
  return (
    (isRemoved || (module !== null && isOfTorchPackages(module))) &&
    (state === 'near' || state === 'plain')
  );
}

/** What `model/no-attribute` explains: the layers of a module are no answer to it. */
function isOfModule({ state, name }: IAttributeFacts): boolean {
  return state === 'parts' && isOfTensors(name);
}

/**
 * What the kernel told of a missing attribute, as a match of the entry.
 *
 * @param isRemoved - whether it is known to be of an older torch
 */
export function attributeFacts(
  live: IAttributeFacts,
  isRemoved: boolean
): IFactsMatch | null {
  if (isOfRemovedName(live, isRemoved) || isOfModule(live)) {
    return null;
  }
  const { parts, line, input, state, ...texts } = live;
  const { name, type, module, near, place, version, held, made, code } = texts;
  const values = {
    kind: state === 'parts' && near !== null ? 'last' : state,
    name,
    type,
    module,
    near,
    place,
    version,
    held,
    made,
    code,
    package: live.package,
    parts: parts.length > 0 ? parts.join(', ') : null,
    line: line === null ? null : String(line),
    input: input === null ? null : String(input)
  };
  return {
    confidence: sureness(live),
    evidence: [evidenceOf(live)],
    values: Object.fromEntries(
      Object.entries(values).map(([key, value]) => [key, value ?? undefined])
    )
  };
}
