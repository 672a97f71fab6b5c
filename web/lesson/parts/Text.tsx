/** Prose to elements: only the kinds of `lesson.ts`, never text that is read as HTML. */
import { Fragment, type ReactNode } from 'react';
import { useLanguage } from '../../base/use-language';
import { m } from '../../i18n/compiled/messages.js';
import { behindTerm, Term } from '../../kit/Term';
import { fullName, sourceOf, termOf } from '../../model/glossary';
import type { Scope } from '../language/evaluate';
import type { Block, Inline } from '../language/lesson';
import { shown } from '../play/grade';
import { pictureOf } from '../play/library';
import { isFault, plainOf } from '../play/walk';

/** Words of the engine that lessons show, in the page's language. */
const WORDS: Readonly<Record<string, () => string>> = {
  switch: m.lesson_word_switch,
  partial: m.lesson_word_partial,
  full: m.lesson_word_full,
};

export interface Context {
  /** `null` while the engine computes. */
  scope: Scope | null;
  /** The built-in lesson whose pictures may be shown. */
  slug: string | null;
}

export function Blocks({ blocks, ...context }: Context & { blocks: readonly Block[] }): ReactNode {
  return blocks.map((block, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: prose is replaced as a whole, never reordered
    return <Fragment key={index}>{blockOf(block, context)}</Fragment>;
  });
}

function blockOf(block: Block, context: Context): ReactNode {
  if (block.kind === 'paragraph') {
    return (
      <p>
        <Inlines inlines={block.children} {...context} />
      </p>
    );
  }
  if (block.kind === 'code') return <pre>{block.text}</pre>;
  const List = block.ordered ? 'ol' : 'ul';
  return (
    <List>
      {block.items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <li key={index}>
          {item[0]?.kind === 'paragraph' && item.length === 1 ? (
            <Inlines inlines={item[0].children} {...context} />
          ) : (
            <Blocks blocks={item} {...context} />
          )}
        </li>
      ))}
    </List>
  );
}

export function Inlines({ inlines, ...context }: Context & { inlines: readonly Inline[] }): ReactNode {
  return inlines.map((inline, index) => {
    const joined = joinedTo(inline, inlines[index + 1]);
    const taken = joinedTo(inlines[index - 1], inline).length;
    const shown = inline.kind === 'text' ? inline.text.slice(taken) : inlineOf(inline, context);
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <Fragment key={index}>
        {joined ? (
          <span className="joined">
            {shown}
            {joined}
          </span>
        ) : (
          shown
        )}
      </Fragment>
    );
  });
}

function joinedTo(inline: Inline | undefined, next: Inline | undefined): string {
  return inline?.kind === 'term' && next?.kind === 'text' ? behindTerm(next.text) : '';
}

function inlineOf(inline: Inline, context: Context): ReactNode {
  switch (inline.kind) {
    case 'text':
      return inline.text;
    case 'code':
      return <code>{inline.text}</code>;
    case 'break':
      return <br />;
    case 'strong':
      return (
        <strong>
          <Inlines inlines={inline.children} {...context} />
        </strong>
      );
    case 'emphasis':
      return (
        <em>
          <Inlines inlines={inline.children} {...context} />
        </em>
      );
    case 'given':
    case 'source':
      return (
        <span className={inline.kind}>
          <Inlines inlines={inline.children} {...context} />
        </span>
      );
    case 'value': {
      const value = context.scope ? plainOf(inline.value, context.scope) : null;
      if (!context.scope) return <span className="value">…</span>;
      if (isFault(value)) return <span className="trouble">{m.lesson_value_unknown()}</span>;
      // Requests come back as they were written; everything else is a figure or a word.
      const written = typeof value === 'string' && /\d/.test(value);
      return (
        <span className={written ? 'value written' : 'value'} title={inline.value.text}>
          {WORDS[`${value}`]?.() ?? shown(value)}
        </span>
      );
    }
    case 'term':
      return (
        <TermHere id={inline.id}>
          <Inlines inlines={inline.children} {...context} />
        </TermHere>
      );
    case 'link':
      return (
        <a href={inline.href} target={inline.href.startsWith('#') ? undefined : '_blank'} rel="noreferrer">
          <Inlines inlines={inline.children} {...context} />
        </a>
      );
    case 'image': {
      const address = context.slug === null ? null : pictureOf(context.slug, inline.src);
      return address ? <img src={address} alt={inline.alt} /> : inline.alt;
    }
  }
}

function TermHere({ id, children }: { id: string; children: ReactNode }): ReactNode {
  const language = useLanguage();
  const term = termOf(id);
  if (!term) return children;
  return (
    <Term name={fullName(term, language)} says={term.says[language]} source={sourceOf(term)}>
      {children}
    </Term>
  );
}
