import { CircleAlert } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { t } from '../../lib/i18n/texts';
import styles from './error-summary.module.css';

export interface WrongField {
  label: string;
  focus: () => void;
}

interface ErrorSummaryProps {
  title: string;
  /** What belongs to no field. A new list is a new refusal. */
  sentences: readonly string[];
  /** The fields that say themselves what is wrong with them. */
  fields: readonly WrongField[];
}

/** What stands between a form and its being sent, with a way to each place. Each refusal gives it focus. */
export function ErrorSummary({ title, sentences, fields }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  useEffect(() => box.current?.focus(), [sentences]);
  return (
    <div ref={box} role="group" tabIndex={-1} aria-labelledby={id} className={styles.summary}>
      <CircleAlert size={18} aria-hidden="true" className={styles.icon} />
      <div className={styles.words}>
        <p id={id} className={styles.title}>
          {title}
        </p>
        {sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {fields.length === 0 && sentences.length === 0 && <p>{t('form.allFine')}</p>}
        {fields.length > 0 && (
          <>
            <p>{t('form.check')}</p>
            <ul>
              {fields.map(({ label, focus }) => (
                <li key={label}>
                  <button type="button" className={styles.field} onClick={focus}>
                    {label}
                  </button>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </div>
  );
}
