import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { ownCurrencyQuery, usableConversion } from '../../lib/own-currency';
import { AmountsScreen } from '../amounts/amounts-screen';
import type { ScreenProps } from '../layout/screen';
import { CurrencyNote } from './currency-note';
import { CurrencySwitch } from './currency-switch';
import { MoneyContext, moneyOf } from './money';

/** A screen whose amounts are shown in the member's currency, with the rate they are converted at. */
export function MoneyScreen({ actions, children, hasSwitch = false, ...screen }: ScreenProps & { hasSwitch?: boolean }) {
  const [openedAt] = useState(() => Date.now());
  const { data: choice } = useQuery(ownCurrencyQuery);
  const { conversion, problem } = useMemo(() => usableConversion(choice, openedAt), [choice, openedAt]);
  const money = useMemo(() => moneyOf(conversion), [conversion]);
  return (
    <MoneyContext value={money}>
      <AmountsScreen
        {...screen}
        actions={
          <>
            {actions}
            {hasSwitch && choice && <CurrencySwitch choice={choice} />}
          </>
        }
      >
        {choice && <CurrencyNote currency={choice.currency} conversion={conversion} problem={problem} />}
        {children}
      </AmountsScreen>
    </MoneyContext>
  );
}
