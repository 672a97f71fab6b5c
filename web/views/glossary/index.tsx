/** The glossary (`#/glossary`): every term of the field in both languages, to be searched. */
import { useEffect, useRef, useState } from 'react';
import { useLanguage } from '../../base/use-language';
import { m } from '../../i18n/compiled/messages.js';
import { searchTerms, sourceOf, TERMS } from '../../model/glossary';
import '../page.css';
import './glossary.css';

export function Glossary() {
  const language = useLanguage();
  const [query, setQuery] = useState('');
  const title = useRef<HTMLHeadingElement>(null);
  // A person who came by keyboard, or hears the page, learns where they are.
  useEffect(() => {
    title.current?.focus();
  }, []);
  const other = language === 'en' ? 'ko' : 'en';
  const found = searchTerms(query, language);
  return (
    <main className="page glossary">
      <h2 ref={title} tabIndex={-1}>
        {m.glossary_title()}
      </h2>
      <p className="quiet">{m.glossary_intro()}</p>
      <input
        type="search"
        aria-label={m.glossary_search()}
        placeholder={m.glossary_search()}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
      />
      <p role="status" className="quiet">
        {found.length === 0
          ? m.glossary_nothing()
          : m.glossary_found({ found: found.length, of: TERMS.length })}
      </p>
      <dl>
        {found.map((term) => (
          <div key={term.id}>
            <dt>
              {term[language]}{' '}
              {term[other] !== term[language] && (
                <span className="quiet" lang={other}>
                  {[term[other], ...(term.also ?? [])].join(', ')}
                </span>
              )}
            </dt>
            <dd>
              {term.says[language]} <cite>{sourceOf(term)}</cite>
            </dd>
          </div>
        ))}
      </dl>
    </main>
  );
}
