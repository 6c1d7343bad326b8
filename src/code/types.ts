import type { SyntaxNode } from './tree';

/** A stretch of a text, as UTF-16 units. */
export interface ISpan {
  readonly from: number;
  readonly to: number;
}

/** An argument of a call, with its keyword or star. */
export interface IArgument extends ISpan {
  readonly keyword: string | null;
  readonly star: '' | '*' | '**';
  /** Null where it is no plain expression: `f(x for x in y)`. */
  readonly value: SyntaxNode | null;
}

/** A call as it is written. */
export interface ICall extends ISpan {
  readonly code: ICode;
  readonly node: SyntaxNode;
  /** Dotted name, `torch.load`; null where what is called has none. */
  readonly name: string | null;
  /** What is called. */
  readonly func: SyntaxNode;
  readonly list: SyntaxNode;
  readonly args: readonly IArgument[];
}

/** A cell's text, parsed without an error. */
export interface ICode {
  readonly text: string;
  readonly root: SyntaxNode;
  /** All nodes, in the order of the text. */
  readonly nodes: readonly SyntaxNode[];
  /** Calls, in the order of the text; an outer one comes before its arguments. */
  readonly calls: readonly ICall[];
  textOf(span: ISpan): string;
  /** `a.b.c` of names alone, null for anything else. */
  nameOf(node: SyntaxNode | null): string | null;
  /** The line of a position, from 1. */
  lineOf(position: number): number;
  /**
   * The statement that a line belongs to, without the body that it may have on
   * further lines: the spans of its own text.
   */
  statementAt(line: number): IStatement | null;
}

/** A statement, and where its body begins; `to` of a simple one is its end. */
export interface IStatement extends ISpan {
  readonly node: SyntaxNode;
}

/** A line of a cell that was under way when it failed. */
export interface IPlaceInCode {
  readonly code: ICode;
  /** From 1. */
  readonly line: number;
  /** In a file of the user's, where a cell has none of its own. */
  readonly isFile?: boolean;
}

/** A tensor that the failed call was given, as far as an edit asks. */
export interface IOperand {
  /** By which names, the user's own and those of the function. */
  readonly names: readonly { readonly name: string; readonly isOwn: boolean }[];
  readonly isOperand: boolean;
  readonly shape: readonly number[];
  readonly device: string;
  /** The smallest and the largest of whole numbers, where they were read. */
  readonly values: readonly [least: number, most: number] | null;
}

/** Where a failure was, and the code around it. */
export interface IFailedCode {
  /** The cells that can be read, in the order of the notebook. */
  readonly cells: readonly ICode[];
  /** The lines of the call stack that stand in cells, the innermost first. */
  readonly places: readonly IPlaceInCode[];
  /** The tensors of the failed call; none where the kernel told of none. */
  readonly tensors: readonly IOperand[];
}

/** A change of one stretch of one cell. */
export interface IChange extends ISpan {
  readonly code: ICode;
  readonly insert: string;
  /** What a new cell says that comes above this one. */
  readonly above?: string;
}

/**
 * Finds what to change; null where it is not sure. The change may not lead to
 * another one when it is asked for again.
 */
export type Edit = (failed: IFailedCode) => readonly IChange[] | null;
