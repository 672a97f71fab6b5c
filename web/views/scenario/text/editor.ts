/** The text editor of a scenario: CodeMirror with JSON, and with what the schema suggests and says. Its colours are in text.css. */
import {
  autocompletion,
  type Completion,
  type CompletionResult,
  type CompletionSource,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
  startCompletion,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, indentUnit, syntaxHighlighting } from '@codemirror/language';
import { Compartment, EditorState, Prec } from '@codemirror/state';
import { EditorView, hoverTooltip, keymap } from '@codemirror/view';
import { classHighlighter } from '@lezer/highlight';
import { placeIn, type Step } from './place';
import type { Schema } from './schema';
import { meaningAt, type Suggestion, suggestionsAt } from './suggest';

export interface EditorOptions {
  text: string;
  /** The id of the element that takes the text, and of those that name and describe it. */
  id: string;
  labelledBy: string;
  describedBy: string;
  /** CodeMirror's own words in the page's language. */
  phrases: Record<string, string>;
  schema: Schema;
  /** A schema in words for a person; `path`: of the member, if it is one (`precondition[0].from`). */
  words(schema: Pick<Schema, 'description' | 'default'>, path: string | null): string;
  changed(text: string): void;
}

export interface Editor {
  /** The text changed elsewhere. */
  put(text: string): void;
  mark(invalid: boolean): void;
  /** Selects a character, counted from 0, and takes the focus. */
  select(at: number): void;
  close(): void;
}

export function openEditor(parent: HTMLElement, options: EditorOptions): Editor {
  const validity = new Compartment();
  const marked = (invalid: boolean) => EditorView.contentAttributes.of({ 'aria-invalid': String(invalid) });
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: options.text,
      extensions: [
        history(),
        bracketMatching(),
        closeBrackets(),
        json(),
        syntaxHighlighting(classHighlighter),
        indentUnit.of('  '),
        EditorState.tabSize.of(2),
        EditorView.lineWrapping,
        EditorState.phrases.of(options.phrases),
        EditorView.contentAttributes.of({
          id: options.id,
          'aria-labelledby': options.labelledBy,
          'aria-describedby': options.describedBy,
          // An editable element takes the focus anyway; checkers of accessibility want the attribute.
          tabindex: '0',
        }),
        validity.of(marked(false)),
        autocompletion({ override: [sourceOf(options)], icons: false, defaultKeymap: false }),
        Prec.highest(keymap.of(COMPLETION_KEYS)),
        hoverTooltip((at, position) => {
          const place = placeIn(at.state.doc.toString(), position);
          const meaning = place && meaningAt(options.schema, place);
          if (!place?.token || !meaning) return null;
          const path = meaning.member ? pathOf(place.steps) : null;
          const text = options.words(meaning.schema, path);
          if (text === '') return null;
          return {
            pos: place.token.from,
            end: place.token.to,
            above: true,
            create: () => ({ dom: told(meaning.title, text) }),
          };
        }),
        // Tab goes on to what follows the editor.
        keymap.of([...closeBracketsKeymap, ...historyKeymap, ...defaultKeymap]),
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
    mark: (invalid) => view.dispatch({ effects: validity.reconfigure(marked(invalid)) }),
    select(at) {
      const from = Math.min(at, view.state.doc.length);
      const head = Math.min(from + 1, view.state.doc.length);
      view.dispatch({ selection: { anchor: from, head }, scrollIntoView: true });
      view.focus();
    },
    close: () => view.destroy(),
  };
}

/** Escape closes the list alone: it does not reach the dialog around the editor. */
const COMPLETION_KEYS = completionKeymap.map((binding) =>
  binding.key === 'Escape' ? { ...binding, stopPropagation: true } : binding,
);

/** The suggestions at the cursor: while a word is typed, or on request. */
function sourceOf({ schema, words }: Pick<EditorOptions, 'schema' | 'words'>): CompletionSource {
  return ({ state, pos, explicit }): CompletionResult | null => {
    const place = placeIn(state.doc.toString(), pos);
    if (!place || (!explicit && !place.token)) return null;
    const from = place.token ? place.token.from + (place.token.quoted ? 1 : 0) : pos;
    const options = suggestionsAt(schema, place).map((each): Completion => {
      const info = words(each.schema, each.member ? pathOf(place.steps, each.label) : null);
      return {
        label: each.label,
        ...(info !== '' && { info }),
        // The needs of the scenario come first.
        boost: each.needed ? 1 : 0,
        apply: (view) => write(view, each),
      };
    });
    return options.length > 0 ? { from: Math.min(from, pos), options, validFor: /^[\w.-]*$/ } : null;
  };
}

/** Writes a suggestion in the place of what is at the cursor, with the commas that are missing around it. */
function write(view: EditorView, { text, member }: Suggestion): void {
  const { doc, selection } = view.state;
  const whole = doc.toString();
  const { head } = selection.main;
  const token = placeIn(whole, head)?.token;
  const [from, to] = token ? [token.from, token.to] : [head, head];
  const [before, ...rest] = text.split('|');
  const after = rest.join('');
  const follows = /^\s*"/.test(whole.slice(to)) ? ',' : '';
  const behind = /[^\s{[,:](?=\s*$)/.exec(whole.slice(0, from));
  const comma = member && behind ? [{ from: behind.index + 1, insert: ',' }] : [];
  const anchor = from + comma.length + (before ?? '').length;
  view.dispatch({
    changes: [...comma, { from, to, insert: `${before}${after}${follows}` }],
    selection: { anchor },
    userEvent: 'input.complete',
    scrollIntoView: true,
  });
  // A name to choose from is next.
  if (text.includes('"|"')) startCompletion(view);
}

/** `precondition[0].from`; `last`: in the place of the last key. */
function pathOf(steps: readonly Step[], last?: string): string {
  const keys = steps.map(({ key }, i) => (i === steps.length - 1 ? (last ?? key) : key));
  return keys.map((key, i) => (typeof key === 'number' ? `[${key}]` : `${i > 0 ? '.' : ''}${key}`)).join('');
}

function told(title: string, text: string): HTMLElement {
  const dom = document.createElement('div');
  const name = dom.appendChild(document.createElement('code'));
  name.textContent = title;
  dom.append(`: ${text}`);
  return dom;
}
