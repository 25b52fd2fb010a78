import { useId, useState } from 'react';
import { t } from '../../../lib/i18n/texts';
import styles from './team.module.css';

/** What somebody has done: the first paragraph, and the others behind Read More. Two lines of the card's grid. */
export function Portfolio({ of, paragraphs }: { of: string; paragraphs: readonly string[] }) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [first, ...rest] = paragraphs;
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
              aria-label={t(isOpen ? 'landing.team.lessLabel' : 'landing.team.moreLabel', { name: of })}
              onClick={() => setIsOpen(!isOpen)}
            >
              {t(isOpen ? 'landing.team.less' : 'landing.team.more')}
            </button>
          </>
        )}
      </div>
    </>
  );
}
