/** Changes of the device that tensors, models and names are on. */
import type { SyntaxNode } from '../../../code/tree';
import type {
  Edit,
  IChange,
  ICode,
  IFailedCode,
  IOperand,
  IPlaceInCode,
  ISpan
} from '../../../code/types';
import {
  assignedTo,
  calledName,
  callsAt,
  failingCall,
  isWithin,
  knows,
  only
} from './find';
import { behind, methodsOf } from './values';

const CPU = 'cpu';

/** The name of a variable that code keeps its device in. */
const DEVICE = 'device';

/** The tensors on the CPU, and the one device that all others are on. */
function clashOf({ tensors }: IFailedCode): {
  readonly left: readonly IOperand[];
  readonly device: string;
} | null {
  // A single number may lie anywhere.
  const operands = tensors.filter(
    ({ isOperand, shape }) => isOperand && shape.length > 0
  );
  const left = operands.filter(({ device }) => device === CPU);
  const devices = new Set(operands.map(({ device }) => device));
  devices.delete(CPU);
  const [device] = devices;
  return left.length > 0 && devices.size === 1 ? { left, device } : null;
}

/** How the notebook names a device: by its variable, or as a text. */
function deviceText(failed: IFailedCode, device: string): string {
  const known = assignedTo(failed, DEVICE);
  const [type] = device.split(':');
  const says = known && known.code.textOf(known.value);
  return says?.includes(type) ? DEVICE : `'${device}'`;
}

/** The one use of a name as a value in the failing statement. */
function useOf(
  place: IPlaceInCode | undefined,
  names: readonly string[]
): SyntaxNode | null {
  const statement = place?.code.statementAt(place.line);
  if (!place || !statement) {
    return null;
  }
  const { code } = place;
  const found = code.nodes.filter(node => {
    const isTarget =
      node.parent?.name === 'AssignStatement' &&
      node.nextSibling?.name === 'AssignOp';
    const isKeyword =
      node.parent?.name === 'ArgList' && node.nextSibling?.name === 'AssignOp';
    return (
      ['VariableName', 'MemberExpression'].includes(node.name) &&
      isWithin(node, statement) &&
      !isTarget &&
      !isKeyword &&
      names.includes(code.textOf(node))
    );
  });
  return only(found);
}

/** Move a tensor that stands in the failing line under a name of the user's. */
function movedTensor(
  failed: IFailedCode,
  { names }: IOperand,
  target: string
): readonly IChange[] | null {
  const [place] = failed.places;
  const own = names.flatMap(({ name, isOwn }) => (isOwn ? [name] : []));
  const use = useOf(place, own);
  const isMoved = use?.nextSibling?.nextSibling;
  return use && !(isMoved && place.code.textOf(isMoved) === 'to')
    ? behind(place.code, use, `.to(${target})`)
    : null;
}

/** Move the model that was called, where the notebook makes it. */
function movedModel(
  failed: IFailedCode,
  target: string
): readonly IChange[] | null {
  for (const place of failed.places) {
    const names = new Set(callsAt(place).map(({ name }) => name));
    const made = [...names].flatMap(name => {
      const found = name === null ? null : assignedTo(failed, name);
      return found?.value.name === 'CallExpression' ? [found] : [];
    });
    if (made.length > 0) {
      const model = only(made);
      return model && !methodsOf(model.code, model.value).includes('to')
        ? behind(model.code, model.value, `.to(${target})`)
        : null;
    }
  }
  return null;
}

/** Whether a tensor is a weight of a layer, which moves with its model. */
function isWeight({ names }: IOperand): boolean {
  return names.some(({ name, isOwn }) =>
    isOwn ? name.startsWith('self.') : /(?:^|\.)(?:weight|bias)$/.test(name)
  );
}

/** What stayed on the CPU, moved to where everything else is. */
export const movedAlong: Edit = failed => {
  const clash = clashOf(failed);
  if (!clash) {
    return null;
  }
  const { left, device } = clash;
  const target = deviceText(failed, device);
  if (left.every(isWeight)) {
    return movedModel(failed, target);
  }
  const tensor = only(left);
  return tensor && movedTensor(failed, tensor, target);
};

/** Python for the GPU where there is one. */
const THERE = "'cuda' if torch.cuda.is_available() else 'cpu'";

