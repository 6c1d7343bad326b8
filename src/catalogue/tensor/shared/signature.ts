/** Signatures of torch's functions, and what they take, as its errors print them. */

const PARAMETER =
  /^(?<type>[\w.]{1,60}(?: of \w{1,20})?) (?<name>\w{1,60})(?: = (?<standard>[^,]{1,60}))?$/;

export const TENSOR =
  /^(?:Tensor|Parameter|Variable|torch\.(?:[a-z]{1,10}\.){0,2}[A-Z]\w{0,12}Tensor)$/;

export const NUMBER =
  /^(?:int|float|bool|complex|SymInt|numpy\.\w{1,12}\d{1,3})$/;

/** What holds many values, and so is meant as a tensor rather than a number. */
export const MANY =
  /^(?:numpy\.ndarray|list|tuple|dict|DataFrame|Series|generator|\w{0,20}Image\w{0,4})$/;

/** One argument of a call: its type, and the name where it was given by name. */
export interface IGiven {
  readonly keyword?: string;
  readonly type: string;
}

/** One parameter of a signature. */
export interface IParameter {
  readonly type: string;
  readonly name: string;
  readonly optional: boolean;
  readonly byKeyword: boolean;
}

/** Torch up to 0.3 wrote `int ... size` for `tuple of ints size`. */
const SIZES = /^int \.\.\.(?: (?<name>\w{1,60}))?$/;

/** What no call must give, also where older versions print no defaults. */
const NEVER_NEEDED =
  /^(?:out|dtype|layout|device|pin_memory|requires_grad|memory_format|generator|names)$/;

/** The parameters of a signature as the message prints it. */
export function parametersOf(text: string): IParameter[] {
  const defaultsShown = text.includes(' = ');
  const found: IParameter[] = [];
  let byKeyword = false;
  for (const part of text.split(', ')) {
    const groups = PARAMETER.exec(part)?.groups;
    const sizes = SIZES.exec(part);
    if (part === '*') {
      byKeyword = true;
    } else if (sizes) {
      const name = sizes.groups?.name ?? 'size';
      found.push({ type: 'tuple of ints', name, optional: false, byKeyword });
    } else if (groups) {
      const { type, name, standard } = groups;
      const untold =
        !defaultsShown &&
        (type === 'bool' || (type === 'Tensor' && found.length > 0));
      found.push({
        type,
        name,
        optional:
          byKeyword ||
          standard !== undefined ||
          untold ||
          NEVER_NEEDED.test(name),
        byKeyword
      });
    }
  }
  return found;
}

/** The types that a call gave, as the message prints them. */
export function givenOf(text: string): IGiven[] {
  return text
    .split(', ')
    .filter(part => part !== '')
    .map(part => {
      const [keyword, type] = part.split('=');
      return type === undefined ? { type: keyword } : { keyword, type };
    });
}

/** Whether torch takes a `given` for a parameter of type `wanted`. */
export function fits(given: string, { type, optional }: IParameter): boolean {
  if (given === 'NoneType') {
    return optional;
  }
  switch (type) {
    case 'Tensor':
    case 'Variable':
      return TENSOR.test(given);
    case 'Number':
    case 'complex':
      return NUMBER.test(given);
    case 'float':
      return NUMBER.test(given) && given !== 'complex';
    case 'int':
    case 'SymInt':
      return /^(?:int|SymInt|numpy\.u?int\d{1,2})$/.test(given);
    case 'torch.device':
      return /^(?:torch\.device|str|int)$/.test(given);
    case 'object':
      return true;
    case 'Sequence':
      return /^(?:tuple|list)$/.test(given);
    default:
      return /^(?:tuple|list) of \w+$/.test(type)
        ? /^(?:tuple|list|torch\.Size|int|SymInt)$/.test(given)
        : given === type;
  }
}
