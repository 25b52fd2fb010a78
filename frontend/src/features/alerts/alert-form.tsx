import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { Link } from 'react-router';
import { Button } from '../../components/feedback/button';
import { Notice } from '../../components/feedback/notice';
import { ErrorState, Skeleton } from '../../components/feedback/states';
import { placeErrors } from '../../components/form/form-errors';
import { CheckboxField, SelectField, TextField } from '../../components/form/inputs';
import { Card } from '../../components/layout/screen';
import { paths } from '../../config/routes';
import { exact, price, UNKNOWN } from '../../lib/format/decimal';
import { t } from '../../lib/i18n/texts';
import { Trans } from '../../lib/i18n/trans';
import { useLivePrices } from '../../lib/live-prices';
import { notify } from '../../lib/notify';
import type { SignalDetailWire } from '../../lib/wire/types';
import { signalPath, signalQuery } from '../../lib/signal';
import { setAlert, useRefreshAlerts, type NewAlert } from './alerts';
import styles from './alerts.module.css';

const plain = (typed: string) => typed.trim().replace(',', '.');
const symbolOf = (pair: string) => pair.trim().toUpperCase().replace('/', '');

/** Sets an alert: at a price, or near the entry or stop of the signal that the page was opened for. */
export function AlertForm({ signalId }: { signalId: string | null }) {
  const { data: signal, error, refetch } = useQuery({ ...signalQuery(signalId ?? ''), enabled: signalId !== null });
  return (
    <Card title={t('alerts.form.title')} span={12}>
      {signalId === null ? (
        <PriceForm />
      ) : signal ? (
        <SignalForm key={signal.id} signal={signal} />
      ) : error ? (
        <ErrorState title={t('alerts.form.signalFailed')} error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={180} />
      )}
    </Card>
  );
}

/** Sends the alert. Returns what could not be placed beside a field. */
function useSetAlert() {
  const refresh = useRefreshAlerts();
  return async (alert: NewAlert) => {
    const { message } = await setAlert(alert);
    notify.success(message);
    await refresh();
  };
}

interface PriceValues {
  asset: string;
  way: 'up' | 'down';
  level: string;
  repeats: boolean;
}

function PriceForm() {
  const set = useSetAlert();
  const [problems, setProblems] = useState<string[]>([]);
  const { register, handleSubmit, resetField, setError, control, formState } = useForm<PriceValues>({
    defaultValues: { asset: 'BTC/USDT', way: 'up', level: '', repeats: false },
  });
  const { errors, isSubmitting } = formState;
  const asset = useWatch({ control, name: 'asset' });
  const submit = handleSubmit(async ({ level, ...values }) => {
    setProblems([]);
    try {
      await set({ kind: 'price', ...values, asset: values.asset.trim().toUpperCase(), level: plain(level) });
      resetField('level');
    } catch (error) {
      setProblems(placeErrors<PriceValues>(error, { asset: 'asset', way: 'way', level: 'level' }, setError));
    }
  });
  return (
    <form className={styles.stack} onSubmit={(event) => void submit(event)} noValidate>
      <p className={styles.lead}>
        <Trans id="alerts.form.priceHelp" tags={{ signals: <Link to={paths.tradeSignals} /> }} />
      </p>
      <div className={styles.fields}>
        <TextField
          label={t('alerts.form.pair')}
          help={<CurrentPrice asset={asset} />}
          dir="ltr"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={41}
          error={errors.asset?.message}
          {...register('asset', { validate: (value) => value.trim() !== '' || t('alerts.form.pairMissing') })}
        />
        <SelectField label={t('alerts.form.when')} error={errors.way?.message} {...register('way')}>
          <option value="up">{t('alerts.form.up')}</option>
          <option value="down">{t('alerts.form.down')}</option>
        </SelectField>
        <TextField
          label={t('alerts.form.level')}
          inputMode="decimal"
          dir="ltr"
          autoComplete="off"
          maxLength={20}
          error={errors.level?.message}
          {...register('level', { validate: (value) => value.trim() !== '' || t('alerts.form.levelMissing') })}
        />
      </div>
      <CheckboxField label={t('alerts.form.repeats')} help={t('alerts.form.repeatsHelp')} {...register('repeats')} />
      <Submit busy={isSubmitting} problems={problems} />
    </form>
  );
}

interface SignalValues {
  kind: 'signal-entry' | 'signal-stop';
  percent: string;
  repeats: boolean;
}

function SignalForm({ signal }: { signal: SignalDetailWire }) {
  const set = useSetAlert();
  const [problems, setProblems] = useState<string[]>([]);
  const { register, handleSubmit, setError, formState } = useForm<SignalValues>({
    defaultValues: { kind: 'signal-entry', percent: '1', repeats: false },
  });
  const { errors, isSubmitting } = formState;
  const isFixed = signal.trailingStopLoss.toLowerCase() === 'none';
  const submit = handleSubmit(async ({ percent, ...values }) => {
    setProblems([]);
    try {
      await set({ ...values, signalId: signal.id, percent: plain(percent) });
    } catch (error) {
      setProblems(placeErrors<SignalValues>(error, { kind: 'kind', percent: 'percent' }, setError));
    }
  });
  return (
    <form className={styles.stack} onSubmit={(event) => void submit(event)} noValidate>
      <p className={styles.lead}>
        <Trans
          id="alerts.form.signalHelp"
          values={{ pair: signal.symbol }}
          tags={{
            signal: <Link to={signalPath(signal.id)} />,
            price: <Link to={paths.alerts} />,
          }}
        />
      </p>
      <div className={styles.fields}>
        <SelectField
          label={t('alerts.form.near')}
          help={isFixed ? undefined : t('alerts.form.stopMoves')}
          error={errors.kind?.message}
          {...register('kind')}
        >
          <option value="signal-entry">{t('alerts.form.entry', { level: exact(signal.entryPrice) })}</option>
          {isFixed && <option value="signal-stop">{t('alerts.form.stop')}</option>}
        </SelectField>
        <TextField
          label={t('alerts.form.percent')}
          help={t('alerts.form.percentHelp')}
          inputMode="decimal"
          dir="ltr"
          autoComplete="off"
          maxLength={5}
          error={errors.percent?.message}
          {...register('percent', { validate: (value) => value.trim() !== '' || t('alerts.form.percentMissing') })}
        />
      </div>
      <CheckboxField label={t('alerts.form.repeats')} help={t('alerts.form.repeatsHelp')} {...register('repeats')} />
      <Submit busy={isSubmitting} problems={problems} />
    </form>
  );
}

function Submit({ busy, problems }: { busy: boolean; problems: readonly string[] }) {
  return (
    <>
      {problems.length > 0 && <Notice kind="error" live title={problems.join(' ')} />}
      <div>
        <Button type="submit" look="primary" busy={busy}>
          {t(busy ? 'alerts.form.running' : 'alerts.form.action')}
        </Button>
      </div>
    </>
  );
}

/** The last spot price of a pair in USDT, as it changes; a dash where the ticker does not have it. */
function CurrentPrice({ asset }: { asset: string }) {
  const symbol = symbolOf(asset);
  const { prices } = useLivePrices(symbol === '' ? [] : [symbol]);
  const current = prices.get(symbol);
  return current === undefined ? t('alerts.form.noPrice', { dash: UNKNOWN }) : t('alerts.form.now', { price: price(current) });
}
