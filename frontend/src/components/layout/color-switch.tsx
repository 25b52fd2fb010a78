import { Moon, Sun } from 'lucide-react';
import { setColorMode, useColorMode } from '../../theme/color-mode';
import { t } from '../../lib/i18n/texts';
import styles from './color-switch.module.css';

interface ColorSwitchProps {
  /** Told after the mode has changed; the signed-in shell stores it on the server. */
  onChange?: () => void;
}

/** Both icons are there and the style sheet shows one: the page from the server has the right one before any script has run. */
export function ColorSwitch({ onChange }: ColorSwitchProps) {
  const mode = useColorMode();
  const next = mode === 'light' ? 'dark' : 'light';
  const label = t(`common.color.${next}`);
  return (
    <button
      type="button"
      className={styles.switch}
      aria-label={label}
      title={label}
      onClick={() => {
        setColorMode(next);
        onChange?.();
      }}
    >
      <Moon size={18} className={styles.toDark} aria-hidden="true" />
      <Sun size={18} className={styles.toLight} aria-hidden="true" />
    </button>
  );
}
