import { useEffect, useState } from 'react';
import type { DayRange } from '../../lib/portfolio';
import { t } from '../../lib/i18n/texts';
import styles from './range-fields.module.css';

interface RangeFieldsProps {
  range: DayRange | null;
  /** The days there are. */
  first: string | null;
  last: string | null;
  onChange: (range: DayRange) => void;
  /** Other days are on their way. */
  busy: boolean;
}

/** The period's own two days, to choose any other. */
export function RangeFields({ range, first, last, onChange, busy }: RangeFieldsProps) {
  const shown = { from: range?.from ?? first ?? '', to: range?.to ?? last ?? '' };
  const [typed, setTyped] = useState(shown);
  useEffect(() => setTyped({ from: shown.from, to: shown.to }), [shown.from, shown.to]);
  const isWrong = typed.from !== '' && typed.to !== '' && typed.from > typed.to;
  const change = (name: 'from' | 'to', value: string) => {
    const next = { ...typed, [name]: value };
    setTyped(next);
    // A date that is being typed is empty until it is one.
    if (next.from !== '' && next.to !== '' && next.from <= next.to && next.from >= '1990-01-01')
      onChange({ from: next.from === first ? null : next.from, to: next.to === last ? null : next.to });
  };
  return (
    <div className={styles.fields} aria-busy={busy}>
      {(['from', 'to'] as const).map((name) => (
        <label key={name}>
          <span>{t(`performance.range.${name}`)}</span>
          <input
            type="date"
            value={typed[name]}
            min={first ?? undefined}
            max={last ?? undefined}
            aria-invalid={isWrong || undefined}
            onChange={(event) => change(name, event.target.value)}
          />
        </label>
      ))}
      <p role="status" className={styles.note}>
        {t(isWrong ? 'performance.range.inverted' : busy ? 'common.loading' : 'performance.range.utc')}
      </p>
    </div>
  );
}
