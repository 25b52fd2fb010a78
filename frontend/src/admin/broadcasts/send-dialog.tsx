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
      title={`${schedule ? 'Schedule' : 'Send'} “${subject.trim()}” to ${to}?`}
      action={schedule ? 'Schedule' : n === undefined ? 'Send' : `Send ${many}`}
      running={schedule ? 'Scheduling…' : 'Sending…'}
      busy={busy}
      error={error}
      onConfirm={onSend}
      onClose={onClose}
    >
      {reach && `${reachSentences(reach)} `}
      {schedule ? (
        schedule.at === 'moment' ? (
          <>
            It is sent {utc(schedule.startsAt)}, as {news}. You can edit or cancel it until then. The recipients are determined at that
            time.
          </>
        ) : (
          <>
            It is sent when the local time of each recipient is {localTime(schedule.local)}, as {news}. You can edit it until the first time
            zone reaches that time, and cancel emails that have not been sent.
          </>
        )
      ) : (
        <>
          {n === undefined ? 'They will be sent' : `${many} will be sent`} in a moment, as {news}. You can cancel until the first email is
          sent. Sent emails can’t be recalled.
        </>
      )}
      {reach &&
        reach.lacking.length > 0 &&
        ` ${count(reach.lacking[0]!.people)} recipients lack a value, so the broadcast will be rejected.`}
    </ConfirmDialog>
  );
}
