import { useQuery } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { useAmounts } from '../../components/amounts/hideable';
import { Button } from '../../components/feedback/button';
import { Dialog } from '../../components/feedback/dialog';
import { EmptyState, ErrorState, Skeleton } from '../../components/feedback/states';
import { TextField } from '../../components/form/inputs';
import { ApiError, messageOf } from '../../lib/api';
import { day } from '../../lib/format/date';
import { exact } from '../../lib/format/decimal';
import { notify } from '../../lib/notify';
import type { TaxDeposit } from '../../lib/wire/tax';
import { depositsQuery } from './api/get-tax-report';
import { useGiveDepositCost } from './api/give-deposit-cost';
import { t } from '../../lib/i18n/texts';
import { Trans } from '../../lib/i18n/trans';
import styles from './tax-page.module.css';

/** Deposits of coins, each with a form for what it cost. */
export function DepositCostsDialog({ year, onClose }: { year: number; onClose: () => void }) {
  const { data, error, refetch } = useQuery(depositsQuery(year));
  return (
    <Dialog title={t('tax.depositsTitle')} width="tall" onClose={onClose} actions={<Button onClick={onClose}>{t('common.close')}</Button>}>
      <p>{t('tax.depositsText')}</p>
      {error && !data ? (
        <ErrorState title={t('tax.loadFailed')} error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton height={160} />
      ) : data.length === 0 ? (
        <EmptyState title={t('tax.noDeposits')} />
      ) : (
        <div className={styles.deposits}>
          {data.map((deposit) => (
            <DepositForm key={deposit.id} deposit={deposit} />
          ))}
        </div>
      )}
    </Dialog>
  );
}

function DepositForm({ deposit: { id, asset, quantity, time, cost, acquiredOn } }: { deposit: TaxDeposit }) {
  const { hide } = useAmounts();
  const give = useGiveDepositCost();
  const [typed, setTyped] = useState({ cost: cost ?? '', acquiredOn: acquiredOn ?? '' });
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const send = (next: string | null) =>
    give.mutate(
      { depositId: id, cost: next, acquiredOn: next === null || typed.acquiredOn === '' ? null : typed.acquiredOn },
      {
        onSuccess: () => {
          setErrors({});
          if (next === null) setTyped({ cost: '', acquiredOn: '' });
          notify.success(t('tax.saved'));
        },
        onError: (error) => {
          if (error instanceof ApiError && error.fields.length > 0)
            setErrors(Object.fromEntries(error.fields.map(({ field, message }) => [field, message])));
          else notify.error(messageOf(error));
        },
      },
    );
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const amount = typed.cost.trim().replace(',', '.');
    if (/^\d{1,15}(\.\d{1,8})?$/.test(amount)) send(amount);
    else setErrors({ cost: t('tax.costWrong') });
  };
  return (
    <form className={styles.deposit} onSubmit={submit} noValidate>
      <p>
        <Trans id="tax.deposited" values={{ quantity: hide(exact(quantity)), asset, day: day(time) }} tags={{ b: <strong /> }} />
      </p>
      <div className={styles.fields}>
        <TextField
          label={t('tax.costField')}
          inputMode="decimal"
          autoComplete="off"
          value={typed.cost}
          error={errors['cost']}
          onChange={(event) => setTyped({ ...typed, cost: event.target.value })}
        />
        <TextField
          label={t('tax.acquiredField')}
          type="date"
          optional
          max={time.slice(0, 10)}
          value={typed.acquiredOn}
          error={errors['acquiredOn']}
          onChange={(event) => setTyped({ ...typed, acquiredOn: event.target.value })}
        />
      </div>
      <div className={styles.buttons}>
        <Button type="submit" size="small" look="primary" disabled={give.isPending}>
          {t('tax.save')}
        </Button>
        {cost !== null && (
          <Button size="small" look="quiet" disabled={give.isPending} onClick={() => send(null)}>
            {t('tax.remove')}
          </Button>
        )}
      </div>
    </form>
  );
}
