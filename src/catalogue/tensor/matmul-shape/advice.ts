/** What several kinds of product say, and advise. */
import type { Edit } from '../../../code/types';
import type { IFix, ITranslate, Values } from '../../../diagnosis/types';

export function innerSizes(trans: ITranslate): string {
  return trans.__('The inner sizes of a matrix product differ');
}

/** The title where a layer is given an input of another width. */
export function widthTitle(
  trans: ITranslate,
  { given, wanted }: Values
): string {
  return given === undefined || wanted === undefined
    ? innerSizes(trans)
    : trans.__('The input is %1 wide, the layer takes %2', given, wanted);
}

export function printShape(
  trans: ITranslate,
  { argument = 'x' }: Values = {}
): IFix {
  return {
    safety: 'diagnostic',
    ofLine: true,
    title: trans.__('Look at the shape just before the line'),
    code: `print(${argument}.shape)`
  };
}

export function compareShapes(trans: ITranslate, code: string): IFix {
  return {
    safety: 'diagnostic',
    title: trans.__('Compare the two shapes'),
    code
  };
}

export function widen(trans: ITranslate, code: string, edit?: Edit): IFix {
  return {
    safety: 'check',
    title: trans.__('Make the layer as wide as its input'),
    code,
    ...(edit ? { edit } : {})
  };
}
