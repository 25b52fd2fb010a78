import { ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { usePublicConfig } from '../../lib/public-config';
import { CopyButton } from '../feedback/copy-button';
import { Card } from '../layout/screen';
import styles from './key-guide.module.css';

interface Guide {
  steps: readonly ReactNode[];
  /** How the exchange calls the restriction to our address. */
  restrict: ReactNode;
  last: ReactNode;
}

/** Where each exchange keeps its page of keys, in its own words. */
const guides: Record<string, Guide> = {
  binance: {
    steps: [
      <>
        Log in at Binance and open <strong>Account → API Management</strong>.
      </>,
      <>
        Press <strong>Create API</strong>, choose <strong>System generated</strong> and give it a name, such as Tidemark.
      </>,
      'Pass the security check that Binance asks for.',
      <>
        Leave <strong>Enable Reading</strong> ticked. Everything else stays off: trading, margin, futures, transfers and withdrawals.
      </>,
    ],
    restrict: (
      <>
        Choose <strong>Restrict access to trusted IPs only</strong> and add
      </>
    ),
    last: 'Copy the API key and the secret key. Binance shows the secret key only once.',
  },
  bybit: {
    steps: [
      <>
        Log in at Bybit and open <strong>Account &amp; Security → API Management</strong>.
      </>,
      <>
        Press <strong>Create New Key</strong>, choose <strong>System-generated API Keys</strong> and give it a name, such as Tidemark.
      </>,
      <>
        Choose <strong>Read-Only</strong>, then tick every part of the account that we shall read: orders, positions, wallet.
      </>,
      'Use the main account’s key: a sub-account’s key does not see withdrawals.',
    ],
    restrict: (
      <>
        Choose <strong>Only IPs with permissions granted are allowed</strong> and add
      </>
    ),
    last: 'Copy the API key and the API secret. Bybit shows the secret only once, and ends a key without an address after three months.',
  },
  okx: {
    steps: [
      <>
        Log in at OKX and open <strong>Profile → API</strong>.
      </>,
      <>
        Press <strong>Create API key</strong> and give it a name, such as Tidemark.
      </>,
      <>
        Choose a <strong>passphrase</strong> for this key and keep it: we ask for it beside the key.
      </>,
      <>
        Tick <strong>Read</strong> alone. Trade and withdraw stay off.
      </>,
    ],
    restrict: (
      <>
        Under <strong>IP address</strong> add
      </>
    ),
    last: 'Copy the API key and the secret key. OKX shows the secret key only once.',
  },
};

/** How to make a key that can only read, step by step, beside the fields that ask for it. */
export function KeyGuide({ platform }: { platform: string }) {
  const { egressAddress, platforms } = usePublicConfig();
  const guide = guides[platform] ?? guides['binance']!;
  const name = platforms.find(({ id }) => id === platform)?.name ?? 'your exchange';
  return (
    <Card title={`A read-only key at ${name}`} span={4} sticky>
      <ol className={styles.steps}>
        {guide.steps.map((step, index) => (
          // The steps of a guide never move.
          <li key={index}>{step}</li>
        ))}
        {egressAddress && (
          <li>
            <span>
              {guide.restrict}
              <span className={styles.address}>
                <code>{egressAddress}</code>
                <CopyButton text={egressAddress} label="Copy address" compact />
              </span>
            </span>
          </li>
        )}
        <li>{guide.last}</li>
      </ol>
      <p className={styles.note}>
        <ShieldCheck size={18} aria-hidden="true" />
        <span>
          We ask the exchange what your key may do before we keep it. A key that could trade or withdraw is refused and not stored.
        </span>
      </p>
    </Card>
  );
}
