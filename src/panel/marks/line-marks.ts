import { lintGutter, setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { Compartment, StateEffect, type Text } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import type { CodeEditor } from '@jupyterlab/codeeditor';

import type { ILineMark } from './marks';

/** What is ours in an editor, while a line of it is marked. */
const compartment = new Compartment();

/** A cell that is edited has other lines than the one that failed. */
const goneWithAnEdit = EditorView.updateListener.of(({ docChanged, view }) => {
  if (docChanged) {
    // An update may not begin another one.
    queueMicrotask(() => clearMarks(view));
  }
});

/** Title and first fix as plain text: the message is the kernel's. */
function tooltip({ title, fix }: ILineMark): Node {
  const node = document.createElement('div');
  for (const text of [title, fix]) {
    if (text !== null) {
      node.appendChild(document.createElement('p')).textContent = text;
    }
  }
  node.className = 'jp-TorchTriage-mark';
  return node;
}

function diagnosticOf(doc: Text, mark: ILineMark): Diagnostic {
  const { from, to, text } = doc.line(mark.line);
  return {
    from: from + (text.length - text.trimStart().length),
    to,
    severity: mark.severity,
    source: 'Torch Triage',
    message: mark.title,
    markClass: 'jp-TorchTriage-failedLine',
    renderMessage: () => tooltip(mark)
  };
}

/** The editor's view, or null where an editor is not CodeMirror's. */
export function viewOf(editor: CodeEditor.IEditor | null): EditorView | null {
  const view: unknown = (editor as { editor?: unknown } | null)?.editor;
  return view instanceof EditorView ? view : null;
}

/** Mark these lines, and no other, unless the text is another one by now. */
export function setMarks(view: EditorView, marks: readonly ILineMark[]): void {
  const { state } = view;
  const fitting = marks.filter(
    ({ source, line }) =>
      source === state.doc.toString() && line <= state.doc.lines
  );
  if (fitting.length === 0) {
    clearMarks(view);
    return;
  }
  const ours = [lintGutter(), goneWithAnEdit];
  view.dispatch({
    effects:
      compartment.get(state) === undefined
        ? StateEffect.appendConfig.of(compartment.of(ours))
        : compartment.reconfigure(ours)
  });
  view.dispatch(
    setDiagnostics(
      view.state,
      fitting.map(mark => diagnosticOf(state.doc, mark))
    )
  );
}

/** Leave the editor as it was. */
export function clearMarks(view: EditorView): void {
  if (compartment.get(view.state) !== undefined) {
    view.dispatch(setDiagnostics(view.state, []));
    view.dispatch({ effects: compartment.reconfigure([]) });
  }
}
