import { useId, useState } from 'react';
import styles from './team.module.css';

/** What somebody has done: the first paragraph, and the others behind Read More. Two lines of the card's grid. */
export function Portfolio({ of, paragraphs }: { of: string; paragraphs: readonly string[] }) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [first, ...rest] = paragraphs;
  const label = isOpen ? 'Read Less' : 'Read More';
  return (
    <>
      <p className={styles.portfolio}>{first}</p>
      <div className={`${styles.portfolio} ${styles.rest}`}>
        {rest.length > 0 && (
          <>
            <div id={id} hidden={!isOpen}>
              {rest.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </div>
            <button
              type="button"
              className={styles.toggle}
              aria-expanded={isOpen}
              aria-controls={id}
              aria-label={`${label} about ${of}`}
              onClick={() => setIsOpen(!isOpen)}
            >
              {label}
            </button>
          </>
        )}
      </div>
    </>
  );
}
