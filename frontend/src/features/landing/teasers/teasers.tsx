import { ArrowRight } from 'lucide-react';
import type { ContentAction, LandingContent } from '../../../../content/schema';
import section from '../../../components/site/section.module.css';
import styles from './teasers.module.css';

export function ResourcesTeaser({ content }: { content: LandingContent['resources'] }) {
  return (
    <section id="resources" aria-labelledby="resources-title" className={section.section}>
      <div className={`${section.inner} ${styles.columns}`}>
        <div>
          <h2 id="resources-title" className={section.heading}>
            {content.title}
          </h2>
          <p className={section.lead}>{content.text}</p>
          <Onward action={content.action} />
        </div>
        <ol className={`${section.card} ${styles.topics}`}>
          {content.topics.map((topic) => (
            <li key={topic}>{topic}</li>
          ))}
        </ol>
      </div>
    </section>
  );
}

export function TermsTeaser({ content }: { content: LandingContent['terms'] }) {
  return (
    <section id="terms" aria-labelledby="terms-title" className={section.section}>
      <div className={section.inner}>
        <h2 id="terms-title" className={section.heading}>
          {content.title}
        </h2>
        <ul className={styles.points}>
          {content.points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
        <Onward action={content.action} />
      </div>
    </section>
  );
}

/** As large as the sentences that promise something. */
export function DisclaimerTeaser({ content }: { content: LandingContent['disclaimer'] }) {
  return (
    <section id="disclaimer" aria-labelledby="disclaimer-title" className={section.section}>
      <div className={section.inner}>
        <div className={styles.disclaimer}>
          <h2 id="disclaimer-title" className={section.heading}>
            {content.title}
          </h2>
          <p className={section.lead}>{content.text}</p>
          <Onward action={content.action} />
        </div>
      </div>
    </section>
  );
}

export function Onward({ action }: { action: ContentAction }) {
  return (
    <p className={styles.onward}>
      <a href={action.link} className={section.more}>
        {action.label}
        <ArrowRight size={16} aria-hidden="true" />
      </a>
    </p>
  );
}
