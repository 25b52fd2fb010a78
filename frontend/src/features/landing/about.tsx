import { ArrowRight } from 'lucide-react';
import type { LandingContent } from '../../../content/schema';
import { outward } from '../../lib/outward';
import styles from './about.module.css';
import section from '../../components/site/section.module.css';

type Wing = LandingContent['about']['wings'][number];

/** The club and the fund, each with what it costs, who can do what with an account, and how the fund invests. */
export function About({ content }: { content: LandingContent['about'] }) {
  const { title, paragraphs, wings, access, strategy } = content;
  return (
    <section id="about" aria-labelledby="about-title" className={section.section}>
      <div className={section.inner}>
        <div className={styles.head}>
          <h2 id="about-title" className={section.heading}>
            {title}
          </h2>
          <div className={styles.paragraphs}>
            {paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
        </div>
        <div className={styles.wings}>
          {wings.map((wing) => (
            <WingCard key={wing.name} wing={wing} />
          ))}
        </div>
        <h3 className={styles.strategyTitle}>{access.title}</h3>
        <p className={styles.accessText}>{access.text}</p>
        <ul className={styles.access}>
          {access.columns.map(({ name, points }) => (
            <li key={name} className={section.card}>
              <h4>{name}</h4>
              <ul>
                {points.map((point) => (
                  <li key={point}>{point}</li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
        <h3 className={styles.strategyTitle}>{strategy.title}</h3>
        <ol className={styles.strategy}>
          {strategy.points.map((point) => (
            <li key={point.title}>
              <h4>{point.title}</h4>
              <p>{point.text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

function WingCard({ wing: { name, text, facts, action } }: { wing: Wing }) {
  return (
    <article className={`${section.card} ${styles.wing}`}>
      <h3>{name}</h3>
      <p>{text}</p>
      <dl>
        {facts.map((fact) => (
          <div key={fact.name}>
            <dt>{fact.name}</dt>
            <dd>{fact.value}</dd>
          </div>
        ))}
      </dl>
      <a href={action.link} {...outward(action.link)} className={section.more}>
        {action.label} <ArrowRight size={16} aria-hidden="true" />
      </a>
    </article>
  );
}
