/** An editor of JavaScript: CodeMirror, and the names that the code finds. */
import {
  autocompletion,
  type Completion,
  type CompletionContext,
  completeFromList,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { javascript, javascriptLanguage, localCompletionSource } from '@codemirror/lang-javascript';
import { bracketMatching, syntaxHighlighting, syntaxTree } from '@codemirror/language';
import { lintGutter, setDiagnostics } from '@codemirror/lint';
import { Compartment, EditorState } from '@codemirror/state';
import { EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { classHighlighter } from '@lezer/highlight';

export interface CodeOptions {
  text: string;
  label: string;
  describedBy: string;
  /** Long lines go on below: in a narrow place. */
  wraps: boolean;
  /** Characters at most: what is longer is not taken. */
  most: number;
  /** The names that the code finds, each with its purpose in the page's language. */
  names: readonly { label: string; detail: string; type: string; apply?: string }[];
  changed(text: string): void;
  run(): void;
}

export interface Code {
  /** Puts another text in, as a step that can be undone. */
  put(text: string): void;
  /** Marks a line, from 1; `null`: none. */
  mark(place: { line: number; column: number | null; message: string } | null): void;
  lock(locked: boolean): void;
  close(): void;
}

export function openCode(parent: HTMLElement, options: CodeOptions): Code {
  const editable = new Compartment();
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: options.text,
      extensions: [
        lineNumbers(),
        ...(options.wraps ? [EditorView.lineWrapping] : []),
        highlightActiveLine(),
        lintGutter(),
        history(),
        bracketMatching(),
        javascript(),
        javascriptLanguage.data.of({ autocomplete: localCompletionSource }),
        javascriptLanguage.data.of({ autocomplete: named(options.names) }),
        autocompletion({ activateOnTyping: true, icons: false }),
        syntaxHighlighting(classHighlighter),
        EditorState.tabSize.of(2),
        editable.of([]),
        EditorView.contentAttributes.of({
          'aria-label': options.label,
          'aria-describedby': options.describedBy,
          spellcheck: 'false',
          tabindex: '0',
        }),
        keymap.of([
          {
            key: 'Mod-Enter',
            run: () => {
              options.run();
              return true;
            },
          },
          ...completionKeymap,
          ...historyKeymap,
          ...defaultKeymap,
          // Escape, then Tab, goes on to what follows the editor: CodeMirror's own way out.
          indentWithTab,
        ]),
        EditorState.transactionFilter.of((change) =>
          change.docChanged && change.newDoc.length > options.most ? [] : change,
        ),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) options.changed(update.state.doc.toString());
        }),
      ],
    }),
  });
  return {
    put(text) {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
    },
    mark(place) {
      const { doc } = view.state;
      if (!place) return view.dispatch(setDiagnostics(view.state, []));
      const line = doc.line(Math.min(Math.max(place.line, 1), doc.lines));
      const from = Math.min(line.from + Math.max((place.column ?? 1) - 1, 0), line.to);
      view.dispatch(
        setDiagnostics(view.state, [{ from, to: line.to, severity: 'error', message: place.message }]),
        { effects: EditorView.scrollIntoView(from, { y: 'center' }) },
      );
    },
    lock(locked) {
      view.dispatch({ effects: editable.reconfigure(locked ? EditorState.readOnly.of(true) : []) });
    },
    close: () => view.destroy(),
  };
}

/** The first place where the text is no JavaScript, from 1; browsers do not say where a module breaks off. */
export function brokenAt(text: string): { line: number; column: number } | null {
  const state = EditorState.create({ doc: text, extensions: [javascript()] });
  let found: number | null = null;
  syntaxTree(state).iterate({
    enter: ({ type, from }) => {
      if (type.isError && found === null) found = from;
    },
  });
  if (found === null) return null;
  const line = state.doc.lineAt(found);
  return { line: line.number, column: found - line.from + 1 };
}

function named(names: CodeOptions['names']) {
  const all: Completion[] = names.map(({ label, detail, type, apply }) => ({
    label,
    detail,
    type,
    ...(apply && { apply }),
  }));
  const source = completeFromList(all);
  return (context: CompletionContext) => {
    const { name } = syntaxTree(context.state).resolveInner(context.pos, -1);
    return /Comment|String/.test(name) ? null : source(context);
  };
}
