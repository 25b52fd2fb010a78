import type { ReactNode } from 'react';
import { english } from '../../lib/i18n/english';
import { PublicFooter } from './public-footer';
import { PublicHeader } from './public-header';
import styles from './public-page.module.css';
import { CONTENT_ID } from './skip-link';
import { useScreen } from './use-screen';

interface PublicPageProps {
  title: string;
  /** The title is English in every language. */
  isEnglish?: boolean;
  intro?: ReactNode;
  /** `form` is one narrow column, `wide` leaves room for a second, `document` lays itself out. */
  width?: 'form' | 'wide' | 'document';
  aside?: ReactNode;
  /** In place of the choice of the language, where no script runs. */
  languages?: ReactNode;
  children: ReactNode;
}

/** A page before sign-in: header, one heading, one task, footer. */
export function PublicPage({ title, isEnglish, intro, width = 'form', aside, languages, children }: PublicPageProps) {
  const main = useScreen(title);
  return (
    <>
      <PublicHeader />
      <main ref={main} id={CONTENT_ID} tabIndex={-1} className={`${styles.main} ${styles[width]}`}>
        <div className={styles.column}>
          <h1 {...(isEnglish && english)}>{title}</h1>
          {intro && <div className={styles.intro}>{intro}</div>}
          {children}
        </div>
        {aside && <aside className={styles.aside}>{aside}</aside>}
      </main>
      <PublicFooter {...(languages !== undefined && { languages })} />
    </>
  );
}
