import { useEffect, useRef, useState } from 'react';
import type { FactorKind } from '../../lib/second-factor';
import { TextField } from '../form/inputs';
import styles from './security.module.css';

interface CodeFieldProps {
  /** What the account takes; an app's code and recovery codes are typed, a passkey is not. */
  kinds: readonly FactorKind[];
  value: string;
  onValue: (value: string) => void;
  error?: string | undefined;
}

const LONGEST = 40;

const words = {
  totp: { label: 'Code', help: 'The six digits that your authenticator app shows.', other: 'Use a recovery code instead' },
  recovery: {
    label: 'Recovery code',
    help: 'One of the ten codes you stored, such as a1b2c-3d4e5. Each works once.',
    other: 'Use the app’s code instead',
  },
} as const;

/**
 * One code: of the authenticator app, or one of the recovery codes. Either is taken whichever is asked for; the choice
 * only brings the right keyboard and words. It takes focus when it appears, and again when what was typed is refused.
 */
export function CodeField({ kinds, value, onValue, error }: CodeFieldProps) {
  const [chosen, setChosen] = useState<'totp' | 'recovery'>('totp');
  const field = useRef<HTMLInputElement>(null);
  const hasBoth = kinds.includes('totp') && kinds.includes('recovery');
  const kind = kinds.includes('totp') ? chosen : 'recovery';
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, [kind, error]);
  const { label, help, other } = words[kind];
  return (
    <div className={styles.codeField}>
      <TextField
        key={kind}
        label={label}
        help={help}
        autoComplete={kind === 'totp' ? 'one-time-code' : 'off'}
        inputMode={kind === 'totp' ? 'numeric' : 'text'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={LONGEST}
        error={error}
        value={value}
        ref={field}
        onChange={(event) => onValue(event.target.value)}
      />
      {hasBoth && (
        <button
          type="button"
          className={styles.textButton}
          onClick={() => {
            setChosen(kind === 'totp' ? 'recovery' : 'totp');
            onValue('');
          }}
        >
          {other}
        </button>
      )}
    </div>
  );
}

/** Whether there is anything to type for these. */
export const takesCode = (kinds: readonly FactorKind[]): boolean => kinds.includes('totp') || kinds.includes('recovery');
