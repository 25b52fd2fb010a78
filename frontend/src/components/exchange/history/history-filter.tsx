import { type SubmitEvent, useId, useState } from 'react';
import { Button } from '../../feedback/button';
import { TextField } from '../../form/inputs';
import type { RowFilter } from '../../../lib/use-page-params';
import { t } from '../../../lib/i18n/texts';
import styles from './history-bar.module.css';
import type { HistorySet } from './history-sets';

interface HistoryFilterProps<R> {
  set: HistorySet<R>;
  /** What there is to choose from; anything else may be typed. */
  names: readonly string[];
  filter: RowFilter;
  onFilter: (filter: RowFilter) => void;
}

const FIRST_DAY = '2000-01-01';
const LAST_DAY = '2099-12-31';

export function HistoryFilter<R>({ set, names, filter, onFilter }: HistoryFilterProps<R>) {
  const list = useId();
  const [error, setError] = useState('');
  const apply = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => {
      const value = form.get(name);
      return typeof value === 'string' ? value.trim() : '';
    };
    const typed = text('name').toUpperCase();
    const wanted = { name: names.find((name) => name.toUpperCase() === typed) ?? typed, from: text('from'), to: text('to') };
    const inverted = wanted.from !== '' && wanted.to !== '' && wanted.from > wanted.to;
    setError(inverted ? t('exchange.filter.inverted') : '');
    if (!inverted) onFilter(wanted);
  };
  return (
    <search>
      <form className={styles.filter} onSubmit={apply}>
        <div className={styles.name}>
          <TextField
            label={t(`exchange.filter.name.${set.nameKey}`)}
            name="name"
            list={list}
            defaultValue={filter.name}
            maxLength={60}
            placeholder={t('exchange.filter.all')}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
          />
          <datalist id={list}>
            {names.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </datalist>
        </div>
        {set.days && (
          <>
            <TextField
              label={t('exchange.filter.from')}
              name="from"
              type="date"
              min={FIRST_DAY}
              max={LAST_DAY}
              defaultValue={filter.from}
            />
            <TextField
              label={t('exchange.filter.to')}
              name="to"
              type="date"
              min={FIRST_DAY}
              max={LAST_DAY}
              defaultValue={filter.to}
              error={error || undefined}
            />
          </>
        )}
        <Button type="submit" className={styles.apply}>
          {t('exchange.filter.apply')}
        </Button>
      </form>
    </search>
  );
}
