import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { t } from '../../lib/i18n/texts';
import { useStoredChoice } from '../../lib/use-stored-choice';
import { Screen, type ScreenProps } from '../layout/screen';
import styles from './amounts-screen.module.css';
import { HiddenAmounts } from './hideable';

/** The choice is read before the first figure is rendered, so that no amount shows for a moment. */
const KEY = 'tidemark:amounts';
const choices = ['shown', 'hidden'] as const;

/** A screen with a member's amounts, and a button that hides them on this device. */
export function AmountsScreen({ actions, children, ...screen }: ScreenProps) {
  const [choice, setChoice] = useStoredChoice(KEY, choices, 'shown');
  const [announced, setAnnounced] = useState('');
  const isHidden = choice === 'hidden';
  const toggle = () => {
    const next = isHidden ? 'shown' : 'hidden';
    setChoice(next);
    setAnnounced(t(`exchange.amounts.are.${next}`));
  };
  return (
    <HiddenAmounts value={isHidden}>
      <Screen
        {...screen}
        actions={
          <>
            {actions}
            <button
              type="button"
              className={styles.switch}
              aria-label={t('exchange.amounts.hide')}
              aria-pressed={isHidden}
              title={t(isHidden ? 'exchange.amounts.show' : 'exchange.amounts.hide')}
              onClick={toggle}
            >
              {isHidden ? <EyeOff size={18} aria-hidden="true" /> : <Eye size={18} aria-hidden="true" />}
            </button>
            <span className="visually-hidden" aria-live="polite">
              {announced}
            </span>
          </>
        }
      >
        {children}
      </Screen>
    </HiddenAmounts>
  );
}
