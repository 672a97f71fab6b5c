/** How lessons are written, beside the lesson: the tutorial and the format, the very files of the repository. */
import type { Nodes, Root } from 'mdast';
import { Fragment, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { useLanguage } from '../../base/use-language';
import { m } from '../../i18n/compiled/messages.js';
import { type GuideName, guide } from './texts';

export interface GuideProps {
  name: GuideName;
  /** Puts a listing to the end of the text. */
  add(listing: string): void;
}

/** How far down each was read, in pixels: after a look at the preview, the reader continues there. */
const places = new Map<GuideName, number>();

export default function Guide({ name, add }: GuideProps) {
  const [root, setRoot] = useState<Root | null>(null);
  const article = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const scrolls = article.current?.parentElement;
    if (!root || !scrolls) return;
    scrolls.scrollTop = places.get(name) ?? 0;
    const read = () => places.set(name, scrolls.scrollTop);
    scrolls.addEventListener('scroll', read, { passive: true });
    return () => scrolls.removeEventListener('scroll', read);
  }, [name, root]);
  const [reason, setReason] = useState<string | null>(null);
  useEffect(() => {
    let current = true;
    guide(name).then(
      (text) => current && setRoot(unified().use(remarkParse).parse(text)),
      (error: unknown) => current && setReason(String(error)),
    );
    return () => {
      current = false;
    };
  }, [name]);
  if (reason !== null)
    return (
      <p className="trouble" role="alert">
        {m.edit_guide_missing({ reason })}
      </p>
    );
  return (
    <article ref={article} className="guide" lang="en">
      {root && <Content of={root} add={add} />}
    </article>
  );
}

/** Documents of our own: what these do not use is not drawn. Links into the repository do not work from here. */
function Content({ of: node, add }: { of: Nodes; add(listing: string): void }): ReactNode {
  const page = useLanguage();
  const inner =
    'children' in node
      ? node.children.map((child) => (
          <Fragment key={`${child.type}${child.position?.start.offset}`}>
            <Content of={child} add={add} />
          </Fragment>
        ))
      : null;
  switch (node.type) {
    case 'root':
      return inner;
    case 'heading':
      return node.depth < 2 ? <h3>{inner}</h3> : <h4>{inner}</h4>;
    case 'paragraph':
      return <p>{inner}</p>;
    case 'list':
      return node.ordered ? <ol>{inner}</ol> : <ul>{inner}</ul>;
    case 'listItem':
      return <li>{inner}</li>;
    case 'strong':
      return <strong>{inner}</strong>;
    case 'emphasis':
      return <em>{inner}</em>;
    case 'code':
      return (
        <div className="listing">
          <pre>
            <code>{node.value}</code>
          </pre>
          {node.lang === 'markdown' && (
            <button type="button" lang={page} onClick={() => add(node.value)}>
              {m.edit_add()}
            </button>
          )}
        </div>
      );
    case 'inlineCode':
      return <code>{node.value}</code>;
    case 'link':
      return node.url.startsWith('#/') ? <a href={node.url}>{inner}</a> : inner;
    case 'text':
      return node.value;
    default:
      return null;
  }
}
