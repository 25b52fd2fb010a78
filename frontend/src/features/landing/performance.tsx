import type { LandingContent } from '../../../content/schema';
import { t } from '../../lib/i18n/texts';
import { Later } from './later';
import styles from './performance.module.css';
import section from '../../components/site/section.module.css';
import { Onward } from './teasers/teasers';

/** Years of a period such as `2020–2021`, which is drawn as wide. */
function yearsOf(period: string): number {
  const [from, to] = period.split('–').map(Number);
  return from !== undefined && to !== undefined && to > from ? to - from + 1 : 1;
}

/**
 * The results reported for past years, on a timeline: each figure has its status beside it, a year without a figure keeps its place and is
 * hatched, and no figure is drawn larger than another.
 */
export function Performance({ content }: { content: LandingContent['performance'] }) {
  return (
    <section id="portfolio" aria-labelledby="portfolio-title" className={section.section}>
      <div className={section.inner}>
        <div className={styles.head}>
          <h2 id="portfolio-title" className={section.heading}>
            {content.title}
          </h2>
          <p className={section.lead}>{content.lead}</p>
        </div>
        <ol className={styles.claims}>
          {content.claims.map(({ period, result, note }) => (
            <li key={period} data-years={yearsOf(period)} className={result === null ? styles.gap : undefined}>
              <h3>{period}</h3>
              {result === null ? (
                <p>
                  <span className={styles.missing}>{note ?? t('landing.performance.notReported')}</span>
                </p>
              ) : (
                <>
                  <p className={styles.result}>{result}</p>
                  <p className={styles.status}>{content.status}</p>
                  {note && <p className={styles.status}>{note}</p>}
                </>
              )}
            </li>
          ))}
        </ol>
        <ul className={styles.notes}>
          {content.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      </div>
      <div className={section.inner}>
        <Later load={loadFigure} props={{}} />
        <Onward action={content.action} />
      </div>
    </section>
  );
}

/** The figure that can be checked. */
const loadFigure = async () => (await import('./checked-figure')).CheckedFigure;
