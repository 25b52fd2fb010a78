import { Moon, Sun } from 'lucide-react';
import { setColorMode, useColorMode } from '../../theme/color-mode';
import styles from './color-switch.module.css';

interface ColorSwitchProps {
  /** Told after the mode has changed; the signed-in shell stores it on the server. */
  onChange?: () => void;
}

export function ColorSwitch({ onChange }: ColorSwitchProps) {
  const mode = useColorMode();
  const next = mode === 'light' ? 'dark' : 'light';
  const Icon = mode === 'light' ? Moon : Sun;
  return (
    <button
      type="button"
      className={styles.switch}
      aria-label={`Switch to ${next} colours`}
      title={`Switch to ${next} colours`}
      onClick={() => {
        setColorMode(next);
        onChange?.();
      }}
    >
      <Icon size={18} aria-hidden="true" />
    </button>
  );
}
