import { useEffect, useState } from 'react';
import { Button } from '../../components/feedback/button';
import { SelectField, TextField } from '../../components/form/inputs';
import { t } from '../../lib/i18n/texts';
import { type MarkFilter, type Phase, type Signal, markFilters, phases } from './api/get-signals';
import styles from './signals.module.css';

const PAUSE_MILLISECONDS = 300;
const MAX_LETTERS = 100;

export type SignalFilter = { side: Signal['side'] | null; status: Phase | null; mark: MarkFilter | null; q: string };

/** Which signals to show; a word counts once typing pauses. */
export function SignalFilters({ filter, onFilter }: { filter: SignalFilter; onFilter: (filter: SignalFilter) => void }) {
  const { side, status, mark, q } = filter;
  const [typed, setTyped] = useState(q);
  const [shown, setShown] = useState(q);
  // Changed from outside: by the clear button, or by going back.
  if (shown !== q) {
    setShown(q);
    setTyped(q);
  }
  useEffect(() => {
    if (typed.trim() === q) return;
    const timer = setTimeout(() => onFilter({ side, status, mark, q: typed.trim() }), PAUSE_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [typed, side, status, mark, q, onFilter]);
  return (
    <search className={styles.filters}>
      <TextField
        label={t('signals.filter.search')}
        type="search"
        maxLength={MAX_LETTERS}
        placeholder={t('signals.filter.words')}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <SelectField
        label={t('signals.filter.direction')}
        value={side ?? ''}
        onChange={(event) =>
          onFilter({
            status,
            mark,
            q: typed.trim(),
            side: event.target.value === 'long' || event.target.value === 'short' ? event.target.value : null,
          })
        }
      >
        <option value="">{t('signals.filter.bothDirections')}</option>
        <option value="long">{t('signals.side.long')}</option>
        <option value="short">{t('signals.side.short')}</option>
      </SelectField>
      <SelectField
        label={t('signals.filter.status')}
        value={status ?? ''}
        onChange={(event) =>
          onFilter({ side, mark, q: typed.trim(), status: phases.find((phase) => phase === event.target.value) ?? null })
        }
      >
        <option value="">{t('signals.filter.anyStatus')}</option>
        <option value="running">{t('signals.filter.running')}</option>
        <option value="ended">{t('signals.filter.ended')}</option>
      </SelectField>
      <SelectField
        label={t('signals.filter.mark')}
        value={mark ?? ''}
        onChange={(event) =>
          onFilter({ side, status, q: typed.trim(), mark: markFilters.find((one) => one === event.target.value) ?? null })
        }
      >
        <option value="">{t('signals.filter.anyMark')}</option>
        <option value="taken">{t('signals.filter.taken')}</option>
        <option value="passed">{t('signals.filter.passed')}</option>
        <option value="none">{t('signals.filter.unmarked')}</option>
      </SelectField>
      {(side !== null || status !== null || mark !== null || q !== '') && (
        <Button look="quiet" onClick={() => onFilter({ side: null, status: null, mark: null, q: '' })}>
          {t('signals.filter.clear')}
        </Button>
      )}
    </search>
  );
}
