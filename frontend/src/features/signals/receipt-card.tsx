import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Button, buttonClass } from '../../components/feedback/button';
import { CopyButton } from '../../components/feedback/copy-button';
import { ErrorState, Skeleton } from '../../components/feedback/states';
import { Card } from '../../components/layout/screen';
import { paths } from '../../config/routes';
import { save } from '../../lib/download';
import { notify } from '../../lib/notify';
import type { LogReceiptWire, SignalDetailWire } from '../../lib/wire/types';
import { receiptQuery } from './api/get-receipt';
import styles from './signals.module.css';

type Entry = LogReceiptWire['entries'][number];

/** What a member keeps to prove later what they were told. */
export function ReceiptCard({ signal }: { signal: SignalDetailWire }) {
  const isLogged = signal.logIndex !== null;
  const { data, error, refetch } = useQuery({ ...receiptQuery(signal.id, signal.amendments.length), enabled: isLogged });
  const [told, ...later] = data?.entries ?? [];
  return (
    <Card title="Your receipt" busy={isLogged && data === undefined && error === null}>
      {!isLogged || (data && !told) ? (
        <div className={styles.receipt}>
          <p>Published before there was a log of signals: there is no entry that a receipt could be checked against.</p>
        </div>
      ) : data && told ? (
        <Receipt receipt={data} told={told} later={later} />
      ) : error ? (
        <ErrorState title="The receipt could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={200} />
      )}
    </Card>
  );
}

function Receipt({ receipt, told, later }: { receipt: LogReceiptWire; told: Entry; later: readonly Entry[] }) {
  const keep = () => {
    const file = { ...receipt, site: location.origin };
    save(new Blob([`${JSON.stringify(file, null, 2)}\n`], { type: 'application/json' }), `receipt-${told.index}.json`);
    notify.success('The receipt was saved');
  };
  return (
    <div className={styles.receipt}>
      <p>
        The log has held a hash of this signal since it was published. With what it says and the nonce below, everybody can make the same
        hash again, and see that it was said so, then. Until the signal has ended this is for members alone: keep it to yourself.
      </p>
      <dl className={styles.proof}>
        <Fact name="Entry of the log">
          {told.index}
          {later.length > 0 && `; said later: ${later.map(({ index }) => index).join(', ')}`}
        </Fact>
        <Fact name="Committed hash">
          <code>{told.hash}</code>
          <CopyButton compact text={told.hash} label="Copy the hash" />
        </Fact>
        <Fact name="Nonce">
          <code>{told.nonce}</code>
          <CopyButton compact text={told.nonce} label="Copy the nonce" />
        </Fact>
      </dl>
      <div className={styles.acts}>
        <Button look="primary" icon={<Download size={16} aria-hidden="true" />} onClick={keep}>
          Save the receipt
        </Button>
        <Link to={paths.verify} className={buttonClass()}>
          Check a receipt
        </Link>
      </div>
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
