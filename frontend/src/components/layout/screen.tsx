import type { ReactNode } from 'react';
import { english } from '../../lib/i18n/english';
import styles from './screen.module.css';
import { useScreen } from './use-screen';

export interface ScreenProps {
  title: string;
  /** The title as it is shown, where parts of it are elements. */
  heading?: ReactNode;
  /** The title is English in every language. */
  isEnglish?: boolean;
  /** One line that says what stands here. */
  intro?: ReactNode;
  actions?: ReactNode;
  /** `narrow` for forms. */
  width?: 'full' | 'narrow';
  children: ReactNode;
}

/** One signed-in screen within the shell. */
export function Screen({ title, heading = title, isEnglish, intro, actions, width = 'full', children }: ScreenProps) {
  const main = useScreen(title);
  return (
    <main id="main" ref={main} tabIndex={-1} className={`${styles.screen} ${styles[width]}`}>
      <header className={styles.head}>
        <div className={styles.words}>
          <h1 {...(isEnglish && english)}>{heading}</h1>
          {intro && <p className={styles.intro}>{intro}</p>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </main>
  );
}

interface CardProps {
  title?: ReactNode;
  aside?: ReactNode;
  /** The content reaches the card's edges: a table. */
  flush?: boolean;
  /** Stays in sight beside something longer, where there is room. */
  sticky?: boolean;
  /** What belongs here is on its way. */
  busy?: boolean;
  span?: 4 | 6 | 8 | 12;
  children: ReactNode;
}

/** A card on the page's grid. */
export function Card({ title, aside, flush = false, sticky = false, busy = false, span, children }: CardProps) {
  return (
    <section className={sticky ? `${styles.card} ${styles.sticky}` : styles.card} data-span={span} aria-busy={busy || undefined}>
      {title && (
        <header className={styles.cardHead}>
          <h2>{title}</h2>
          {aside}
        </header>
      )}
      <div className={flush ? styles.flush : styles.cardBody}>{children}</div>
    </section>
  );
}

/** Twelve columns; a card says how many it spans. */
export function Grid({ children }: { children: ReactNode }) {
  return <div className={styles.grid}>{children}</div>;
}
