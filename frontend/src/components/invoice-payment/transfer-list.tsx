import { useId } from 'react';
import { Moment } from '../exchange/moment';
import { Badge } from '../feedback/badge';
import { CopyButton } from '../feedback/copy-button';
import { t } from '../../lib/i18n/texts';
import { Trans } from '../../lib/i18n/trans';
import type { ChainTransferWire } from '../../lib/wire/types';
import styles from './invoice-payment.module.css';
import { rejectionText } from './rejection-text';

const tones = {
  seen: 'info',
  confirming: 'info',
  final: 'up',
  gone: 'warn',
  rejected: 'down',
} as const satisfies Record<ChainTransferWire['state'], string>;

const ENDS = 8;
const shortened = (txid: string) => (txid.length > 2 * ENDS + 1 ? `${txid.slice(0, ENDS)}…${txid.slice(-ENDS)}` : txid);

interface TransferListProps {
  transfers: readonly ChainTransferWire[];
  /** The page says elsewhere already why this one came to nothing. */
  explained: ChainTransferWire | null;
}

/** Every transfer that reached the invoice's addresses, newest first. */
export function TransferList({ transfers, explained }: TransferListProps) {
  const headingId = useId();
  return (
    <section className={styles.transfers} aria-labelledby={headingId}>
      <h4 id={headingId}>{t('pay.transfers.title')}</h4>
      <ul>
        {transfers.map((transfer, at) => (
          // One transaction may pay twice.
          <Transfer key={`${transfer.txid}-${transfers.length - at}`} transfer={transfer} isExplained={transfer === explained} />
        ))}
      </ul>
    </section>
  );
}

function Transfer({ transfer, isExplained }: { transfer: ChainTransferWire; isExplained: boolean }) {
  const { txid, amount, coin, state, reason, confirmations, seenAt } = transfer;
  // A failed transaction moved nothing, and another token has amounts of its own: the reason stands below or in the notice.
  const isUnknown = reason === 'reverted' || reason === 'wrong-contract';
  return (
    <li className={styles.transfer}>
      <p className={styles.sum}>
        <code>{isUnknown ? '—' : `${amount} ${coin}`}</code>
        <Badge tone={tones[state]}>{t(`pay.transfers.state.${state}`)}</Badge>
      </p>
      <p className={styles.txid}>
        <code title={txid}>{shortened(txid)}</code>
        <CopyButton text={txid} label={t('pay.transfers.copy')} compact />
      </p>
      <p className={styles.hint}>
        {state === 'confirming' && <>{t('pay.confirmations', { have: confirmations.have, need: confirmations.need })} · </>}
        <Trans id="pay.transfers.seen" tags={{ moment: <Moment at={seenAt} /> }} />
      </p>
      {!isExplained && state === 'rejected' && <p className={styles.hint}>{rejectionText(reason)}</p>}
      {!isExplained && state === 'gone' && <p className={styles.hint}>{t('pay.gone.text')}</p>}
    </li>
  );
}
