import { X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Button } from '../components/feedback/button';
import type { useFilterParams } from '../lib/use-page-params';
import styles from './filter-bar.module.css';

export interface FilterChoice<K extends string> {
  name: K;
  label: string;
  /** What the server takes, and what it reads. */
  options: readonly (readonly [value: string, label: string])[];
}

interface FilterBarProps<K extends string> {
  choices: readonly FilterChoice<K>[];
  filters: ReturnType<typeof useFilterParams<K>>;
  /** Stands at the end: an export, for one. */
  children?: ReactNode;
}

/** Filters of a list, each a choice; they stand in the address, so a filtered list can be sent to somebody. */
export function FilterBar<K extends string>({ choices, filters, children }: FilterBarProps<K>) {
  return (
    <div className={styles.bar} role="group" aria-label="Filters">
      {choices.map((choice) => (
        <Choice
          key={choice.name}
          {...choice}
          value={filters.values[choice.name]}
          onChange={(value) => filters.setFilter(choice.name, value)}
        />
      ))}
      {filters.filtered && (
        <Button size="small" look="quiet" icon={<X size={15} aria-hidden="true" />} onClick={filters.clear}>
          Clear filters
        </Button>
      )}
      {children && <span className={styles.end}>{children}</span>}
    </div>
  );
}

function Choice<K extends string>({
  label,
  options,
  value,
  onChange,
}: FilterChoice<K> & { value: string; onChange: (value: string) => void }) {
  const id = useId();
  return (
    <span className={styles.choice}>
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} data-set={value !== '' || undefined} onChange={(event) => onChange(event.target.value)}>
        <option value="">Any</option>
        {options.map(([option, words]) => (
          <option key={option} value={option}>
            {words}
          </option>
        ))}
      </select>
    </span>
  );
}
