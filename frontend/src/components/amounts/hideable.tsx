import { createContext, useContext } from 'react';
import { UNKNOWN } from '../../lib/format/decimal';
import { t } from '../../lib/i18n/texts';

/** Stands for an amount that the member has hidden. */
export const MASK = '•••••';

/** Whether the screen hides the member's amounts: money and quantities, not prices and percentages. */
export const HiddenAmounts = createContext(false);

/** Returns whether amounts are hidden, and a function that replaces a formatted amount in a sentence; a dash stays. */
export function useAmounts(): { isHidden: boolean; hide: (figure: string) => string } {
  const isHidden = useContext(HiddenAmounts);
  return { isHidden, hide: (figure) => (isHidden && figure !== UNKNOWN ? MASK : figure) };
}

/** A formatted amount, or dots in its place. */
export function Hideable({ children }: { children: string }) {
  const { isHidden } = useAmounts();
  if (!isHidden || children === UNKNOWN) return <>{children}</>;
  return (
    <span>
      <span aria-hidden="true">{MASK}</span>
      <span className="visually-hidden">{t('common.hiddenAmount')}</span>
    </span>
  );
}
