import { type SyntheticEvent, useRef } from 'react';
import type { ContentBlock, LandingContent } from '../../../content/schema';
import { buttonClass } from '../feedback/button';
import section from './section.module.css';
import styles from './faqs.module.css';

/**
 * Questions, one answer open at a time. Native details elements: they answer keys, are opened by find-in-page, and work
 * before the script does.
 */
export function Faqs({ content }: { content: LandingContent['faqs'] }) {
  const list = useRef<HTMLDivElement>(null);

  // The shared name closes the others; browsers from before 2024-09 don't know it.
  const closeOthers = ({ currentTarget }: SyntheticEvent<HTMLDetailsElement>) => {
    if (!currentTarget.open) return;
    for (const other of list.current?.querySelectorAll('details') ?? []) if (other !== currentTarget) other.open = false;
  };

  return (
    <section id="faqs" aria-labelledby="faqs-title" className={section.section}>
      <div className={`${section.inner} ${styles.columns}`}>
        <div className={styles.head}>
          <h2 id="faqs-title" className={section.heading}>
            {content.title}
          </h2>
          <p className={section.lead}>
            <WithAddresses text={content.lead} />
          </p>
        </div>
        <div ref={list} className={styles.list}>
          {content.items.map(({ question, answer, action }) => (
            <details key={question} name="faqs" className={styles.item} onToggle={closeOthers}>
              <summary className={styles.question}>
                <h3>{question}</h3>
                <span className={styles.sign} aria-hidden="true" />
              </summary>
              <div className={styles.answer}>
                {answer.map((block) => (
                  <Block key={typeof block === 'string' ? block : block.list.join()} block={block} />
                ))}
                {action && (
                  <a href={action.link} className={buttonClass({ look: 'primary' })}>
                    {action.label}
                  </a>
                )}
              </div>
            </details>
          ))}
        </div>
      </div>
    </section>
  );
}

function Block({ block }: { block: ContentBlock }) {
  if (typeof block === 'string') return <p>{block}</p>;
  return (
    <ul>
      {block.list.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  );
}

/** A text whose email addresses can be written to. */
function WithAddresses({ text }: { text: string }) {
  const parts = text.split(/([^\s@]+@[\w.-]+\w)/);
  return parts.map((part, index) =>
    index % 2 === 1 ? (
      <a key={part} href={`mailto:${part}`}>
        {part}
      </a>
    ) : (
      part
    ),
  );
}
