import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { Moment } from '../../components/exchange/figures';
import { ButtonAnchor, buttonClass } from '../../components/feedback/button';
import { CopyButton } from '../../components/feedback/copy-button';
import { Dialog } from '../../components/feedback/dialog';
import { Direction, Level } from '../../components/signal/signal-cells';
import { hashLink, paths } from '../../config/routes';
import { exact, fixed } from '../../lib/format/decimal';
import { type EndedSignal, files } from './api/get-track-record';
import { rText } from './figures';
import { Outcome, outcomeOf, reasonText } from './outcome-words';
import styles from './signals-card.module.css';

type Fact = readonly [name: string, value: ReactNode];

function Facts({ title, facts }: { title: string; facts: readonly Fact[] }) {
  return (
    <section>
      <h3>{title}</h3>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const amendmentText = ({ kind, stop, price }: EndedSignal['amendments'][number]): string =>
  kind === 'cancel' ? 'Taken back' : kind === 'move_stop' ? `Stop moved to ${exact(stop)}` : `Closed at ${exact(price)}`;

/** One signal that has ended: what it said, what came of it, and with what both can be checked. */
export function SignalDialog({ signal, onClose }: { signal: EndedSignal; onClose: () => void }) {
  const { symbol, side, entry, stop, targets, outcome, log, amendments } = signal;
  const level = (price: string) => <Level price={price} entry={entry} />;
  return (
    <Dialog title={`${symbol}, ${side}`} width="tall" onClose={onClose}>
      {/* Longer than most windows: the keyboard must be able to scroll it. */}
      <div className={styles.sections} role="region" aria-label="What it said and what came of it" tabIndex={0}>
        <section>
          <p>
            <Outcome signal={signal} /> <strong>{outcome.rNet !== null && rText(outcome.rNet)}</strong>
          </p>
          <p className={styles.small}>{outcomeOf(signal).meaning}</p>
        </section>
        <Facts
          title="What was said"
          facts={[
            ['Direction', <Direction key="side" side={side} />],
            ['Take profit 3', level(targets[2] ?? '')],
            ['Take profit 2', level(targets[1] ?? '')],
            ['Take profit 1', level(targets[0] ?? '')],
            ['Entry', exact(entry)],
            ['Stop', level(stop)],
            ['Trailing stop', signal.trail],
            ['Leverage', signal.leverage],
            ['Time frame', signal.timeFrame],
            ['Risk level', signal.riskLevel],
            ['Published', <Moment key="published" at={signal.publishedAt} />],
            ['Closure', <Moment key="closure" at={signal.closesAt} />],
          ]}
        />
        {amendments.length > 0 && (
          <Facts
            title="What was said later"
            facts={amendments.map((one, index): Fact => [`${index + 1}. ${amendmentText(one)}`, <Moment key={index} at={one.at} />])}
          />
        )}
        <Facts
          title="What came of it"
          facts={[
            [
              'Filled',
              outcome.entryPrice === null ? (
                'Not filled'
              ) : (
                <span key="filled">
                  {exact(outcome.entryPrice)}, <Moment at={outcome.entryAt} />
                </span>
              ),
            ],
            ...outcome.exits.map(({ reason, price, at }, index): Fact => [
              reasonText(reason),
              <span key={index}>
                {exact(price)}, <Moment at={at} />
              </span>,
            ]),
            ['Ended', <Moment key="ended" at={outcome.endedAt} />],
            ['Result before costs', rText(outcome.rGross)],
            ...(outcome.rFunding === null ? [] : ([['Funding paid', `${fixed(outcome.rFunding, 4)} R`]] as const)),
            ['Result after costs', rText(outcome.rNet)],
            ...(outcome.ambiguous.length > 0
              ? ([
                  ['Had its doubts gone well', rText(outcome.rOptimistic)],
                  ['Minutes in doubt', outcome.ambiguous.length],
                ] as const)
              : []),
            ...(outcome.gapMinutes > 0 ? ([['Minutes without a candle', outcome.gapMinutes]] as const) : []),
          ]}
        />
        <section>
          <h3>The message</h3>
          <p className={styles.message}>{signal.message}</p>
        </section>
        <section>
          <h3>Check it</h3>
          {log ? (
            <p className={styles.small}>
              Leaf {log.index} of the log: <code>{log.hash}</code> <CopyButton compact text={log.hash} label="Copy the hash" />
            </p>
          ) : (
            <p className={styles.small}>Published before there was a log.</p>
          )}
          {outcome.candlesDigest && (
            <p className={styles.small}>
              SHA-256 of the candles used: <code>{outcome.candlesDigest}</code>
            </p>
          )}
          <p className={styles.links}>
            <a href={hashLink(paths.verify)} className={buttonClass({ size: 'small' })}>
              Check the log
            </a>
            {outcome.hasCase && (
              <ButtonAnchor size="small" href={files.case(signal.id)} download icon={<Download size={16} aria-hidden="true" />}>
                With its candles (JSON)
              </ButtonAnchor>
            )}
          </p>
        </section>
      </div>
    </Dialog>
  );
}
