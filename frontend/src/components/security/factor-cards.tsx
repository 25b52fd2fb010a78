import { ErrorState, Skeleton } from '../feedback/states';
import { Card } from '../layout/screen';
import { AuthenticatorCard, type FactorCardProps } from './authenticator-card';
import { PasskeysCard } from './passkeys-card';
import { useSecondFactors } from './use-second-factors';
import { t } from '../../lib/i18n/texts';

/** The two kinds of second factor, side by side; on the security page and where an admin has to set up the first. */
export function FactorCards({ onAdded, onRemoved }: FactorCardProps) {
  const { data, error, refetch } = useSecondFactors();
  if (!data) {
    return (
      <Card title={error ? undefined : t('security.factors.title')}>
        {error ? (
          <ErrorState title={t('security.factors.failed')} error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={96} />
        )}
      </Card>
    );
  }
  return (
    <>
      <AuthenticatorCard isOn={data.totp} onAdded={onAdded} onRemoved={onRemoved} />
      <PasskeysCard passkeys={data.passkeys} onAdded={onAdded} onRemoved={onRemoved} />
    </>
  );
}
