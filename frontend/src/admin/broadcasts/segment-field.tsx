import { CheckboxField, SelectField, TextField } from '../../components/form/inputs';
import type { SegmentWire } from '../../lib/wire/types';
import { segmentChoices } from './segment-words';
import styles from './broadcasts.module.css';

const MAX_DAYS = 90;
const USUAL_DAYS = 30;

interface SegmentFieldProps {
  segment: SegmentWire;
  error: string | undefined;
  onChange: (segment: SegmentWire) => void;
}

type ListName = 'memberships' | 'kyc' | 'languages';

/** Without a condition that is undefined or an empty list. */
function without({ version: _version, ...given }: SegmentWire): SegmentWire {
  const kept = Object.entries(given).filter(([, value]) => value !== undefined && (!Array.isArray(value) || value.length > 0));
  return { version: 1, ...Object.fromEntries(kept) };
}

/** The conditions of an audience. What is not chosen does not matter. */
export function SegmentField({ segment, error, onChange }: SegmentFieldProps) {
  const set = (change: { [K in keyof SegmentWire]?: SegmentWire[K] | undefined }) =>
    onChange(without({ ...segment, ...change } as SegmentWire));
  const list = (name: ListName, title: string) => {
    const chosen: readonly string[] = segment[name] ?? [];
    return (
      <fieldset className={styles.conditions}>
        <legend>{title}</legend>
        {Object.entries(segmentChoices[name]).map(([value, label]) => (
          <CheckboxField
            key={value}
            label={label}
            checked={chosen.includes(value)}
            onChange={({ target }) =>
              set({ [name]: target.checked ? [...chosen, value] : chosen.filter((one) => one !== value) } as Partial<SegmentWire>)
            }
          />
        ))}
      </fieldset>
    );
  };
  const { lastSeen } = segment;
  return (
    <div className={styles.segment} role="group" aria-label="Conditions">
      <p className={styles.note}>Members who match all conditions. Conditions left empty are ignored.</p>
      {list('memberships', 'Membership')}
      <SelectField
        label="Payment"
        value={segment.payment ?? ''}
        onChange={({ target }) => set({ payment: (target.value || undefined) as SegmentWire['payment'] })}
      >
        <option value="">Any</option>
        <option value="paid">Paid</option>
        <option value="unpaid">Unpaid</option>
      </SelectField>
      {list('kyc', 'KYC')}
      <div className={styles.seen}>
        <SelectField
          label="Last seen"
          value={lastSeen?.when ?? ''}
          onChange={({ target }) =>
            set({
              lastSeen: target.value === '' ? undefined : { when: target.value as 'within' | 'before', days: lastSeen?.days ?? USUAL_DAYS },
            })
          }
        >
          <option value="">Any time, or never</option>
          <option value="within">Within the last</option>
          <option value="before">Not within the last</option>
        </SelectField>
        {lastSeen && (
          <TextField
            label="Days"
            type="number"
            min={1}
            max={MAX_DAYS}
            error={error}
            value={Number.isNaN(lastSeen.days) ? '' : lastSeen.days}
            onChange={({ target }) => set({ lastSeen: { ...lastSeen, days: target.valueAsNumber } })}
          />
        )}
      </div>
      {list('languages', 'Language')}
    </div>
  );
}
