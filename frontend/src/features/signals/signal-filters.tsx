import { useEffect, useState } from 'react';
import { Button } from '../../components/feedback/button';
import { SelectField, TextField } from '../../components/form/inputs';
import type { Signal } from './api/get-signals';
import styles from './signals.module.css';

const PAUSE_MILLISECONDS = 300;
const MOST_LETTERS = 100;

interface Filter {
  side: Signal['side'] | null;
  q: string;
}

/** Which signals to show; a word counts once typing pauses. */
export function SignalFilters({ filter, onFilter }: { filter: Filter; onFilter: (filter: Filter) => void }) {
  const { side, q } = filter;
  const [typed, setTyped] = useState(q);
  const [shown, setShown] = useState(q);
  // Changed from outside: by the clear button, or by going back.
  if (shown !== q) {
    setShown(q);
    setTyped(q);
  }
  useEffect(() => {
    if (typed.trim() === q) return;
    const timer = setTimeout(() => onFilter({ side, q: typed.trim() }), PAUSE_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [typed, side, q, onFilter]);
  return (
    <search className={styles.filters}>
      <TextField label="Search" type="search" maxLength={MOST_LETTERS} placeholder="Pair or words" autoComplete="off" value={typed} onChange={(event) => setTyped(event.target.value)} />
      <SelectField label="Direction" value={side ?? ''} onChange={(event) => onFilter({ q: typed.trim(), side: event.target.value === 'long' || event.target.value === 'short' ? event.target.value : null })}>
        <option value="">Long and short</option>
        <option value="long">Long</option>
        <option value="short">Short</option>
      </SelectField>
      {(side !== null || q !== '') && (
        <Button look="quiet" onClick={() => onFilter({ side: null, q: '' })}>
          Clear filters
        </Button>
      )}
    </search>
  );
}
