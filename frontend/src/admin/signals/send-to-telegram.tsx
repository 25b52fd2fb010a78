import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { BotLink } from '../../components/feedback/bot-link';
import { Button } from '../../components/feedback/button';
import { Notice } from '../../components/feedback/notice';
import form from '../../components/form/form.module.css';
import { messageOf } from '../../lib/api';
import { utc } from '../../lib/format/date';
import { notify } from '../../lib/notify';
import { useProfile } from '../../lib/session';
import { askForLink, confirmTelegram, disconnectTelegram } from '../../lib/telegram';
import type { SignalDraftWire, TelegramWire } from '../../lib/wire/types';
import { ownTelegramQuery } from './own-telegram';
import styles from './signals.module.css';

interface SendToTelegramProps {
  busy: boolean;
  /** The draft that was sent last; null: none. */
  sent: SignalDraftWire | null;
  onSend: () => void;
}

/** Sends the signal as a draft to the admin's own Telegram, and connects that. Without a bot there is nothing to see. */
export function SendToTelegram({ busy, sent, onSend }: SendToTelegramProps) {
  const { data: telegram } = useQuery(ownTelegramQuery(useProfile().userId));
  if (!telegram?.isAvailable) return null;
  const { account } = telegram;
  return (
    <section className={form.form} aria-label="Telegram">
      <h2 className={form.sectionTitle}>Publish from Telegram</h2>
      {account === null ? (
        <ConnectTelegram request={telegram.request} />
      ) : (
        <>
          {sent && (
            <Notice kind="success" title={`Sent to ${account.name}`} live>
              Reply “publish” to that message. You can reply until {utc(sent.expiresAt)}.
            </Notice>
          )}
          {account.isBlocked && (
            <Notice kind="warn" title="You blocked the bot in Telegram">
              Start it again there to get drafts.
            </Notice>
          )}
          <div className={form.row}>
            <Button busy={busy} disabled={account.isBlocked} onClick={onSend}>
              {busy ? 'Sending…' : 'Send to my Telegram'}
            </Button>
            <span className={styles.note}>
              {account.name} gets a draft. Nothing is published until you reply there and press the button. A newer draft replaces it.
            </span>
          </div>
          <DisconnectTelegram />
        </>
      )}
    </section>
  );
}

/** Ends the connection: drafts that were sent can no longer be published. */
function DisconnectTelegram() {
  const client = useQueryClient();
  const { queryKey } = ownTelegramQuery(useProfile().userId);
  const end = useMutation({
    mutationFn: disconnectTelegram,
    onSuccess: ({ message }) => void notify.success(message),
    onError: (error: unknown) => notify.error(messageOf(error)),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
  return (
    <div className={form.row}>
      <Button look="quiet" busy={end.isPending} onClick={() => end.mutate()}>
        Disconnect Telegram
      </Button>
    </div>
  );
}

function ConnectTelegram({ request }: Pick<TelegramWire, 'request'>) {
  const client = useQueryClient();
  const { queryKey } = ownTelegramQuery(useProfile().userId);
  // Known to this page alone: the server keeps a hash.
  const [url, setUrl] = useState<string | null>(null);
  const onError = (error: unknown) => notify.error(messageOf(error));
  const onSettled = () => client.invalidateQueries({ queryKey });
  const ask = useMutation({ mutationFn: askForLink, onSuccess: ({ data }) => setUrl(data.url), onError, onSettled });
  const confirm = useMutation({
    mutationFn: confirmTelegram,
    onSuccess: ({ message }) => void notify.success(message),
    onError,
    onSettled,
  });
  const refuse = useMutation({ mutationFn: disconnectTelegram, onSuccess: () => setUrl(null), onError, onSettled });
  const pending = request?.pending;
  return (
    <>
      {request?.isRefused && <Notice kind="error" title="This Telegram account is connected to another user" live />}
      {pending ? (
        <Notice kind="info" title={`${pending.name} (${pending.id}) wants to connect`} live>
          {request.isOwnSession ? 'Is this your account?' : 'Confirm in the browser where you requested the link.'}
        </Notice>
      ) : (
        <p className={styles.note}>
          {url && request
            ? 'Open the link in Telegram and press Start. Then confirm the connection here.'
            : 'Your Telegram is not connected. Connect it to get drafts of signals and publish them from there.'}
        </p>
      )}
      <div className={form.row}>
        {pending && request.isOwnSession && (
          <Button look="primary" busy={confirm.isPending} onClick={() => confirm.mutate(pending.id)}>
            Yes, connect it
          </Button>
        )}
        {!pending && url && request && <BotLink url={url} label="Open Telegram" />}
        {!pending && (
          <Button busy={ask.isPending} onClick={() => ask.mutate()}>
            {url ? 'New link' : 'Connect Telegram'}
          </Button>
        )}
        {request && (
          <Button look="quiet" busy={refuse.isPending} onClick={() => refuse.mutate()}>
            {pending ? 'No' : 'Cancel'}
          </Button>
        )}
      </div>
    </>
  );
}
