import type { LandingContent } from '../../../../content/schema';
import { Later } from '../later';
import section from '../../../components/site/section.module.css';
import { Onward } from '../teasers/teasers';
import styles from './signals.module.css';

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
          <Later load={loadCards} props={{ empty: content.empty }} />
        </div>
        <Onward action={content.action} />
      </div>
    </section>
  );
}

const loadCards = async () => (await import('./signal-cards')).SignalCards;
