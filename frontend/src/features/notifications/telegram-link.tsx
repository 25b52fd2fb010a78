import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { BotLink } from '../../components/feedback/bot-link';
import { Button } from '../../components/feedback/button';
import { CopyButton } from '../../components/feedback/copy-button';
import { Notice } from '../../components/feedback/notice';
import { messageOf } from '../../lib/api';
import { utc } from '../../lib/format/date';
import { t } from '../../lib/i18n/texts';
import { notify } from '../../lib/notify';
import { useProfile } from '../../lib/session';
import { askForLink, confirmTelegram, disconnectTelegram } from '../../lib/telegram';
import type { TelegramWire } from '../../lib/wire/types';
import { telegramQuery } from './telegram';
import styles from './notifications.module.css';

/** The way to a connection: a link, the account that opened it, and the member's confirmation. */
export function TelegramLink({ telegram: { isAvailable, request }, isAllowed }: { telegram: TelegramWire; isAllowed: boolean }) {
  const queryClient = useQueryClient();
  const { queryKey } = telegramQuery(useProfile().userId);
  // Known to this page alone: the server keeps a hash.
  const [url, setUrl] = useState<string | null>(null);
  const show = (telegram: TelegramWire) => queryClient.setQueryData(queryKey, telegram);
  const onError = (error: unknown) => notify.error(messageOf(error));
  const ask = useMutation({
    mutationFn: askForLink,
    onSuccess: ({ data }) => {
      setUrl(data.url);
      show(data.telegram);
    },
    onError,
  });
  const confirm = useMutation({
    mutationFn: confirmTelegram,
    onSuccess: ({ data, message }) => {
      show(data);
      notify.success(message);
    },
    onError,
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
  const cancel = useMutation({ mutationFn: disconnectTelegram, onSuccess: ({ data }) => void show(data), onError });
  const busy = ask.isPending || confirm.isPending || cancel.isPending;

  if (!isAllowed) return <Notice kind="info" title={t('telegram.locked')} />;
  if (!isAvailable) return <Notice kind="info" title={t('telegram.unavailable')} />;
  const again = (
    <Button look={request ? 'secondary' : 'primary'} busy={ask.isPending} disabled={busy} onClick={() => ask.mutate()}>
      {t(ask.isPending ? 'telegram.connect.running' : request ? 'telegram.connect.again' : 'telegram.connect.action')}
    </Button>
  );
  if (!request)
    return (
      <div className={styles.stack}>
        <p className={styles.lead}>{t('telegram.help')}</p>
        <div className={styles.actions}>{again}</div>
      </div>
    );
  const { pending, isRefused, isOwnSession, expiresAt } = request;
  return (
    <div className={styles.stack}>
      {isRefused && <Notice kind="error" title={t('telegram.refused')} live />}
      {pending && (
        <Notice kind="info" title={t('telegram.pending.title', { name: pending.name, id: pending.id })} live>
          {t(isOwnSession ? 'telegram.pending.text' : 'telegram.pending.elsewhere')}
        </Notice>
      )}
      {!pending && !isRefused && (
        <p className={styles.lead}>{t(url ? 'telegram.waiting' : 'telegram.waitingElsewhere', { at: utc(expiresAt) })}</p>
      )}
      <div className={styles.actions}>
        {pending && isOwnSession && (
          <Button look="primary" busy={confirm.isPending} disabled={busy} onClick={() => confirm.mutate(pending.id)}>
            {t(confirm.isPending ? 'telegram.pending.running' : 'telegram.pending.confirm')}
          </Button>
        )}
        {!pending && !isRefused && url && (
          <>
            <BotLink url={url} label={t('telegram.open')} />
            <CopyButton text={url} label={t('telegram.copy')} />
          </>
        )}
        {again}
        <Button look="quiet" busy={cancel.isPending} disabled={busy} onClick={() => cancel.mutate()}>
          {t(pending ? 'telegram.pending.refuse' : 'telegram.cancel')}
        </Button>
      </div>
    </div>
  );
}
