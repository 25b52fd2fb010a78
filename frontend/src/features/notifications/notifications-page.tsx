import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { ErrorState, Skeleton } from '../../components/feedback/states';
import { Notice } from '../../components/feedback/notice';
import { Card, Grid, Screen } from '../../components/layout/screen';
import { paths } from '../../config/routes';
import { t } from '../../lib/i18n/texts';
import { useProfile } from '../../lib/session';
import { isPaid } from '../../lib/subscription';
import { notificationsQuery } from './notifications';
import styles from './notifications.module.css';
import { PreferenceTable } from './preference-table';
import { PushCard } from './push-card';
import { QuietHoursCard } from './quiet-hours-card';
import { TelegramCard } from './telegram-card';

/** What a member is told about, on which channel, and when not. */
export function NotificationsPage() {
  const profile = useProfile();
  const { data: settings, error, refetch } = useQuery(notificationsQuery(profile.userId));
  const isClub = profile.role === 'trade club';
  return (
    <Screen title={t('notifications.title')} intro={t('notifications.intro')}>
      <Grid>
        {settings === undefined ? (
          <Card span={12} busy={!error}>
            {error ? (
              <ErrorState title={t('notifications.failed')} error={error} onRetry={() => void refetch()} />
            ) : (
              <Skeleton height={420} />
            )}
          </Card>
        ) : (
          <>
            <Card span={12} flush>
              <PreferenceTable settings={settings} />
            </Card>
            <div data-span="12" className={styles.stack}>
              <p className={styles.lead}>
                {t('notifications.centre.always')} <Link to={paths.notifications}>{t('notifications.centre.channel')}</Link>
              </p>
              <p className={styles.lead}>{t('notifications.required')}</p>
              {settings.kinds.some(({ cells }) => cells.some(({ values }) => values.includes('digest'))) && (
                <p className={styles.lead}>{t('notifications.digest')}</p>
              )}
              {isClub && (
                <p className={styles.lead}>
                  {t('notifications.channels')} <Link to={paths.webhooks}>{t('notifications.webhooks')}</Link>
                </p>
              )}
              {isClub && !isPaid(profile) && <Notice kind="info" title={t('notifications.unpaid')} />}
            </div>
            <QuietHoursCard quietHours={settings.quietHours} />
          </>
        )}
        {isClub && <PushCard />}
        {isClub && <TelegramCard />}
      </Grid>
    </Screen>
  );
}
