import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyState, ErrorState, Skeleton } from '../../components/feedback/states';
import { Card, Grid, Screen } from '../../components/layout/screen';
import { t } from '../../lib/i18n/texts';
import { useProfile } from '../../lib/session';
import { isPaid } from '../../lib/subscription';
import { AddCard } from './add-card';
import { LogCard } from './log-card';
import { SecretDialog } from './secret-dialog';
import { WebhookCard } from './webhook-card';
import { MAX_WEBHOOKS, webhooksQuery } from './webhooks';

/** A member's webhooks: signals, as they happen, at a server of their own. */
export function WebhooksPage() {
  const profile = useProfile();
  const { data: webhooks, error, refetch } = useQuery(webhooksQuery(profile.userId));
  const [secret, setSecret] = useState<string | null>(null);
  const [loggedId, setLoggedId] = useState<string | null>(null);
  const logged = webhooks?.find(({ id }) => id === loggedId);
  return (
    <Screen title={t('webhooks.title')} intro={t('webhooks.intro')}>
      <Grid>
        {webhooks === undefined ? (
          <Card span={12} busy={!error}>
            {error ? <ErrorState title={t('webhooks.failed')} error={error} onRetry={() => void refetch()} /> : <Skeleton height={240} />}
          </Card>
        ) : (
          <>
            {webhooks.map((webhook) => (
              <WebhookCard
                key={webhook.id}
                webhook={webhook}
                isLogged={webhook.id === loggedId}
                onLog={() => setLoggedId(webhook.id === loggedId ? null : webhook.id)}
                onSecret={setSecret}
              />
            ))}
            {webhooks.length === 0 && (
              <Card span={12}>
                <EmptyState title={t('webhooks.none')}>{t('webhooks.noneText')}</EmptyState>
              </Card>
            )}
            {logged && <LogCard key={logged.id} webhook={logged} />}
            {webhooks.length < MAX_WEBHOOKS && <AddCard isAllowed={isPaid(profile)} onSecret={setSecret} />}
          </>
        )}
      </Grid>
      {secret !== null && <SecretDialog secret={secret} onClose={() => setSecret(null)} />}
    </Screen>
  );
}
