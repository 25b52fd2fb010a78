import { ChoiceCard, ChoiceGroup, TextField } from '../../components/form/inputs';
import { utc } from '../../lib/format/date';
import { count } from '../../lib/format/decimal';
import type { BroadcastReachWire } from '../../lib/wire/types';
import { type BroadcastDraft, type When, scheduleOf } from './broadcast-draft';

const ownZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

const choices: Record<When, { label: string; help: string }> = {
  now: { label: 'Now', help: 'After a short delay in which you can cancel' },
  moment: { label: 'At a fixed time', help: 'The same for everybody' },
  local: { label: 'At a local time', help: 'In the time zone of each recipient' },
};

interface ScheduleFieldProps {
  draft: Pick<BroadcastDraft, 'when' | 'time'>;
  reach: BroadcastReachWire | undefined;
  clubTimeZone: string | undefined;
  error: string | undefined;
  onWhen: (when: When) => void;
  onTime: (time: string) => void;
}

/** When a broadcast leaves. */
export function ScheduleField({ draft, reach, clubTimeZone, error, onWhen, onTime }: ScheduleFieldProps) {
  return (
    <>
      <ChoiceGroup label="When">
        {(Object.keys(choices) as When[]).map((when) => (
          <ChoiceCard key={when} {...choices[when]} name="when" value={when} checked={draft.when === when} onChange={() => onWhen(when)} />
        ))}
      </ChoiceGroup>
      {draft.when !== 'now' && (
        <TextField
          label="Date and time"
          type="datetime-local"
          value={draft.time}
          onChange={({ target }) => onTime(target.value)}
          error={error}
          help={draft.when === 'moment' ? <MomentHelp draft={draft} /> : <LocalHelp reach={reach} clubTimeZone={clubTimeZone} />}
        />
      )}
    </>
  );
}

function MomentHelp({ draft }: { draft: ScheduleFieldProps['draft'] }) {
  const schedule = scheduleOf(draft);
  return (
    <>
      Your time zone, <span translate="no">{ownZone()}</span>.{schedule?.at === 'moment' && ` That is ${utc(schedule.startsAt)}.`}
    </>
  );
}

function LocalHelp({ reach, clubTimeZone }: Pick<ScheduleFieldProps, 'reach' | 'clubTimeZone'>) {
  const others = reach && reach.recipients - reach.withZone;
  return (
    <>
      {reach && others !== undefined
        ? `${count(reach.withZone)} of ${count(reach.recipients)} recipients have set a time zone. `
        : 'Members set their time zone with their quiet hours. '}
      For the others, the time zone of the club is used: <span translate="no">{clubTimeZone ?? '–'}</span>. The first emails are sent 14
      hours before this time in UTC. The recipients are determined then.
    </>
  );
}
