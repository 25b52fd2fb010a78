import { ShieldCheck } from 'lucide-react';
import { CopyButton } from '../../components/feedback/copy-button';
import { Card } from '../../components/layout/screen';
import { usePublicConfig } from '../../lib/public-config';
import styles from './key-guide.module.css';

/** How to make a key that can only read, step by step, beside the fields that ask for it. */
export function KeyGuide() {
  const { egressAddress } = usePublicConfig();
  return (
    <Card title="A read-only key at Binance" span={4} sticky>
      <ol className={styles.steps}>
        <li>
          Log in at Binance and open <strong>Account → API Management</strong>.
        </li>
        <li>
          Press <strong>Create API</strong>, choose <strong>System generated</strong> and give it a name, such as Tidemark.
        </li>
        <li>Pass the security check that Binance asks for.</li>
        <li>
          Leave <strong>Enable Reading</strong> ticked. Everything else stays off: trading, margin, futures, transfers and withdrawals.
        </li>
        {egressAddress && (
          <li>
            <span>
              Choose <strong>Restrict access to trusted IPs only</strong> and add
              <span className={styles.address}>
                <code>{egressAddress}</code>
                <CopyButton text={egressAddress} label="Copy address" compact />
              </span>
            </span>
          </li>
        )}
        <li>Copy the API key and the secret key. Binance shows the secret key only once.</li>
      </ol>
      <p className={styles.note}>
        <ShieldCheck size={18} aria-hidden="true" />
        <span>We ask the exchange what your key may do before we keep it. A key that could trade or withdraw is refused and not stored.</span>
      </p>
    </Card>
  );
}
