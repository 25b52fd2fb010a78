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
import { t } from '../../lib/i18n/texts';
import { receiptQuery } from './api/get-receipt';
import styles from './signals.module.css';

type Entry = LogReceiptWire['entries'][number];

/** What a member keeps to prove later what they were told. */
export function ReceiptCard({ signal }: { signal: SignalDetailWire }) {
  const isLogged = signal.logIndex !== null;
  const { data, error, refetch } = useQuery({ ...receiptQuery(signal.id, signal.amendments.length), enabled: isLogged });
  const [told, ...later] = data?.entries ?? [];
  return (
    <Card title={t('signals.receipt.title')} busy={isLogged && data === undefined && error === null}>
      {!isLogged || (data && !told) ? (
        <div className={styles.receipt}>
          <p>{t('signals.receipt.notLogged')}</p>
        </div>
      ) : data && told ? (
        <Receipt receipt={data} told={told} later={later} />
      ) : error ? (
        <ErrorState title={t('signals.receipt.failed')} error={error} onRetry={() => void refetch()} />
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
    notify.success(t('signals.receipt.saved'));
  };
  return (
    <div className={styles.receipt}>
      <p>{t('signals.receipt.intro')}</p>
      <dl className={styles.proof}>
        <Fact name={t('signals.receipt.entry')}>
          {later.length > 0
            ? t('signals.receipt.later', { index: told.index, later: later.map(({ index }) => index).join(', ') })
            : told.index}
        </Fact>
        <Fact name={t('signals.receipt.hash')}>
          <code>{told.hash}</code>
          <CopyButton compact text={told.hash} label={t('signals.receipt.copyHash')} />
        </Fact>
        <Fact name={t('signals.receipt.nonce')}>
          <code>{told.nonce}</code>
          <CopyButton compact text={told.nonce} label={t('signals.receipt.copyNonce')} />
        </Fact>
      </dl>
      <div className={styles.acts}>
        <Button look="primary" icon={<Download size={16} aria-hidden="true" />} onClick={keep}>
          {t('signals.receipt.save')}
        </Button>
        <Link to={paths.verify} className={buttonClass()}>
          {t('signals.receipt.check')}
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
