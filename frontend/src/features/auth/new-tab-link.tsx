import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../../lib/i18n/texts';
import styles from './new-tab-link.module.css';

/** A link that leaves a half-filled form as it is. */
export function NewTabLink({ href, children }: { href: string; children?: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noreferrer" className={styles.link}>
      {children}
      <ExternalLink className="mirrored" size={13} aria-hidden="true" />
      <span className="visually-hidden"> {t('auth.register.newTab')}</span>
    </a>
  );
}
