import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { Notice } from '../../components/feedback/notice';
import { Card, Grid, Screen } from '../../components/layout/screen';
import { ALERT_SIGNAL } from '../../config/routes';
import { t } from '../../lib/i18n/texts';
import { useProfile } from '../../lib/session';
import { isPaid } from '../../lib/subscription';
import { AccountCard } from './account-card';
import { AlertForm } from './alert-form';
import { AlertList } from './alert-list';
import { alertsQuery } from './alerts';
import { FiringList } from './firing-list';

/** A member's alerts: setting one, what is set, and what fired. */
export function AlertsPage() {
  const profile = useProfile();
  const [search] = useSearchParams();
  const { data, error, refetch } = useQuery(alertsQuery(profile.userId));
  const isFull = data !== undefined && data.items.length >= data.max;
  return (
    <Screen title={t('alerts.title')} intro={t('alerts.intro')}>
      <Grid>
        {isPaid(profile) && !isFull ? (
          <AlertForm signalId={search.get(ALERT_SIGNAL)} />
        ) : (
          <Card title={t('alerts.form.title')} span={12}>
            <Notice kind="info" title={isFull ? t('alerts.form.full', { max: data.max }) : t('alerts.form.locked')} />
          </Card>
        )}
        <AccountCard />
        <AlertList alerts={data} error={error} onRetry={() => void refetch()} />
        <FiringList />
      </Grid>
    </Screen>
  );
}
