import { type ComponentType, useEffect, useState } from 'react';
import type { LandingContent } from '../../../../content/schema';
import section from '../section.module.css';
import { Onward } from '../teasers/teasers';
import styles from './signals.module.css';

/** By then everything else of the page is there. */
const LATER_MS = 1500;

/** The newest signals: sealed until they end, then open. The cards and their code are requested when nothing else waits for the network. */
export function Signals({ content }: { content: LandingContent['signals'] }) {
  return (
    <section id="signals" aria-labelledby="signals-title" className={section.section}>
      <div className={section.inner}>
        <div className={section.head}>
          <h2 id="signals-title" className={section.heading}>
            {content.title}
          </h2>
          <p className={section.lead}>{content.lead}</p>
        </div>
        <div className={styles.place}>
          <Cards empty={content.empty} />
        </div>
        <Onward action={content.action} />
      </div>
    </section>
  );
}

function Cards({ empty }: { empty: string }) {
  const [Loaded, setLoaded] = useState<ComponentType<{ empty: string }> | null>(null);
  useEffect(() => {
    const load = () =>
      import('./signal-cards').then(
        ({ SignalCards }) => setLoaded(() => SignalCards),
        () => undefined,
      );
    const timer = setTimeout(() => void load(), LATER_MS);
    return () => clearTimeout(timer);
  }, []);
  return Loaded && <Loaded empty={empty} />;
}
