import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Button } from '../../components/feedback/button';
import { ConfirmDialog } from '../../components/feedback/confirm-dialog';
import { Dialog } from '../../components/feedback/dialog';
import { Notice } from '../../components/feedback/notice';
import form from '../../components/form/form.module.css';
import { TextField } from '../../components/form/inputs';
import { stopText } from '../../components/signal/levels';
import { ApiError, messageOf } from '../../lib/api';
import { notify } from '../../lib/notify';
import { signalCandlesQuery } from '../../lib/signal-candles';
import { useRepeatKey } from '../../lib/use-repeat-key';
import type { SignalWire } from '../../lib/wire/types';
import { type Kind, type Wish, amend } from './amendments';
import styles from './signals.module.css';

interface AmendDialogProps {
  signal: SignalWire;
  kind: Kind;
  onClose: () => void;
  /** It was said, or refused because something has changed meanwhile. */
  onDone: () => void;
}

const questions = {
  cancel: {
    act: 'Cancel',
    action: 'Cancel the signal',
    running: 'Cancelling…',
    meaning:
      'It ends without a trade, unless the entry is reached within this minute. Members are told to cancel their orders. You ' +
      'can’t undo this.',
  },
  close_now: {
    act: 'Close',
    action: 'Close now',
    running: 'Closing…',
    meaning:
      'The rest of the position counts as closed at the current market price; if it was never filled, the signal ends ' +
      'without a trade. Members are told to close. You can’t undo this.',
  },
} as const;

/** Asks before something is said of a signal. */
export function AmendDialog({ signal, kind, onClose, onDone }: AmendDialogProps) {
  const repeatKey = useRepeatKey();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const send = async (wish: Wish) => {
    setBusy(true);
    setError(null);
    try {
      const { message } = await amend(signal.id, wish, repeatKey.headersFor(wish));
      notify.success(message);
      onDone();
      onClose();
    } catch (refused) {
      setError(refused);
      setBusy(false);
      if (refused instanceof ApiError && refused.status === 409) onDone();
    }
  };
  const name = `${signal.symbol}, ${signal.side}`;
  if (kind === 'move_stop')
    return <MoveStop signal={signal} busy={busy} error={error} onSend={(stop) => void send({ kind, stop })} onClose={onClose} />;
  const { act, action, running, meaning } = questions[kind];
  return (
    <ConfirmDialog
      title={`${act} ${name}?`}
      action={action}
      running={running}
      busy={busy}
      error={error}
      onConfirm={() => void send({ kind })}
      onClose={onClose}
    >
      {meaning}
    </ConfirmDialog>
  );
}

interface MoveStopProps {
  signal: SignalWire;
  busy: boolean;
  error: unknown;
  onSend: (stop: string) => void;
  onClose: () => void;
}

function MoveStop({ signal, busy, error, onSend, onClose }: MoveStopProps) {
  const [stop, setStop] = useState('');
  const { data: chart } = useQuery(signalCandlesQuery(signal.id));
  const ofField = error instanceof ApiError ? error.fields.find(({ field }) => field === 'stop')?.message : undefined;
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) onSend(stop.trim());
  };
  return (
    <Dialog
      title={`Move the stop of ${signal.symbol}, ${signal.side}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" form="move-stop" busy={busy}>
            {busy ? 'Moving…' : 'Move the stop'}
          </Button>
        </>
      }
    >
      <form id="move-stop" className={form.form} onSubmit={send} noValidate>
        <p className={styles.note}>
          {chart?.stops.length ? `The stop is at ${stopText(signal, chart.stops.at(-1)!.price)}. ` : ''}It can only move towards profit.
          Members are notified immediately, and you can’t undo this. Copy bots keep the old stop, because their posts are never changed.
        </p>
        <TextField
          label="New stop"
          inputMode="decimal"
          autoComplete="off"
          spellCheck={false}
          maxLength={40}
          value={stop}
          error={ofField}
          onChange={(event) => setStop(event.target.value)}
        />
        {error != null && ofField === undefined && <Notice kind="error" live title={messageOf(error)} />}
      </form>
    </Dialog>
  );
}
