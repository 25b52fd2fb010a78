import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Badge } from '../../components/feedback/badge';
import { Button } from '../../components/feedback/button';
import { Notice } from '../../components/feedback/notice';
import { placeErrors } from '../../components/form/form-errors';
import { TextField } from '../../components/form/inputs';
import { utc } from '../../lib/format/date';
import { UNKNOWN } from '../../lib/format/decimal';
import { percentOf } from '../../lib/format/share';
import { t } from '../../lib/i18n/texts';
import { notify } from '../../lib/notify';
import type { AccountAlertsWire, AccountAlertWire } from '../../lib/wire/types';
import styles from './account-card.module.css';
import { setAccountAlert, useRefreshAlerts, useRemoveAccountAlert } from './alerts';

interface AccountAlertFormProps {
  alert: AccountAlertWire;
  account: AccountAlertsWire;
  /** The member may turn alerts off, but not on. */
  isLocked: boolean;
}

/** One alert about the account: turning it on and off, its percentage, and how it stands. */
export function AccountAlertForm({ alert, account, isLocked }: AccountAlertFormProps) {
  const { kind, isOn } = alert;
  const title = useId();
  const refresh = useRefreshAlerts();
  const remove = useRemoveAccountAlert();
  const [problems, setProblems] = useState<string[]>([]);
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { percent: alert.percent ?? '' } });
  const submit = handleSubmit(async ({ percent }) => {
    setProblems([]);
    try {
      const { message } = await setAccountAlert(kind, kind === 'deposit' ? null : percent.trim().replace(',', '.'));
      notify.success(message);
      await refresh();
    } catch (error) {
      setProblems(placeErrors<{ percent: string }>(error, { percent: 'percent' }, setError));
    }
  });
  return (
    <form className={styles.alert} aria-labelledby={title} onSubmit={(event) => void submit(event)} noValidate>
      <div className={styles.head}>
        <h3 id={title} className={styles.title}>
          {t(`alerts.account.${kind}.title`)}
        </h3>
        <Badge tone={isOn ? 'up' : 'neutral'}>{t(isOn ? 'alerts.account.on' : 'alerts.account.off')}</Badge>
      </div>
      <p className={styles.lead}>{t(`alerts.account.${kind}.text`)}</p>
      {kind === 'drawdown' && <p>{drawdownOf(account)}</p>}
      {kind !== 'deposit' && (
        <TextField
          label={t(`alerts.account.${kind}.percent`)}
          help={t(`alerts.account.${kind}.range`)}
          inputMode="decimal"
          dir="ltr"
          autoComplete="off"
          maxLength={5}
          disabled={isLocked}
          error={formState.errors.percent?.message}
          {...register('percent', { validate: (value) => value.trim() !== '' || t('alerts.account.percentMissing') })}
        />
      )}
      {isOn && <Standing alert={alert} />}
      {problems.length > 0 && <Notice kind="error" live title={problems.join(' ')} />}
      <div className={styles.actions}>
        {(!isOn || kind !== 'deposit') && (
          <Button type="submit" size="small" look={isOn ? 'secondary' : 'primary'} disabled={isLocked} busy={formState.isSubmitting}>
            {t(formState.isSubmitting ? 'alerts.account.saving' : isOn ? 'alerts.account.save' : 'alerts.account.turnOn')}
          </Button>
        )}
        {isOn && (
          <Button size="small" busy={remove.isPending} onClick={() => remove.mutate(kind)}>
            {t('alerts.account.turnOff')}
          </Button>
        )}
      </div>
    </form>
  );
}

/** When the alert last fired, and whether it waits. */
function Standing({ alert: { isArmed, checkedAt, firedAt, kind } }: { alert: AccountAlertWire }) {
  return (
    <p className={styles.note}>
      {firedAt === null
        ? t(checkedAt === null ? 'alerts.account.unread' : 'alerts.account.never')
        : t('alerts.account.fired', { at: utc(firedAt) })}
      {kind === 'drawdown' && !isArmed && ` ${t('alerts.account.waits')}`}
    </p>
  );
}

function drawdownOf({ drawdown, drawdownUnknown }: AccountAlertsWire): string {
  if (drawdown !== null) return t('alerts.account.now', { value: percentOf(drawdown) });
  return t('alerts.account.noNow', { dash: UNKNOWN, reason: t(`alerts.account.${drawdownUnknown ?? 'not-computed'}`) });
}
