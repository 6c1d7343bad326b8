import { unifiedMergeView } from '@codemirror/merge';
import { EditorState } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import * as React from 'react';

/** Lines that stay are shown so far around a change. */
const UNCHANGED = { margin: 1, minSize: 3 };

/** A cell before and after, the lines that stay folded away. */
export default function Diff(props: {
  before: string;
  after: string;
  label: string;
}): JSX.Element {
  const { before, after, label } = props;
  const parent = React.useRef<HTMLDivElement>(null);
  React.useEffect(() => {
    const view = new EditorView({
      parent: parent.current ?? undefined,
      doc: after,
      extensions: [
        lineNumbers(),
        EditorView.lineWrapping,
        EditorView.editable.of(false),
        EditorState.readOnly.of(true),
        EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
        unifiedMergeView({
          original: before,
          mergeControls: false,
          gutter: false,
          syntaxHighlightDeletions: false,
          collapseUnchanged: UNCHANGED
        })
      ]
    });
    return () => view.destroy();
  }, [before, after, label]);
  return <div className="jp-TorchTriage-diff" ref={parent} />;
}
