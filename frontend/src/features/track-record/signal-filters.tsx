import { useEffect, useEffectEvent, useState } from 'react';
import { Button } from '../../components/feedback/button';
import { SelectField, TextField } from '../../components/form/inputs';
import { outcomeOptions } from './outcome-words';
import { t } from '../../lib/i18n/texts';
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
        label={t('track-record.filter.pair')}
        type="search"
        maxLength={MAX_LETTERS}
        placeholder={t('track-record.filter.pairExample')}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <SelectField label={t('track-record.filter.outcome')} value={outcome} onChange={(event) => onFilter('outcome', event.target.value)}>
        <option value="">{t('track-record.filter.allOutcomes')}</option>
        {outcomeOptions.map((value) => (
          <option key={value} value={value}>
            {t(`track-record.outcome.filter.${value}`)}
          </option>
        ))}
      </SelectField>
      <SelectField label={t('track-record.detail.direction')} value={side} onChange={(event) => onFilter('side', event.target.value)}>
        <option value="">{t('track-record.filter.bothSides')}</option>
        <option value="long">{t('track-record.filter.long')}</option>
        <option value="short">{t('track-record.filter.short')}</option>
      </SelectField>
      {onClear && (
        <Button look="quiet" onClick={onClear}>
          {t('track-record.filter.clear')}
        </Button>
      )}
    </search>
  );
}
