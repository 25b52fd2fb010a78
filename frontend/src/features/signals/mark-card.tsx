import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Choices } from '../../components/chart/choices';
import { Moment } from '../../components/exchange/figures';
import { Button } from '../../components/feedback/button';
import { Notice } from '../../components/feedback/notice';
import { ErrorState, Skeleton } from '../../components/feedback/states';
import { placeErrors } from '../../components/form/form-errors';
import { TextField } from '../../components/form/inputs';
import { Card } from '../../components/layout/screen';
import { messageOf } from '../../lib/api';
import { t } from '../../lib/i18n/texts';
import { Trans } from '../../lib/i18n/trans';
import { notify } from '../../lib/notify';
import type { SignalDetailWire, SignalMarkRequestWire, SignalMarkWire } from '../../lib/wire/types';
import { ownTradesQuery, useMarkSignal } from './api/signal-marks';
import { OwnTrades } from './own-trades';
import styles from './mark-card.module.css';

/** How long a change can be undone. */
const UNDO_MILLISECONDS = 8000;

const requestOf = (mark: SignalMarkWire): SignalMarkRequestWire => ({
  stance: mark.stance,
  ...(mark.stance === 'taken' && { entryPrice: mark.entryPrice, quantity: mark.quantity }),
});

/** Whether the member took the signal, as they say, and as their synced fills show. */
export function MarkCard({ signal }: { signal: SignalDetailWire }) {
  const { id, mark } = signal;
  const store = useMarkSignal(id);
  const trades = useQuery(ownTradesQuery(id));
  const [isBusy, setIsBusy] = useState(false);

  /** Changes the mark and offers the way back. Throws what the server refused. */
  const change = async (next: SignalMarkRequestWire | null, done: string) => {
    await store(next);
    const restore = async () => {
      try {
        await store(mark && requestOf(mark));
        notify.success(t('signals.mark.restored'));
      } catch (error) {
        notify.error(messageOf(error));
      }
    };
    notify.success(done, { label: t('signals.mark.undo'), act: () => void restore(), milliseconds: UNDO_MILLISECONDS });
  };
  const press = async (next: SignalMarkRequestWire | null, done: string) => {
    setIsBusy(true);
    try {
      await change(next, done);
    } catch (error) {
      notify.error(messageOf(error));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Card title={t('signals.mark.title')} busy={isBusy}>
      <div className={styles.card}>
        <div className={styles.choice}>
          <span>{t('signals.mark.label')}</span>
          <Choices
            label={t('signals.mark.label')}
            options={[
              { value: 'taken', label: t('signals.mark.taken') },
              { value: 'passed', label: t('signals.mark.passed') },
            ]}
            value={mark?.stance ?? null}
            onChange={(stance) => {
              if (stance === mark?.stance || isBusy) return;
              void press({ stance }, t(stance === 'taken' ? 'signals.mark.savedTaken' : 'signals.mark.savedPassed'));
            }}
          />
        </div>
        {mark && (
          <div className={styles.marked}>
            <span>
              <Trans id="signals.mark.at" tags={{ moment: <Moment at={mark.markedAt} /> }} />
            </span>
            <Button size="small" look="quiet" busy={isBusy} onClick={() => void press(null, t('signals.mark.removed'))}>
              {t('signals.mark.remove')}
            </Button>
          </div>
        )}
        {mark?.stance === 'taken' && (
          <EntryForm
            key={`${mark.entryPrice} ${mark.quantity}`}
            mark={mark}
            base={signal.symbol.split('/')[0]!}
            onSave={(figures) => change({ stance: 'taken', ...figures }, t('signals.mark.saved'))}
          />
        )}
        <section className={styles.fills} aria-busy={trades.isFetching || undefined}>
          <h3>{t('signals.own.title')}</h3>
          {trades.data ? (
            <OwnTrades trades={trades.data} stance={mark?.stance ?? null} />
          ) : trades.error ? (
            <ErrorState title={t('signals.own.failed')} error={trades.error} onRetry={() => void trades.refetch()} />
          ) : (
            <Skeleton height={96} />
          )}
        </section>
      </div>
    </Card>
  );
}

interface Figures {
  entryPrice: string;
  quantity: string;
}

const plain = (typed: string) => typed.trim().replace(',', '.') || null;

/** Entry price and quantity as the member remembers them; both may stay empty. */
function EntryForm({
  mark,
  base,
  onSave,
}: {
  mark: SignalMarkWire;
  base: string;
  onSave: (figures: { entryPrice: string | null; quantity: string | null }) => Promise<void>;
}) {
  const [problems, setProblems] = useState<string[]>([]);
  const { register, handleSubmit, setError, formState } = useForm<Figures>({
    defaultValues: { entryPrice: mark.entryPrice ?? '', quantity: mark.quantity ?? '' },
  });
  const save = handleSubmit(async ({ entryPrice, quantity }) => {
    setProblems([]);
    try {
      await onSave({ entryPrice: plain(entryPrice), quantity: plain(quantity) });
    } catch (error) {
      setProblems(placeErrors<Figures>(error, { entryPrice: 'entryPrice', quantity: 'quantity' }, setError));
    }
  });
  const { errors, isSubmitting } = formState;
  return (
    <form className={styles.form} onSubmit={(event) => void save(event)} noValidate>
      <div className={styles.fields}>
        <TextField
          label={t('signals.mark.entryPrice')}
          optional
          inputMode="decimal"
          autoComplete="off"
          maxLength={40}
          error={errors.entryPrice?.message}
          {...register('entryPrice')}
        />
        <TextField
          label={t('signals.mark.quantity', { base })}
          optional
          inputMode="decimal"
          autoComplete="off"
          maxLength={40}
          error={errors.quantity?.message}
          {...register('quantity')}
        />
        <Button type="submit" busy={isSubmitting}>
          {t('signals.mark.save')}
        </Button>
      </div>
      <p className={styles.note}>{t('signals.mark.help')}</p>
      {problems.length > 0 && <Notice kind="error" live title={problems.join(' ')} />}
    </form>
  );
}
