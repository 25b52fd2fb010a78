import { useQuery } from '@tanstack/react-query';
import { Notice } from '../../components/feedback/notice';
import { ErrorState, Skeleton } from '../../components/feedback/states';
import { Card } from '../../components/layout/screen';
import { t } from '../../lib/i18n/texts';
import { useProfile } from '../../lib/session';
import { isPaid } from '../../lib/subscription';
import { AccountAlertForm } from './account-alert-form';
import { accountAlertsQuery } from './alerts';
import styles from './account-card.module.css';
import { PositionTable } from './position-table';

/** Alerts about the member's own exchange account, each with how it stands now. */
export function AccountCard() {
  const profile = useProfile();
  const { data, error, refetch } = useQuery(accountAlertsQuery(profile.userId));
  const isLocked = !isPaid(profile);
  return (
    <Card title={t('alerts.account.title')} span={12}>
      <div className={styles.stack}>
        <p className={styles.lead}>{t('alerts.account.help')}</p>
        {isLocked && <Notice kind="info" title={t('alerts.account.locked')} />}
        {data ? (
          <>
            <div className={styles.alerts}>
              {data.items.map((alert) => (
                <AccountAlertForm key={`${alert.kind} ${alert.percent}`} alert={alert} account={data} isLocked={isLocked} />
              ))}
            </div>
            <PositionTable account={data} />
          </>
        ) : error ? (
          <ErrorState title={t('alerts.account.failed')} error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={220} />
        )}
      </div>
    </Card>
  );
}
