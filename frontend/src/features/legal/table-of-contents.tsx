import { Link } from 'react-router';
import type { ContentSection } from '../../../content/schema';
import { useNarrow } from '../../lib/use-narrow';
import { english } from '../../lib/i18n/english';
import { t } from '../../lib/i18n/texts';
import styles from './table-of-contents.module.css';
import { useCurrentSection } from './use-current-section';

export const SECTION_PARAM = 'section';
/** Under this width the contents stand above the text; the style sheet uses the same figure. */
const BESIDE = 1024;

/** Leads to each section and marks the one being read. Beside the text where there is room, else folded up above it. */
export function TableOfContents({ sections, asked }: { sections: readonly ContentSection[]; asked: string | null }) {
  const narrow = useNarrow(BESIDE);
  const current = useCurrentSection(sections, asked);
  const list = (
    <ol className={styles.list} {...english}>
      {sections.map(({ id, title }) => (
        <li key={id}>
          <Link to={{ search: `?${SECTION_PARAM}=${id}` }} aria-current={id === current ? 'location' : undefined}>
            {title}
          </Link>
        </li>
      ))}
    </ol>
  );
  return (
    <nav aria-label={t('legal.contents')} className={styles.contents}>
      {narrow ? (
        <details>
          <summary>{t('legal.contents')}</summary>
          {list}
        </details>
      ) : (
        <>
          <p className={styles.title}>{t('legal.contents')}</p>
          {list}
        </>
      )}
    </nav>
  );
}
