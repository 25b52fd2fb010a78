import { ConfirmDialog } from '../../components/feedback/confirm-dialog';
import { utc } from '../../lib/format/date';
import { count } from '../../lib/format/decimal';
import type { BroadcastAudienceWire, BroadcastReachWire } from '../../lib/wire/types';
import { mails } from './audience-field';
import { type BroadcastDraft, reachOf, scheduleOf } from './broadcast-draft';
import { audienceWords, kindWords, localTime, sentenceWords } from './broadcast-words';
import { reachSentences } from './reach-note';

interface SendDialogProps {
  draft: BroadcastDraft;
  audiences: readonly BroadcastAudienceWire[] | undefined;
  reach: BroadcastReachWire | undefined;
  busy: boolean;
  error: unknown;
  onSend: () => void;
  onClose: () => void;
}

/** Says what will happen before a mail leaves for many: whom it goes to, how many they are and when. */
export function SendDialog({ draft, audiences, reach, busy, error, onSend, onClose }: SendDialogProps) {
  const { whom, kind, subject } = draft;
  const audience = reachOf(audiences, draft);
  const to = whom === 'one' ? (audience?.fullName ?? 'one person') : whom === 'segment' ? sentenceWords.segment : audienceWords[whom];
  const n = whom === 'segment' ? reach?.recipients : audience?.mails[kind];
  const many = n === undefined ? 'mails' : mails(n);
  const schedule = scheduleOf(draft);
  const news = kindWords[kind].label.toLowerCase();
  return (
    <ConfirmDialog
      title={`${schedule ? 'Plan' : 'Send'} “${subject.trim()}” to ${to}?`}
      action={schedule ? 'Plan it' : n === undefined ? 'Send' : `Send ${many}`}
      running={schedule ? 'Planning…' : 'Sending…'}
      busy={busy}
      error={error}
      onConfirm={onSend}
      onClose={onClose}
    >
      {reach && `${reachSentences(reach)} `}
      {schedule ? (
        schedule.at === 'moment' ? (
          <>
            It leaves {utc(schedule.startsAt)}, as {news}. Until then it can be edited or cancelled; its recipients are those of that
            moment.
          </>
        ) : (
          <>
            It leaves when the clock of each recipient shows {localTime(schedule.local)}, as {news}. Until the first time zones reach that
            time it can be edited; what has not left can be cancelled.
          </>
        )
      ) : (
        <>
          {n === undefined ? 'They will leave' : `${many} will leave`} in a moment, as {news}. Until the first one leaves it can be
          cancelled without a trace; what has left cannot be taken back.
        </>
      )}
      {reach && reach.lacking.length > 0 && ` ${count(reach.lacking[0]!.people)} of them lack a value: it will be refused.`}
    </ConfirmDialog>
  );
}
