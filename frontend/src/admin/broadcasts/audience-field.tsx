import { ChoiceCard, ChoiceGroup } from '../../components/form/inputs';
import { count } from '../../lib/format/decimal';
import type { BroadcastAudienceWire } from '../../lib/wire/types';
import { type BroadcastDraft, type Whom, reachOf } from './broadcast-draft';
import { audienceWords } from './broadcast-words';
import { PersonPicker } from './person-picker';
import { SegmentField } from './segment-field';

const groups = ['all', 'trade club', 'hedge fund'] as const satisfies readonly Whom[];

export const mails = (n: number): string => (n === 1 ? '1 email' : `${count(n)} emails`);

interface AudienceFieldProps {
  draft: Pick<BroadcastDraft, 'whom' | 'person' | 'segment' | 'kind'>;
  audiences: readonly BroadcastAudienceWire[] | undefined;
  /** Why they are not known. */
  problem: string | null;
  error: string | undefined;
  segmentError: string | undefined;
  onWhom: (whom: Whom) => void;
  onPerson: (person: string) => void;
  onSegment: (segment: BroadcastDraft['segment']) => void;
}

/** Whom it is for, each with how many mails would leave, as the server counts them. */
export function AudienceField({ draft, audiences, problem, error, segmentError, onWhom, onPerson, onSegment }: AudienceFieldProps) {
  const reach = (whom: Whom) => {
    const found = reachOf(audiences, { whom, person: draft.person });
    return found ? mails(found.mails[draft.kind]) : problem === null ? 'Counting…' : problem;
  };
  return (
    <>
      <ChoiceGroup label="Audience" error={error}>
        {groups.map((whom) => (
          <ChoiceCard
            key={whom}
            label={audienceWords[whom]}
            help={reach(whom)}
            name="audience"
            value={whom}
            checked={draft.whom === whom}
            onChange={() => onWhom(whom)}
          />
        ))}
        <ChoiceCard
          label={audienceWords.segment}
          help="Members who match conditions"
          name="audience"
          value="segment"
          checked={draft.whom === 'segment'}
          onChange={() => onWhom('segment')}
        />
        <ChoiceCard
          label="One person"
          help={draft.person === '' ? 'Choose them below' : reach('one')}
          name="audience"
          value="one"
          checked={draft.whom === 'one'}
          onChange={() => onWhom('one')}
        />
      </ChoiceGroup>
      {draft.whom === 'segment' && <SegmentField segment={draft.segment} error={segmentError} onChange={onSegment} />}
      {draft.whom === 'one' && (
        <PersonPicker chosen={draft.person} name={reachOf(audiences, draft)?.fullName ?? null} onChoose={onPerson} />
      )}
    </>
  );
}
