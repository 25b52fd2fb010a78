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
          exchange’s own closing prices, and once more right before every deposit and withdrawal. The return of a sub-period is the value at
          its end divided by the value at its start. The time-weighted return is the product of all of them, so deposits and withdrawals do
          not change it. Where a deposit or withdrawal of up to a tenth of the value has no valuation of its own, that sub-period uses
          Modified Dietz. After a larger one there is no return. Returns begin where everything that happened is known. Drawdown is measured
          on the return at the end of each sub-period. Ratios use whole days and a risk-free rate of 0%, and need 30 days. Transfers between
          your own wallets are not counted. An unknown figure is a dash with its reason.
        </p>
        <p className={styles.version}>
          Methodology version {performance?.methodologyVersion ?? '–'}, computed <Moment at={performance?.computedAt ?? null} />. Past
          returns do not predict future results.
        </p>
      </div>
    </Card>
  );
}
