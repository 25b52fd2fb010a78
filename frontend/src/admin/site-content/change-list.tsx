import type { FaqsContentWire } from '../../lib/wire/types';
import { changesBetween } from './content-changes';
import styles from './site-content.module.css';

/** What visitors read now, and what they read afterwards. `before` null: unknown, because the server has no web app. */
export function ChangeList({ before, after }: { before: FaqsContentWire | null; after: FaqsContentWire }) {
  if (before === null) return <>This section has no content yet. All of it is new.</>;
  const changes = changesBetween(before, after);
  if (changes.length === 0) return <>Nothing differs from what visitors read now.</>;
  return (
    <dl className={styles.changes} aria-label="Changes">
      {changes.map(({ place, before: old, after: text }) => (
        <div key={place + String(text)}>
          <dt>{place}</dt>
          {old !== null && (
            <dd className={styles.before} dir="auto">
              <del>{old}</del>
            </dd>
          )}
          <dd className={styles.after} dir="auto">
            {text === null ? 'Removed' : <ins>{text}</ins>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
