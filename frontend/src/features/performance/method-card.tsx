import { Moment } from '../../components/exchange/figures';
import { Card } from '../../components/layout/screen';
import type { Performance } from '../../lib/wire/portfolio';
import styles from './method-card.module.css';

/** How the figures come about, so that anybody can compute them again. */
export function MethodCard({ performance }: { performance: Performance | undefined }) {
  return (
    <Card title="How this is computed" span={12}>
      <div className={styles.words}>
        <p>
          Each day is valued at 00:00 UTC from the balances, trades, deposits, withdrawals, funding and fees read from your exchange, at the
          exchange’s own closing prices, and once more right before every movement of money. The return of a sub-period is the value at its
          end over the value at its start; the time-weighted return is the product of all of them, so it says how the account was run,
          however much money came and went. Where a movement of up to a tenth of the value has no valuation of its own, that sub-period is
          computed by Modified Dietz; a larger one is marked as estimated. Drawdown is measured on the return, not on the equity. Ratios use
          whole days and a riskless rate of 0, and need 30 of them. Transfers between your own wallets are no movement of money. What is
          undefined stays a dash with its reason.
        </p>
        <p className={styles.version}>
          Methodology version {performance?.methodologyVersion ?? '–'}, computed <Moment at={performance?.computedAt ?? null} />. Past
          returns do not say what comes next.
        </p>
      </div>
    </Card>
  );
}
