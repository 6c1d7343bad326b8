import { Naming } from './naming';
import type { Region } from './regions';
import { childOf, childrenOf, partsOf, type SyntaxNode } from './tree';

/** Functions that give what they are given, or views of it. */
const VIEWING =
  /^(?:enumerate|zip|iter|next|reversed|sorted|list|tuple|dict|set|map|filter|max|min|getattr|copy\.copy|np\.asarray|torch\.(?:from_numpy|as_tensor))$/;

/** Knows by which names a cell's own code changes what they stand for. */
export abstract class Blame extends Naming {
  /** The names in the statement of the cell that is being read. */
  protected statement: readonly string[] = [];
  /** The names of what is called in it. */
  protected callee: readonly string[] = [];
  /** The names in the call that is being read, and of what its method is. */
  protected called: readonly string[] = [];
  protected receiver: readonly string[] = [];
  /** What its method is of is a part of something, not a name. */
  protected isOfPart = false;
  /** Its method is of what the cell's own lines name there, not of an argument. */
  protected isOfCallee = false;

  /**
   * The cell's own code changes what a name stands for, or a part of it: in a
   * function that may be what the cell calls it with, or of a name that it uses.
   */
  protected blame(name: string, region: Region | null, isPart = false): void {
    this.noteShared(region);
    for (let { scope } = this; scope; scope = scope.parent) {
      if (scope.globals.has(name)) {
        break;
      }
      if (scope.names.has(name)) {
        const isSelf = name === scope.self && scope.kind === 'function';
        if (!(isSelf && scope.isMaking && !isPart)) {
          const isCallee = isSelf && scope.isOfCallee && !scope.isMaking;
          this.noteChanges(isCallee ? this.callee : this.statement);
        }
        return;
      }
    }
    this.noteChanges(name === '' ? this.statement : [name]);
  }

  protected textOf({ from, to }: { from: number; to: number }): string {
    return this.source.slice(from, to);
  }

  /** All names in an expression. */
  protected namesIn(node: SyntaxNode): string[] {
    return node.name === 'VariableName'
      ? [this.textOf(node)]
      : childrenOf(node).flatMap(child => this.namesIn(child));
  }

  /** The names of which an expression may show a part. */
  protected viewedBy(node: SyntaxNode): string[] {
    const callee = node.firstChild;
    switch (node.name) {
      case 'VariableName':
        return [this.textOf(node)];
      case 'MemberExpression':
        return callee ? this.viewedBy(callee) : [];
      case 'CallExpression':
        return callee?.name === 'MemberExpression'
          ? this.viewedBy(callee)
          : VIEWING.test(callee ? this.textOf(callee) : '')
            ? this.namesIn(childOf(node, 'ArgList') ?? node)
            : [];
      case 'ArrayComprehensionExpression':
      case 'SetComprehensionExpression':
      case 'ComprehensionExpression': {
        const [value] = partsOf(node);
        return value && this.viewedBy(value).length > 0
          ? this.namesIn(node)
          : [];
      }
      default:
        return partsOf(node).flatMap(part => this.viewedBy(part));
    }
  }

  /** The name at the front of `a.b[c].d`. */
  protected rootOf(node: SyntaxNode | null): string {
    let root = node;
    while (root && /^(?:Member|Call)Expression$/.test(root.name)) {
      root = root.firstChild;
    }
    return root?.name === 'VariableName' ? this.textOf(root) : '';
  }

  /** What is given to a name, or names, may be seen by others. */
  protected noteViews(target: SyntaxNode, values: readonly SyntaxNode[]): void {
    const viewed = values.flatMap(value => this.viewedBy(value));
    this.namesIn(target).forEach(name => this.noteView(name, viewed));
  }
}
