import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Moment } from '../../components/exchange/figures';
import { Badge } from '../../components/feedback/badge';
import { Button } from '../../components/feedback/button';
import { ConfirmDialog } from '../../components/feedback/confirm-dialog';
import { Notice } from '../../components/feedback/notice';
import { Card } from '../../components/layout/screen';
import { messageOf } from '../../lib/api';
import { utc } from '../../lib/format/date';
import { t } from '../../lib/i18n/texts';
import { notify } from '../../lib/notify';
import { useProfile } from '../../lib/session';
import type { WebhookWire } from '../../lib/wire/types';
import { deleteWebhook, rotateSecret, sendTest, switchWebhook, webhooksQuery } from './webhooks';
import styles from './webhooks.module.css';

interface WebhookCardProps {
  webhook: WebhookWire;
  isLogged: boolean;
  onLog: () => void;
  onSecret: (secret: string) => void;
}

/** One webhook: whether it works, and what can be done with it. */
export function WebhookCard({ webhook, isLogged, onLog, onSecret }: WebhookCardProps) {
  const queryClient = useQueryClient();
  const { userId } = useProfile();
  const [asking, setAsking] = useState<'rotate' | 'delete' | null>(null);
  const { id, url, state } = webhook;
  const refresh = () => queryClient.invalidateQueries({ queryKey: webhooksQuery(userId).queryKey });
  const said = ({ message }: { message: string }) => {
    notify.success(message);
    setAsking(null);
  };
  const onError = (error: unknown) => notify.error(messageOf(error));
  const test = useMutation({ mutationFn: () => sendTest(id), onSuccess: said, onError, onSettled: refresh });
  const change = useMutation({ mutationFn: () => switchWebhook(webhook), onSuccess: said, onError, onSettled: refresh });
  const rotate = useMutation({
    mutationFn: () => rotateSecret(id),
    onSuccess: (body) => {
      said(body);
      onSecret(body.data.secret);
    },
    onSettled: refresh,
  });
  const remove = useMutation({ mutationFn: () => deleteWebhook(id), onSuccess: said, onSettled: refresh });
  return (
    <Card title={new URL(url).host} aside={<StateBadge webhook={webhook} />} span={12}>
      <div className={styles.stack}>
        <Problem webhook={webhook} />
        <dl className={styles.facts}>
          <div>
            <dt>{t('webhooks.fact.url')}</dt>
            <dd>
              <code dir="ltr" className={styles.url}>
                {url}
              </code>
            </dd>
          </div>
          <div>
            <dt>{t('webhooks.fact.lastOk')}</dt>
            <dd>{webhook.lastOkAt === null ? t('webhooks.fact.never') : <Moment at={webhook.lastOkAt} />}</dd>
          </div>
          <div>
            <dt>{t('webhooks.fact.added')}</dt>
            <dd>
              <Moment at={webhook.createdAt} />
            </dd>
          </div>
        </dl>
        <div className={styles.actions}>
          <Button aria-pressed={isLogged} onClick={onLog}>
            {t(isLogged ? 'webhooks.log.hide' : 'webhooks.log.show')}
          </Button>
          {state === 'active' && (
            <Button busy={test.isPending} onClick={() => test.mutate()}>
              {t(test.isPending ? 'webhooks.test.running' : 'webhooks.test.action')}
            </Button>
          )}
          <Button onClick={() => setAsking('rotate')}>{t('webhooks.rotate.action')}</Button>
          <Button busy={change.isPending} onClick={() => change.mutate()}>
            {t(state === 'active' ? 'webhooks.disable' : 'webhooks.enable')}
          </Button>
          <Button look="danger" onClick={() => setAsking('delete')}>
            {t('webhooks.delete.action')}
          </Button>
        </div>
      </div>
      {asking === 'rotate' && (
        <ConfirmDialog
          title={t('webhooks.rotate.title')}
          action={t('webhooks.rotate.action')}
          running={t('webhooks.rotate.running')}
          busy={rotate.isPending}
          error={rotate.error}
          onConfirm={() => rotate.mutate()}
          onClose={() => setAsking(null)}
        >
          {t('webhooks.rotate.text')}
        </ConfirmDialog>
      )}
      {asking === 'delete' && (
        <ConfirmDialog
          title={t('webhooks.delete.title')}
          action={t('webhooks.delete.action')}
          running={t('webhooks.delete.running')}
          busy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate()}
          onClose={() => setAsking(null)}
        >
          {t('webhooks.delete.text')}
        </ConfirmDialog>
      )}
    </Card>
  );
}

function StateBadge({ webhook: { state, failingSince } }: { webhook: WebhookWire }) {
  if (state === 'disabled') return <Badge tone="neutral">{t('webhooks.state.disabled')}</Badge>;
  return failingSince === null ? (
    <Badge tone="up">{t('webhooks.state.active')}</Badge>
  ) : (
    <Badge tone="warn">{t('webhooks.state.failing')}</Badge>
  );
}

function Problem({ webhook: { state, reason, failingSince, previousSecretUntil } }: { webhook: WebhookWire }) {
  if (state === 'disabled' && reason !== null && reason !== 'member') return <Notice kind="error" title={t(`webhooks.reason.${reason}`)} />;
  if (state === 'active' && failingSince !== null)
    return <Notice kind="warn" title={t('webhooks.reason.since', { at: utc(failingSince) })} />;
  if (previousSecretUntil !== null && Date.parse(previousSecretUntil) > Date.now())
    return <Notice kind="info" title={t('webhooks.rotate.until', { at: utc(previousSecretUntil) })} />;
  return null;
}
