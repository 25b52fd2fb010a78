import { type ReactNode, useEffect } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import type { LegalContent } from '../../../content/schema';
import { PublicPage } from '../../components/layout/public-page';
import { day } from '../../lib/format/date';
import { DocumentBlock } from './document-block';
import { english, isForeign } from '../../lib/i18n/english';
import { t } from '../../lib/i18n/texts';
import { Trans } from '../../lib/i18n/trans';
import styles from './document.module.css';
import { SECTION_PARAM, TableOfContents } from './table-of-contents';

/**
 * A text to be read from top to bottom, or looked something up in. It is in English, with a note on pages in another language. The hash of
 * the address is the router's, so the section to show is in the search: `/term?section=fees` can be kept and sent.
 */
export function DocumentPage({
  document: { title, intro, updated, sections },
  isBinding = true,
  children,
}: {
  document: LegalContent;
  isBinding?: boolean;
  children?: ReactNode;
}) {
  const asked = useSearchParams()[0].get(SECTION_PARAM);
  // A link to the section one is already asked for leads there again.
  const { key } = useLocation();
  useEffect(() => {
    const section = sections.some(({ id }) => id === asked) && asked !== null ? document.getElementById(asked) : null;
    if (!section) return;
    section.querySelector('h2')?.focus({ preventScroll: true });
    section.scrollIntoView();
  }, [asked, key, sections]);

  return (
    <PublicPage
      width="document"
      title={title}
      isEnglish
      intro={
        <>
          {isForeign() && <span className={styles.language}>{t(isBinding ? 'legal.bindingInEnglish' : 'legal.inEnglish')}</span>}{' '}
          <span className={styles.intro} {...english}>
            {intro}
          </span>{' '}
          <span className={styles.updated}>
            <Trans id="legal.changed" tags={{ date: <time dateTime={updated}>{day(updated)}</time> }} />
          </span>
        </>
      }
    >
      <div className={styles.document}>
        <TableOfContents sections={sections} asked={asked} />
        <article className={styles.text} {...english}>
          {sections.map((section, index) => (
            <section key={section.id} id={section.id} className={styles.section}>
              <h2 tabIndex={-1}>
                <span className={styles.number}>{index + 1}.</span> {section.title}
              </h2>
              {section.blocks.map((block, place) => (
                <DocumentBlock key={place} block={block} />
              ))}
            </section>
          ))}
          {children}
        </article>
      </div>
    </PublicPage>
  );
}
