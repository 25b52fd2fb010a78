import { english } from '../../lib/i18n/english';
import { t } from '../../lib/i18n/texts';
import styles from './lesson-text.module.css';
import type { Block, Section } from './resources';

/** The text of a lesson. It comes from the server, which knows who has subscribed. */
export function LessonText({ section: { id, blocks } }: { section: Section }) {
  return (
    <article className={styles.document} aria-labelledby={id} {...english}>
      {blocks.map((block, place) => (
        <BlockText key={place} block={block} />
      ))}
    </article>
  );
}

function BlockText({ block }: { block: Block }) {
  if (typeof block === 'string') return <p>{block}</p>;
  if ('list' in block) {
    return (
      <ul>
        {block.list.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    );
  }
  return (
    <figure className={styles.example}>
      <figcaption>{t('resources.example', { example: block.example })}</figcaption>
      <ol>
        {block.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </figure>
  );
}
