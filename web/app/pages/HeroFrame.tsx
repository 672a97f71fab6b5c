/** The place of the merge on the first page, which it keeps from the first moment on. */
import type { ReactNode, RefObject } from 'react';
import { m } from '../../i18n/compiled/messages.js';
import css from './hero.module.css';

export interface HeroFrameProps {
  frame?: RefObject<HTMLElement | null>;
  children?: ReactNode;
}

export function HeroFrame({ frame, children }: HeroFrameProps) {
  return (
    <figure className={css.hero} ref={frame}>
      {/* A picture that moves by itself takes no keys: it is a picture, and a way to the lesson about it. */}
      <div className={css.stage} inert>
        {children}
      </div>
      <figcaption>
        <a href="#/lesson/bast?step=full_merge">{m.home_hero()}</a>
      </figcaption>
    </figure>
  );
}
