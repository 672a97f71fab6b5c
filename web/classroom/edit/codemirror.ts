/** The text editor: CodeMirror with what a lesson needs. Its colours are in edit.css. */
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching, indentUnit, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { EditorState, type Text } from '@codemirror/state';
import {
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { classHighlighter } from '@lezer/highlight';
import type { Fault } from '../../lesson/language/fault';
import { MAX_BYTES } from '../../lesson/language/lesson';
import { lessonLanguage } from './language';

/** Longest text that is taken up, in characters: enough to see what is too long in a lesson, and to mend it. */
export const MOST_CHARACTERS = 4 * MAX_BYTES;

export interface CodeOptions {
  text: string;
  /** For screen readers. */
  label: string;
  /** Id of the element that says how to leave by keyboard. */
  describedBy: string;
  /** CodeMirror's own words in the page's language. */
  phrases: Record<string, string>;
  changed(text: string): void;
  /** The cursor is in this line, from 1. */
  moved(line: number): void;
  save(): void;
  /** A file was dropped. */
  dropped(file: File): void;
  /** The text to put in is longer than allowed. */
  tooLong(): void;
}

export interface Code {
  mark(faults: readonly Fault[]): void;
  /** Puts the cursor there, from 1, and the line into the middle; `focus`: and the person too. */
  goTo(line: number, column: number, focus: boolean): void;
  /** Scrolls to the cursor: an element that was hidden has lost its scroll position. */
  reveal(): void;
  /** Puts a text to the end, after an empty line. */
  append(text: string): void;
  /** Puts a text in the place of the whole text, which can be undone. */
  put(text: string): void;
  close(): void;
}

export function openCode(parent: HTMLElement, options: CodeOptions): Code {
  let line = 1;
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: options.text,
      extensions: [
        lineNumbers(),
        highlightActiveLineGutter(),
        highlightActiveLine(),
        lintGutter(),
        history(),
        bracketMatching(),
        search({ top: true }),
        highlightSelectionMatches(),
        lessonLanguage(),
        syntaxHighlighting(classHighlighter),
        // YAML forbids tabs.
        indentUnit.of('  '),
        EditorState.tabSize.of(2),
        EditorView.lineWrapping,
        EditorState.phrases.of(options.phrases),
        EditorView.contentAttributes.of({
          'aria-label': options.label,
          'aria-describedby': options.describedBy,
          // An editable element takes the focus anyway; checkers of accessibility want the attribute.
          tabindex: '0',
        }),
        keymap.of([
          {
            key: 'Mod-s',
            run: () => {
              options.save();
              return true;
            },
          },
          ...searchKeymap,
          ...lintKeymap,
          ...historyKeymap,
          ...defaultKeymap,
          // Escape, then Tab, goes on to what follows the editor: CodeMirror's own way out.
          indentWithTab,
        ]),
        EditorState.transactionFilter.of((change) => {
          if (!change.docChanged || change.newDoc.length <= MOST_CHARACTERS) return change;
          options.tooLong();
          return [];
        }),
        EditorView.domEventHandlers({
          drop(event) {
            const file = event.dataTransfer?.files[0];
            if (!file) return false;
            event.preventDefault();
            // The page takes other files for traces.
            event.stopPropagation();
            options.dropped(file);
            return true;
          },
        }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) options.changed(update.state.doc.toString());
          const now = update.state.doc.lineAt(update.state.selection.main.head).number;
          if (now !== line) options.moved(now);
          line = now;
        }),
      ],
    }),
  });
  return {
    mark(faults) {
      view.dispatch(setDiagnostics(view.state, diagnosticsOf(view.state.doc, faults)));
    },
    goTo(line, column, focus) {
      const anchor = placeIn(view.state.doc, line, column);
      view.dispatch({
        selection: { anchor },
        effects: EditorView.scrollIntoView(anchor, { y: 'center' }),
      });
      if (focus) view.focus();
    },
    reveal() {
      view.dispatch({ effects: EditorView.scrollIntoView(view.state.selection.main.head, { y: 'center' }) });
    },
    append(text) {
      const { doc } = view.state;
      const before = doc.toString().trimEnd();
      const insert = `${before === '' ? '' : '\n\n'}${text}\n`;
      view.dispatch({
        changes: { from: before.length, to: doc.length, insert },
        selection: { anchor: before.length + insert.length - text.length - 1 },
        scrollIntoView: true,
      });
    },
    put(text) {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
    },
    close: () => view.destroy(),
  };
}

/** Faults as CodeMirror marks them: from where they are said to be to the end of the word, or of the line. */
export function diagnosticsOf(doc: Text, faults: readonly Fault[]): Diagnostic[] {
  return faults.map(({ line, column, where, message, remedy }) => {
    const from = placeIn(doc, line, column);
    const rest = doc.lineAt(from).to - from;
    const word = /^[\w.-]+/.exec(doc.sliceString(from, from + rest))?.[0].length ?? rest;
    return { from, to: from + word, severity: 'error', message: `${where}: ${message}. ${remedy}.` };
  });
}

/** The text may have become shorter since the fault was found. */
function placeIn(doc: Text, line: number, column: number): number {
  const { from, length } = doc.line(Math.min(Math.max(line, 1), doc.lines));
  return from + Math.min(Math.max(column - 1, 0), length);
}
