import { type ComponentType, useEffect, useState } from 'react';
import type { LandingContent } from '../../../content/schema';
import { t } from '../../lib/i18n/texts';
import styles from './performance.module.css';
import section from './section.module.css';
import { Onward } from './teasers/teasers';

/**
 * What the house has said about its past years, shown as what it is: each figure has its status beside it in its own size, a year without a
 * figure keeps its row, and nothing is drawn that would make a figure look larger or better founded than the one next to it.
 */
export function Performance({ content }: { content: LandingContent['performance'] }) {
  return (
    <section id="portfolio" aria-labelledby="portfolio-title" className={section.section}>
      <div className={`${section.inner} ${styles.columns}`}>
        <div className={styles.head}>
          <h2 id="portfolio-title" className={section.heading}>
            {content.title}
          </h2>
          <p className={section.lead}>{content.lead}</p>
        </div>
        <table className={`${section.card} ${styles.claims}`} aria-labelledby="portfolio-title">
          <thead>
            <tr>
              <th scope="col">{t('landing.performance.period')}</th>
              <th scope="col">{t('landing.performance.result')}</th>
            </tr>
          </thead>
          <tbody>
            {content.claims.map(({ period, result, note }) => (
              <tr key={period}>
                <th scope="row">{period}</th>
                <td>
                  {result === null ? (
                    <span className={styles.missing}>{note ?? t('landing.performance.notReported')}</span>
                  ) : (
                    <div className={styles.claim}>
                      <span className={styles.result}>{result}</span>
                      <span className={styles.status}>{content.status}</span>
                      {note && <span className={styles.note}>{note}</span>}
                    </div>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <ul className={styles.notes}>
          {content.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      </div>
      <div className={section.inner}>
        <Checked />
        <Onward action={content.action} />
      </div>
    </section>
  );
}

/** By then everything else of the page is there. Not every browser says when it is idle. */
const LATER_MS = 1500;

/** The figure that can be checked. It and its code are asked for when nothing waits behind them; without them the page lacks nothing. */
function Checked() {
  const [Figure, setFigure] = useState<ComponentType | null>(null);
  useEffect(() => {
    const load = () =>
      import('./checked-figure').then(
        ({ CheckedFigure }) => setFigure(() => CheckedFigure),
        () => undefined,
      );
    const timer = setTimeout(() => void load(), LATER_MS);
    return () => clearTimeout(timer);
  }, []);
  return Figure && <Figure />;
}
