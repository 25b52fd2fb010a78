import { useMutation, useQuery } from '@tanstack/react-query';
import { Fingerprint } from 'lucide-react';
import { useId, useState } from 'react';
import { messageOf } from '../../lib/api';
import { canUsePasskeys } from '../../lib/passkeys';
import { type FactorKind, type SecondFactors, confirmWith, confirmWithPasskey, secondFactorsQuery } from '../../lib/second-factor';
import { useFocusOnMount } from '../../lib/use-focus';
import { Button } from '../feedback/button';
import { Dialog } from '../feedback/dialog';
import { Notice } from '../feedback/notice';
import { ErrorState, Skeleton } from '../feedback/states';
import { PasswordField } from '../form/inputs';
import { CodeField, takesCode } from './code-field';
import { t } from '../../lib/i18n/texts';
import styles from './security.module.css';

const kindsOf = ({ totp, passkeys, recoveryCodesLeft }: SecondFactors): FactorKind[] =>
  !totp && passkeys.length === 0
    ? []
    : [
        ...(totp ? (['totp'] as const) : []),
        ...(passkeys.length > 0 ? (['passkey'] as const) : []),
        ...(recoveryCodesLeft > 0 ? (['recovery'] as const) : []),
      ];

/** Asks for the password, or for the second factor where there is one, before something that can't be taken back lightly. */
export function StepUpDialog({ onSettled }: { onSettled: (confirmed: boolean) => void }) {
  const { data, error, refetch } = useQuery(secondFactorsQuery);
  const form = useId();
  const [typed, setTyped] = useState('');
  const kinds = data ? kindsOf(data) : null;
  const byPassword = kinds?.length === 0;
  const hasField = byPassword || (kinds !== null && takesCode(kinds));
  const onSuccess = () => onSettled(true);
  const confirm = useMutation({ mutationFn: () => confirmWith(byPassword ? { password: typed } : { otp: typed.trim() }), onSuccess });
  const byPasskey = useMutation({ mutationFn: confirmWithPasskey, onSuccess });
  const isBusy = confirm.isPending || byPasskey.isPending;
  const problem = confirm.isError ? messageOf(confirm.error) : undefined;
  const type = (value: string) => {
    confirm.reset();
    setTyped(value);
  };
  return (
    <Dialog
      title={t('security.stepUp.title')}
      onClose={() => onSettled(false)}
      actions={
        <>
          <Button onClick={() => onSettled(false)}>{t('common.cancel')}</Button>
          {hasField && (
            <Button type="submit" form={form} look="primary" busy={confirm.isPending} disabled={isBusy || typed.trim() === ''}>
              {confirm.isPending ? t('security.checking') : t('security.stepUp.confirm')}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.stack}>
        <p>{byPassword ? t('security.stepUp.password') : t('security.stepUp.factor')}</p>
        {!kinds &&
          (error ? (
            <ErrorState title={t('security.factors.failed')} error={error} onRetry={() => void refetch()} />
          ) : (
            <Skeleton height={64} />
          ))}
        {kinds?.includes('passkey') && canUsePasskeys() && (
          <>
            <Button
              look={takesCode(kinds) ? 'secondary' : 'primary'}
              wide
              icon={<Fingerprint size={17} aria-hidden="true" />}
              busy={byPasskey.isPending}
              disabled={isBusy}
              onClick={() => byPasskey.mutate()}
            >
              {byPasskey.isPending ? t('security.waiting') : t('security.stepUp.passkey')}
            </Button>
            {byPasskey.isError && <Notice kind="error" live title={messageOf(byPasskey.error)} />}
          </>
        )}
        {hasField && (
          <form
            id={form}
            onSubmit={(event) => {
              event.preventDefault();
              if (typed.trim() !== '' && !isBusy) confirm.mutate();
            }}
            noValidate
          >
            {byPassword ? (
              <OwnPassword value={typed} onValue={type} error={problem} />
            ) : (
              <CodeField kinds={kinds ?? []} value={typed} onValue={type} error={problem} />
            )}
          </form>
        )}
      </div>
    </Dialog>
  );
}

function OwnPassword({ value, onValue, error }: { value: string; onValue: (value: string) => void; error: string | undefined }) {
  const field = useFocusOnMount();
  return (
    <PasswordField
      label={t('security.password.title')}
      autoComplete="current-password"
      value={value}
      error={error}
      ref={field}
      onChange={(event) => onValue(event.target.value)}
    />
  );
}
