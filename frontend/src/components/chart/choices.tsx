import styles from './choices.module.css';

interface ChoicesProps<V extends string> {
  label: string;
  options: readonly { value: V; label: string }[];
  /** None of them, where something else is chosen elsewhere. */
  value: V | null;
  onChange: (value: V) => void;
}

/** A few short choices of which one holds. */
export function Choices<V extends string>({ label, options, value, onChange }: ChoicesProps<V>) {
  return (
    <div role="group" aria-label={label} className={styles.choices}>
      {options.map((option) => (
        <button key={option.value} type="button" aria-pressed={option.value === value} onClick={() => onChange(option.value)}>
          {option.label}
        </button>
      ))}
    </div>
  );
}
