import { Link } from 'react-router';
import { Moment } from '../../components/exchange/figures';
import { Notice } from '../../components/feedback/notice';
import { InvoiceNumber } from '../../components/invoice-payment/invoice-number';
import { consolePaths } from '../../config/console-routes';
import type { ChainEvidenceTransferWire, ChainEvidenceWire } from '../../lib/wire/types';
import { chainNames, TransferState } from '../chain-transfers/transfer-words';
import { Facts } from '../reviews/facts';
import styles from '../reviews/workbench.module.css';

/** What the chains show of the transaction id. It says nothing of what they do not show: a transaction may still appear. */
export function ChainEvidence({ chains }: { chains: readonly ChainEvidenceWire[] }) {
  const found = chains.filter(({ result }) => result === 'found');
  if (found.length > 0) return found.map((evidence) => <Found key={evidence.chain} evidence={evidence} />);
  if (chains.every(({ result }) => result === 'not-set-up'))
    return <p className={styles.hint}>No blockchain source is set up. Look for the transfer in a block explorer.</p>;
  return <Facts facts={chains.map(({ chain, result }) => [chainNames[chain], absent[result]] as const)} />;
}

const absent: Readonly<Record<ChainEvidenceWire['result'], string>> = {
  found: 'Found',
  'not-found': 'Not found yet. It may still appear.',
  unavailable: 'The blockchain source can’t be reached. Try again in a moment.',
  'not-set-up': 'Not set up',
};

function Found({ evidence: { chain, coin, transfers } }: { evidence: ChainEvidenceWire }) {
  if (transfers.length === 0)
    return (
      <Notice kind="warn" title={`Found on ${chainNames[chain]}, but it does not pay our address`}>
        Compare the recipient on the proof with the addresses above.
      </Notice>
    );
  return (
    <>
      <p>
        <strong>Found on {chainNames[chain]}</strong>
      </p>
      {transfers.map((transfer, at) => (
        // One transaction may pay the same address twice.
        <Facts key={`${transfer.address}-${at}`} facts={factsOf(transfer, coin)} />
      ))}
    </>
  );
}

function factsOf(transfer: ChainEvidenceTransferWire, coin: string) {
  const { address, amount, blockTime, countedFor } = transfer;
  return [
    [
      'State',
      <span key="state" className={styles.row}>
        <TransferState transfer={transfer} />
      </span>,
    ],
    [
      'Amount',
      amount === null ? (
        <span key="amount" title="A failed transaction has no amount">
          –
        </span>
      ) : (
        `${amount} ${coin}`
      ),
    ],
    [
      'To',
      transfer.reason === 'reverted' ? (
        <span key="nobody" title="A failed transaction has no recipient">
          –
        </span>
      ) : (
        <span key="to">
          <code className={styles.id}>{address}</code>, an address of ours
        </span>
      ),
    ],
    [
      'Time',
      blockTime === null ? (
        <span key="none" title="Not in a block yet">
          –
        </span>
      ) : (
        <Moment key="time" at={blockTime} />
      ),
    ],
    [
      'Counted for',
      countedFor === null ? (
        'No invoice'
      ) : (
        <Link key="invoice" to={consolePaths.invoice(countedFor.id)}>
          Invoice <InvoiceNumber number={countedFor.number} />
        </Link>
      ),
    ],
  ] as const;
}
