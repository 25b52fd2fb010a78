import { ConfirmDialog } from '../../components/feedback/confirm-dialog';
import type { BroadcastAudienceWire } from '../../lib/wire/types';
import { mails } from './audience-field';
import { type BroadcastDraft, reachOf } from './broadcast-draft';
import { audienceWords, kindWords } from './broadcast-words';

interface SendDialogProps {
  draft: BroadcastDraft;
  audiences: readonly BroadcastAudienceWire[] | undefined;
  busy: boolean;
  error: unknown;
  onSend: () => void;
  onClose: () => void;
}

/** Asks before a mail leaves for many, naming whom it goes to and how many they are. */
export function SendDialog({ draft, audiences, busy, error, onSend, onClose }: SendDialogProps) {
  const { whom, kind, subject } = draft;
  const reach = reachOf(audiences, draft);
  const to = whom === 'one' ? (reach?.fullName ?? 'one person') : audienceWords[whom];
  const many = reach ? mails(reach.mails[kind]) : 'mails';
  return (
    <ConfirmDialog
      title={`Send “${subject.trim()}” to ${to}?`}
      action={reach ? `Send ${many}` : 'Send'}
      running="Sending…"
      busy={busy}
      error={error}
      onConfirm={onSend}
      onClose={onClose}
    >
      {reach ? `${many} will leave` : 'They will leave'} in a moment, as {kindWords[kind].label.toLowerCase()}. Until the first one leaves
      it can be cancelled without a trace; what has left cannot be taken back.
    </ConfirmDialog>
  );
}
