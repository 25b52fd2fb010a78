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
import { t } from '../../lib/i18n/texts';
import { Trans } from '../../lib/i18n/trans';
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

function amendmentText({ kind, stop, price }: EndedSignal['amendments'][number], number: number): string {
  if (kind === 'cancel') return t('track-record.detail.amendment.cancel', { number });
  if (kind === 'move_stop') return t('track-record.detail.amendment.moveStop', { number, price: exact(stop) });
  return t('track-record.detail.amendment.close', { number, price: exact(price) });
}

/** One signal that has ended: what it said, what came of it, and with what both can be checked. */
export function SignalDialog({ signal, onClose }: { signal: EndedSignal; onClose: () => void }) {
  const { symbol, side, entry, stop, targets, outcome, log, amendments } = signal;
  const level = (price: string) => <Level price={price} entry={entry} />;
  return (
    <Dialog title={t('track-record.detail.title', { symbol, side: t(`track-record.side.${side}`) })} width="tall" onClose={onClose}>
      {/* Longer than most windows: the keyboard must be able to scroll it. */}
      <div className={styles.sections} role="region" aria-label={t('track-record.detail.region')} tabIndex={0}>
        <section>
          <p>
            <Outcome signal={signal} /> <strong>{outcome.rNet !== null && rText(outcome.rNet)}</strong>
          </p>
          <p className={styles.small}>{outcomeOf(signal).meaning}</p>
        </section>
        <Facts
          title={t('track-record.detail.said')}
          facts={[
            [t('track-record.detail.direction'), <Direction key="side" side={side} />],
            [t('track-record.reason.tp3'), level(targets[2] ?? '')],
            [t('track-record.reason.tp2'), level(targets[1] ?? '')],
            [t('track-record.reason.tp1'), level(targets[0] ?? '')],
            [t('track-record.list.entry'), exact(entry)],
            [t('track-record.reason.stop'), level(stop)],
            [t('track-record.detail.trail'), signal.trail],
            [t('track-record.detail.leverage'), signal.leverage],
            [t('track-record.detail.timeFrame'), <bdi key="timeFrame">{signal.timeFrame}</bdi>],
            [t('track-record.detail.riskLevel'), <bdi key="riskLevel">{signal.riskLevel}</bdi>],
            [t('track-record.list.published'), <Moment key="published" at={signal.publishedAt} />],
            [t('track-record.reason.expiry'), <Moment key="closure" at={signal.closesAt} />],
          ]}
        />
        {amendments.length > 0 && (
          <Facts
            title={t('track-record.detail.later')}
            facts={amendments.map((one, index): Fact => [amendmentText(one, index + 1), <Moment key={index} at={one.at} />])}
          />
        )}
        <Facts
          title={t('track-record.detail.result')}
          facts={[
            [
              t('track-record.detail.filled'),
              outcome.entryPrice === null ? (
                t('track-record.detail.notFilled')
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
            [t('track-record.detail.ended'), <Moment key="ended" at={outcome.endedAt} />],
            [t('track-record.detail.gross'), rText(outcome.rGross)],
            ...(outcome.rFunding === null ? [] : ([[t('track-record.detail.funding'), `${fixed(outcome.rFunding, 4)} R`]] as const)),
            [t('track-record.detail.net'), rText(outcome.rNet)],
            ...(outcome.ambiguous.length > 0
              ? ([
                  [t('track-record.detail.optimistic'), rText(outcome.rOptimistic)],
                  [t('track-record.detail.doubtMinutes'), outcome.ambiguous.length],
                ] as const)
              : []),
            ...(outcome.gapMinutes > 0 ? ([[t('track-record.detail.gapMinutes'), outcome.gapMinutes]] as const) : []),
          ]}
        />
        <section>
          <h3>{t('track-record.detail.message')}</h3>
          <p className={styles.message}>{signal.message}</p>
        </section>
        <section>
          <h3>{t('track-record.detail.check')}</h3>
          {log ? (
            <p className={styles.small}>
              {t('track-record.detail.leaf', { index: log.index })} <code>{log.hash}</code>{' '}
              <CopyButton compact text={log.hash} label={t('track-record.detail.copyHash')} />
            </p>
          ) : (
            <p className={styles.small}>{t('track-record.detail.beforeLog')}</p>
          )}
          {outcome.candlesDigest && (
            <p className={styles.small}>
              <Trans id="track-record.detail.digest" values={{ digest: outcome.candlesDigest }} tags={{ code: <code /> }} />
            </p>
          )}
          <p className={styles.links}>
            <a href={hashLink(paths.verify)} className={buttonClass({ size: 'small' })}>
              {t('track-record.detail.checkLog')}
            </a>
            {outcome.hasCase && (
              <ButtonAnchor size="small" href={files.case(signal.id)} download icon={<Download size={16} aria-hidden="true" />}>
                {t('track-record.detail.withCandles')}
              </ButtonAnchor>
            )}
          </p>
        </section>
      </div>
    </Dialog>
  );
}
