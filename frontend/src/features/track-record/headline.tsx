import { FEW_SIGNALS } from '../../components/signal/few-signals';
import { Percent, Unknown } from '../../components/chart/figures';
import { Notice } from '../../components/feedback/notice';
import { Skeleton } from '../../components/feedback/states';
import { Card } from '../../components/layout/screen';
import { count } from '../../lib/format/decimal';
import { day, utc, yearMonth } from '../../lib/format/date';
import { duration } from '../../lib/format/duration';
import type { TrackRecord } from './api/get-track-record';
import { or, Tile } from './tile';
import { countText, ratioText, rText, shareText } from './figures';
import { t } from '../../lib/i18n/texts';
import styles from './headline.module.css';

const nothing = () => t('track-record.headline.nothing');

/** What all signals have come to so far, each figure with how many it counts. */
export function Headline({ record }: { record: TrackRecord | undefined }) {
  if (!record) return <HeadlineSkeleton />;
  const { closed, ended, period, winRate, fillRate, targetRates, meanR, medianR, profitFactor, model, optimistic, ambiguous } = record;
  const n = t('track-record.n', { count: closed });
  return (
    <Card span={12}>
      <div className={styles.head}>
        <div className={styles.main}>
          <p className={styles.label}>{t('track-record.headline.average')}</p>
          <p className={styles.total}>{or(meanR, rText, nothing())}</p>
          <p className={styles.line}>
            {period
              ? t('track-record.headline.closedIn', { count: closed, from: day(period.from), to: day(period.to) })
              : t('track-record.headline.closed', { count: closed })}
          </p>
          <p className={styles.line}>
            {t('track-record.headline.r')}
            {ambiguous > 0 && ` ${t('track-record.headline.doubts', { count: ambiguous, mean: rText(optimistic.meanR) })}`}
          </p>
        </div>
        <dl className={styles.counts}>
          {(
            [
              ['published', record.published],
              ['closed', closed],
              ['missed', record.missed],
              ['missedAmbiguous', record.missedAmbiguous],
              ['expired', record.expired],
              ['unscored', record.unscored],
              ['running', record.running],
            ] as const
          ).map(([name, value]) => (
            <div key={name}>
              <dt>{t(`track-record.headline.count.${name}`)}</dt>
              <dd>{count(value)}</dd>
            </div>
          ))}
        </dl>
      </div>
      {closed > 0 && closed < FEW_SIGNALS && (
        <div className={styles.few}>
          <Notice kind="info" title={t('track-record.headline.few.title', { count: closed })}>
            {t('track-record.headline.few.text')}
          </Notice>
        </div>
      )}
      <dl className={styles.tiles}>
        <Tile name={t('track-record.headline.winRate')} note={countText(winRate)}>
          {or(winRate.rate, shareText, nothing())}
        </Tile>
        <Tile name={t('track-record.headline.median')} note={t('track-record.headline.medianNote', { n })}>
          {or(medianR, rText, nothing())}
        </Tile>
        <Tile
          name={t('track-record.headline.profitFactor')}
          note={
            profitFactor === null && closed > 0
              ? t('track-record.headline.profitFactorUndefined')
              : t('track-record.headline.profitFactorNote', { n })
          }
        >
          {or(profitFactor, ratioText, closed > 0 ? t('track-record.headline.noLoss') : nothing())}
        </Tile>
        <Tile name={t('track-record.headline.streak')} note={t('track-record.headline.streakNote', { n })}>
          {closed === 0 ? <Unknown reason={nothing()} /> : count(record.maxLosingStreak)}
        </Tile>
        <Tile
          name={t('track-record.headline.model')}
          note={
            optimistic.change !== model.change && optimistic.change !== null
              ? t('track-record.headline.modelNoteOptimistic', { n, change: shareText(optimistic.change) })
              : t('track-record.headline.modelNote', { n })
          }
        >
          <Percent figure={{ value: model.change, reason: nothing() }} />
        </Tile>
        <Tile name={t('track-record.headline.drawdown')} note={t('track-record.headline.drawdownNote', { n })}>
          <Percent figure={{ value: model.maxDrawdown, reason: nothing() }} />
        </Tile>
        <Tile
          name={t('track-record.headline.worstMonth')}
          note={
            model.worstMonth
              ? t('track-record.monthN', { month: yearMonth(model.worstMonth.month), count: model.worstMonth.n })
              : t('track-record.headline.noMonth')
          }
        >
          <Percent figure={{ value: model.worstMonth?.change ?? null, reason: nothing() }} />
        </Tile>
        <Tile name={t('track-record.headline.fillRate')} note={countText(fillRate)}>
          {or(fillRate.rate, shareText, t('track-record.headline.noneEnded'))}
        </Tile>
        {targetRates.map((share, index) => (
          <Tile key={index} name={t('track-record.headline.reached', { target: index + 1 })} note={countText(share)}>
            {or(share.rate, shareText, nothing())}
          </Tile>
        ))}
        <Tile name={t('track-record.headline.longestOpen')} note={t('track-record.headline.longestOpenNote', { n })}>
          {record.longestOpen === null ? <Unknown reason={nothing()} /> : duration(record.longestOpen)}
        </Tile>
      </dl>
      <p className={styles.foot}>
        {[
          t('track-record.headline.foot', { count: ended, moment: utc(record.computedAt), version: record.methodology }),
          ...(record.complete ? [] : [t('track-record.headline.incomplete')]),
          t('track-record.headline.past'),
        ].join(' ')}
      </p>
    </Card>
  );
}

function HeadlineSkeleton() {
  return (
    <Card span={12}>
      <div className={styles.head} aria-busy="true">
        <div className={styles.main}>
          <p className={styles.label}>{t('track-record.headline.average')}</p>
          <p className={styles.total}>
            <Skeleton width={180} height={36} />
          </p>
          <p className={styles.line}>
            <Skeleton width="min(420px, 100%)" />
          </p>
        </div>
      </div>
      <div className={styles.tiles}>
        {Array.from({ length: 12 }, (_, index) => (
          <div key={index} className={styles.tile}>
            <Skeleton width={130} />
            <Skeleton width={90} height={24} />
            <Skeleton width={150} />
          </div>
        ))}
      </div>
    </Card>
  );
}
