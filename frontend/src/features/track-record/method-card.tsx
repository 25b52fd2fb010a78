import { Card } from '../../components/layout/screen';
import { hashLink, paths } from '../../config/routes';
import styles from './cards.module.css';

/** How the figures come about, in words. */
export function MethodCard() {
  return (
    <Card title="How this is computed" span={12}>
      <div className={styles.words}>
        <div>
          <h3>What was said is fixed first</h3>
          <p>
            When a signal is published, the server stamps the time and writes its fingerprint into a log that only grows and is signed every
            hour. Nothing can be changed or deleted afterwards. What it says is told to everybody once it has ended; until then this page
            shows its fingerprint alone. Later words of the team, such as a stop that moves, are entries of their own and count from the
            minute after they were said. <a href={hashLink(paths.verify)}>Check the log in your browser</a>.
          </p>
        </div>
        <div>
          <h3>Then minutes decide</h3>
          <p>
            Each signal is scored with the exchange’s one-minute candles, beginning with the first that opens after the publication. The
            entry counts as filled only when the price trades through it; a touch is not enough. Targets fill at their price when it is
            traded through, a third of the position at each. The stop fills when it is touched, and at the opening price where the market
            jumps over it. What is left at the closure leaves at the last price.
          </p>
        </div>
        <div>
          <h3>Doubt counts against us</h3>
          <p>
            Where a minute touches the stop and passes a target, its seconds are asked for. If they do not tell either, the stop came first.
            If it is not known whether the entry or the first target came first, a loss counts and a gain does not. How the figures would
            look had every doubt gone well stands beside them.
          </p>
        </div>
        <div>
          <h3>The figures</h3>
          <p>
            R is the profit or loss over the risk, which is the way from the entry to the first stop. Taker fees of both sides are taken off
            (0.05% on futures, 0.10% on spot), and so is the funding of perpetual futures, at the exchange’s own rates; slippage and the
            membership’s fees are not. Missed and never filled signals are listed and count in the fill rate, not in the win rate. Reaching
            a target is not winning, so its rate has its own name. Each rate has its 95% confidence interval (Wilson): the range in which
            the long-run rate plausibly lies. The model multiplies its equity by 1 + 1% × R in order of the ends. Nothing is extrapolated to
            a year. What is undefined stays a dash.
          </p>
        </div>
      </div>
    </Card>
  );
}
