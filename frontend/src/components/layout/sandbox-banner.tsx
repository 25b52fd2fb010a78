import { FlaskConical } from 'lucide-react';
import { usePublicConfig } from '../../lib/public-config';
import { t } from '../../lib/i18n/texts';
import { Trans } from '../../lib/i18n/trans';
import styles from './sandbox-banner.module.css';

/** Says on every screen that the figures are not of a real exchange, where that is so. */
export function SandboxBanner() {
  const { exchange } = usePublicConfig();
  if (exchange !== 'sandbox') return null;
  return (
    <section className={styles.banner} aria-label={t('common.sandbox.title')}>
      <FlaskConical size={15} aria-hidden="true" />
      <span>
        <Trans id="common.sandbox.text" tags={{ strong: <strong /> }} />
      </span>
    </section>
  );
}
