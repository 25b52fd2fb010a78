import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Badge } from '../../components/feedback/badge';
import { Button } from '../../components/feedback/button';
import { ConfirmDialog } from '../../components/feedback/confirm-dialog';
import { Notice } from '../../components/feedback/notice';
import { ErrorState, Skeleton } from '../../components/feedback/states';
import { Card } from '../../components/layout/screen';
import { messageOf } from '../../lib/api';
import { utc } from '../../lib/format/date';
import { t } from '../../lib/i18n/texts';
import { notify } from '../../lib/notify';
import { useProfile } from '../../lib/session';
import { isPaid } from '../../lib/subscription';
import { disconnectTelegram } from '../../lib/telegram';
import type { TelegramWire } from '../../lib/wire/types';
import { telegramQuery } from './telegram';
import { TelegramGroup } from './telegram-group';
import { TelegramLink } from './telegram-link';
import styles from './notifications.module.css';

/** Connects the member's Telegram account, and shows whether messages reach it. */
export function TelegramCard() {
  const profile = useProfile();
  const { data: telegram, error, refetch } = useQuery(telegramQuery(profile.userId));
  if (telegram === undefined)
    return (
      <Card span={12} title={t('telegram.title')} busy={!error}>
        {error ? <ErrorState title={t('telegram.failed')} error={error} onRetry={() => void refetch()} /> : <Skeleton height={160} />}
      </Card>
    );
  return (
    <Card span={12} title={t('telegram.title')} aside={<StateBadge telegram={telegram} />}>
      <div className={styles.stack}>
        {telegram.account ? <Connected account={telegram.account} /> : <TelegramLink telegram={telegram} isAllowed={isPaid(profile)} />}
        {telegram.group && <TelegramGroup group={telegram.group} />}
      </div>
    </Card>
  );
}

function StateBadge({ telegram: { account } }: { telegram: TelegramWire }) {
  if (!account) return <Badge tone="neutral">{t('telegram.state.none')}</Badge>;
  return account.isBlocked ? (
    <Badge tone="warn">{t('telegram.state.blocked')}</Badge>
  ) : (
    <Badge tone="up">{t('telegram.state.connected')}</Badge>
  );
}

function Connected({ account: { id, name, isBlocked, connectedAt } }: { account: NonNullable<TelegramWire['account']> }) {
  const queryClient = useQueryClient();
  const { queryKey } = telegramQuery(useProfile().userId);
  const [isAsking, setAsking] = useState(false);
  const disconnect = useMutation({
    mutationFn: disconnectTelegram,
    onSuccess: ({ data, message }) => {
      queryClient.setQueryData(queryKey, data);
      notify.success(message);
    },
    onError: (error) => notify.error(messageOf(error)),
  });
  return (
    <div className={styles.stack}>
      {isBlocked && <Notice kind="warn" title={t('telegram.blocked')} />}
      <p className={styles.account}>{t('telegram.account', { name, id, at: utc(connectedAt) })}</p>
      <div className={styles.actions}>
        <Button look="danger" onClick={() => setAsking(true)}>
          {t('telegram.disconnect.action')}
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={t('telegram.disconnect.title')}
          action={t('telegram.disconnect.action')}
          running={t('telegram.disconnect.running')}
          busy={disconnect.isPending}
          error={disconnect.error}
          onConfirm={() => disconnect.mutate()}
          onClose={() => setAsking(false)}
        >
          {t('telegram.disconnect.text')}
        </ConfirmDialog>
      )}
    </div>
  );
}
