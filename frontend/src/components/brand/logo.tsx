import styles from './logo.module.css';

interface LogoProps {
  /** The mark alone, for narrow places; the name is then read out only. */
  compact?: boolean;
}

/** The tide mark: the line the water reached, above the water that has gone back from it. */
export function TideMark({ size = 24 }: { size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d="M3 6.5h18" />
      <path d="M3 12.5c2.25 0 2.25-2 4.5-2s2.25 2 4.5 2 2.25-2 4.5-2 2.25 2 4.5 2" />
      <path d="M3 18c2.25 0 2.25-2 4.5-2s2.25 2 4.5 2 2.25-2 4.5-2 2.25 2 4.5 2" opacity=".5" />
    </svg>
  );
}

const BRAND = 'Tidemark';

export function Logo({ compact = false }: LogoProps) {
  return (
    <span className={styles.logo}>
      <span className={styles.mark}>
        <TideMark />
      </span>
      <span className={compact ? 'visually-hidden' : styles.name}>{BRAND}</span>
    </span>
  );
}