/** A text that names a GPU of NVIDIA's: `'cuda'`, `"cuda:0"`. */
const CUDA = /^(['"])cuda(?::\d{1,2})?\1$/;

/** The value of an argument or an assignment takes a condition as it stands. */
function conditionFor({ parent }: SyntaxNode): string {
  return ['ArgList', 'AssignStatement'].includes(parent?.name ?? '')
    ? THERE
    : `(${THERE})`;
}

/** Whether a text is already one side of a condition. */
function isChosen({ parent }: SyntaxNode): boolean {
  return parent?.name === 'ConditionalExpression';
}

/** Texts of a kind in a stretch of code, as the GPU where there is one. */
function texts(
  code: ICode,
  within: ISpan,
  isNamed: (text: string) => boolean,
  insertFor: (node: SyntaxNode) => string = conditionFor
): IChange[] {
  return code.nodes.flatMap(node => {
    const isIt =
      node.name === 'String' &&
      isWithin(node, within) &&
      !isChosen(node) &&
      // A text by itself, a key or a comparison is no device.
      ['ArgList', 'AssignStatement'].includes(node.parent?.name ?? '') &&
      isNamed(code.textOf(node));
    const { from, to } = node;
    return isIt ? [{ code, from, to, insert: insertFor(node) }] : [];
  });
}

/** `.cuda()` as `.to(…)`. */
function calls(code: ICode, within: ISpan): IChange[] {
  return code.calls.flatMap(call => {
    const { node, func, list, args } = call;
    const property = func.lastChild;
    const isIt =
      isWithin(node, within) &&
      func.name === 'MemberExpression' &&
      property !== null &&
      code.textOf(property) === 'cuda' &&
      (args.length === 0 ||
        (args.length === 1 &&
          args[0].keyword === null &&
          args[0].value?.name === 'Number'));
    return isIt
      ? [{ code, from: property.from, to: list.to, insert: `to(${THERE})` }]
      : [];
  });
}

/** The same in every cell of the notebook. */
export const deviceAsThereEverywhere: Edit = failed => {
  const found = failed.cells.flatMap(code => {
    const whole = { from: 0, to: code.text.length };
    return [
      ...texts(code, whole, text => CUDA.test(text)),
      ...calls(code, whole)
    ];
  });
  return knows(failed, 'torch') && found.length > 0 ? found : null;
};

/** What to change in the failing line, or where the variables that it names are set. */
function whereNamed(
  changesIn: (code: ICode, within: ISpan) => IChange[],
  alsoIn: (code: ICode, within: ISpan) => IChange[] = () => []
): Edit {
  return failed => {
    const [place] = failed.places;
    const statement = place?.code.statementAt(place.line);
    if (!place || !statement || !knows(failed, 'torch')) {
      return null;
    }
    const { code } = place;
    const here = [...changesIn(code, statement), ...alsoIn(code, statement)];
    if (here.length > 0) {
      return here;
    }
    const named = code.nodes.flatMap(node => {
      const isName = node.name === 'VariableName' && isWithin(node, statement);
      const known = isName ? assignedTo(failed, code.textOf(node)) : null;
      const around = known?.value.parent;
      return known && around ? changesIn(known.code, around) : [];
    });
    return named.length > 0 ? named : null;
  };
}

/**
 * The device that is there, in the place of the GPU that the failing line, or
 * the variable that it names, asks for.
 */
export function deviceAsThere(
  isNamed: (text: string) => boolean = text => CUDA.test(text)
): Edit {
  return whereNamed((code, within) => texts(code, within, isNamed), calls);
}

/** A GPU by its number, but for the first. */
const LATER_GPU = /^(['"])cuda:[1-9]\d?\1$/;

/** The first GPU for another one, in the failing line or the variable it names. */
export const firstGpu: Edit = whereNamed((code, within) =>
  texts(
    code,
    within,
    text => LATER_GPU.test(text),
    () => "'cuda:0'"
  )
);

/** `model.to_empty(device=…)` for `model.to(…)` of a model without values. */
export const keptEmpty: Edit = failed => {
  const call = failingCall(failed, one => calledName(one) === 'to');
  const [argument] = call?.args ?? [];
  const property = call?.func.lastChild;
  const isDevice =
    call?.args.length === 1 &&
    argument.star === '' &&
    [null, 'device'].includes(argument.keyword);
  return call && property && isDevice
    ? [
        {
          code: call.code,
          from: property.from,
          to: property.to,
          insert: 'to_empty'
        },
        ...(argument.keyword === null
          ? [
              {
                code: call.code,
                from: argument.from,
                to: argument.from,
                insert: 'device='
              }
            ]
          : [])
      ]
    : null;
};
