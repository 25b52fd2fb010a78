import { useEffect, useRef, useState } from 'react';
import type { FactorKind } from '../../lib/second-factor';
import { TextField } from '../form/inputs';
import { t } from '../../lib/i18n/texts';
import styles from './security.module.css';

interface CodeFieldProps {
  /** What the account takes; an app's code and recovery codes are typed, a passkey is not. */
  kinds: readonly FactorKind[];
  value: string;
  onValue: (value: string) => void;
  error?: string | undefined;
}

const LONGEST = 40;

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
  return (
    <div className={styles.codeField}>
      <TextField
        key={kind}
        label={t(`auth.code.${kind}.label`)}
        help={t(`auth.code.${kind}.help`)}
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
          {t(`auth.code.${kind}.other`)}
        </button>
      )}
    </div>
  );
}

/** Whether there is anything to type for these. */
export const takesCode = (kinds: readonly FactorKind[]): boolean => kinds.includes('totp') || kinds.includes('recovery');
