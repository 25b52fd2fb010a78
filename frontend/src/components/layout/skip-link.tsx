import type { MouseEvent } from 'react';
import { t } from '../../lib/i18n/texts';
import styles from './skip-link.module.css';

/** The id of the main region of every public page. */
export const CONTENT_ID = 'content';

/**
 * The first thing that takes focus on a public page: leads past the header to the main region. The address is for pages without a script;
 * within the app it would be taken for another screen, so focus moves without it.
 */
export function SkipLink() {
  const skip = (event: MouseEvent) => {
    event.preventDefault();
    const main = document.getElementById(CONTENT_ID);
    main?.scrollIntoView();
    main?.focus({ preventScroll: true });
  };
  return (
    <a href={`#${CONTENT_ID}`} className={styles.skip} onClick={skip}>
      {t('common.skip')}
    </a>
  );
}
