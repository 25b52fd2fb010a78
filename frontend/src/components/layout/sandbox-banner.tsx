import { FlaskConical } from 'lucide-react';
import { usePublicConfig } from '../../lib/public-config';
import styles from './sandbox-banner.module.css';

/** Says on every screen that the figures are not of a real exchange, where that is so. */
export function SandboxBanner() {
  const { exchange } = usePublicConfig();
  if (exchange !== 'sandbox') return null;
  return (
    <section className={styles.banner} aria-label="Sandbox">
      <FlaskConical size={15} aria-hidden="true" />
      <span>
        <strong>Sandbox.</strong> Figures come from a practice exchange; no real money is shown.
      </span>
    </section>
  );
}
