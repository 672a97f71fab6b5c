/** Sentences of the page with the terms of the glossary in them to be asked about; plain until the glossary is there. */
import { type ReactNode, useEffect, useState } from 'react';
import { useLanguage } from '../base/use-language';
import { behindTerm, Term } from '../kit/Term';

type Glossary = typeof import('../model/glossary');

let glossary: Glossary | null = null;
/** One request for all; after a failure (offline during a visit) the next sentence asks again. */
let coming: Promise<Glossary> | null = null;

function useGlossary(): Glossary | null {
  const [there, setThere] = useState(glossary);
  useEffect(() => {
    if (there) return;
    let current = true;
    coming ??= import('../model/glossary');
    coming.then(
      (loaded) => {
        glossary = loaded;
        if (current) setThere(loaded);
      },
      () => {
        coming = null;
      },
    );
    return () => {
      current = false;
    };
  }, [there]);
  return there;
}

/** Each term is marked once in all of the texts. `wrap` says what a text is in. */
export function Glossed({ texts, wrap }: { texts: string[]; wrap: ((text: ReactNode) => ReactNode)[] }) {
  const language = useLanguage();
  const of = useGlossary();
  if (!of) return texts.map((text, index) => wrap[index]?.(text));
  const known = new Set<string>();
  return texts.map((text, index) => {
    const pieces = of.glossed(text, language, known);
    const behind = (piece: (typeof pieces)[number] | undefined) =>
      typeof piece === 'string' ? behindTerm(piece) : '';
    const shown = pieces.map((piece, i) =>
      typeof piece === 'string' ? (
        piece.slice(i > 0 ? behind(piece).length : 0)
      ) : (
        <span key={piece.term.id} className="joined">
          <Term
            name={of.fullName(piece.term, language)}
            says={piece.term.says[language]}
            source={of.sourceOf(piece.term)}
          >
            {piece.text}
          </Term>
          {behind(pieces[i + 1])}
        </span>
      ),
    );
    return wrap[index]?.(shown);
  });
}
