import { Rss } from 'lucide-react';
import { apiBase } from '../../config/env';
import { t } from '../../lib/i18n/texts';
import styles from './analysis.module.css';

export function AtomLink() {
  return (
    <a href={`${apiBase}/analysis.atom`} className={styles.atom}>
      <Rss size={16} aria-hidden="true" />
      {t('analysis.atom')}
    </a>
  );
}
