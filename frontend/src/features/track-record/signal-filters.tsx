import { useEffect, useEffectEvent, useState } from 'react';
import { Button } from '../../components/feedback/button';
import { SelectField, TextField } from '../../components/form/inputs';
import { outcomeOptions } from './outcome-words';
import styles from './signals-card.module.css';

const PAUSE_MILLISECONDS = 300;
const MAX_LETTERS = 45;

interface SignalFiltersProps {
  outcome: string;
  side: string;
  q: string;
  onFilter: (name: 'outcome' | 'side' | 'q', value: string) => void;
  /** Undefined: there is nothing to clear. */
  onClear: (() => void) | undefined;
}

/** Which signals to show; a pair counts once typing pauses. */
export function SignalFilters({ outcome, side, q, onFilter, onClear }: SignalFiltersProps) {
  const [typed, setTyped] = useState(q);
  const [shown, setShown] = useState(q);
  // Changed from outside: by the clear button, or by going back.
  if (shown !== q) {
    setShown(q);
    setTyped(q);
  }
  const search = useEffectEvent(() => onFilter('q', typed.trim()));
  useEffect(() => {
    if (typed.trim() === q) return;
    const timer = setTimeout(() => search(), PAUSE_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [typed, q]);
  return (
    <search className={styles.filters}>
      <TextField
        label="Pair"
        type="search"
        maxLength={MAX_LETTERS}
        placeholder="BTC/USDT"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <SelectField label="Outcome" value={outcome} onChange={(event) => onFilter('outcome', event.target.value)}>
        <option value="">All outcomes</option>
        {outcomeOptions.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <SelectField label="Direction" value={side} onChange={(event) => onFilter('side', event.target.value)}>
        <option value="">Long and short</option>
        <option value="long">Long</option>
        <option value="short">Short</option>
      </SelectField>
      {onClear && (
        <Button look="quiet" onClick={onClear}>
          Clear filters
        </Button>
      )}
    </search>
  );
}
