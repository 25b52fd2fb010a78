import { useId } from 'react';
import styles from './audit.module.css';

interface DayFieldsProps {
  /** YYYY-MM-DD; empty: not asked for. */
  from: string;
  to: string;
  onChange: (name: 'from' | 'to', day: string) => void;
}

const FIRST_DAY = '2000-01-01';
const LAST_DAY = '2099-12-31';

/** From a day to a day of UTC, both of them inside. */
export function DayFields({ from, to, onChange }: DayFieldsProps) {
  const id = useId();
  const field = (name: 'from' | 'to', label: string, value: string) => (
    <span className={styles.day}>
      <label htmlFor={`${id}-${name}`}>{label}</label>
      <input
        id={`${id}-${name}`}
        type="date"
        min={name === 'to' && from !== '' ? from : FIRST_DAY}
        max={name === 'from' && to !== '' ? to : LAST_DAY}
        value={value}
        onChange={(event) => onChange(name, event.target.value)}
      />
    </span>
  );
  return (
    <span className={styles.days} role="group" aria-label="Days">
      {field('from', 'From (UTC)', from)}
      {field('to', 'To (UTC)', to)}
    </span>
  );
}
