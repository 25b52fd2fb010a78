import { useQuery } from '@tanstack/react-query';
import { percentText } from '../../components/chart/figures';
import { ErrorState, Skeleton } from '../../components/feedback/states';
import { Card } from '../../components/layout/screen';
import { day, utc } from '../../lib/format/date';
import { count } from '../../lib/format/decimal';
import { signalPracticeQuery, type SignalPractice } from './api/get-signal-practice';
import { shareText } from './figures';
import { or, Tile } from './tile';
import { t } from '../../lib/i18n/texts';
import styles from './cards.module.css';
import headline from './headline.module.css';

/** How signals were really traded: by the club's own account, and by members. */
export function PracticeCard() {
  const { data, error, refetch } = useQuery(signalPracticeQuery);
  return (
    <Card title={t('track-record.practice.title')} span={12}>
      <p className={styles.lead}>{t('track-record.practice.about')}</p>
      {error && !data ? (
        <ErrorState title={t('track-record.failed')} error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Figures practice={data} />
      ) : (
        <Skeleton height={120} />
      )}
    </Card>
  );
}

function Figures({ practice }: { practice: SignalPractice }) {
  const { followRate, slippage, computedAt } = practice;
  const [follow, entries] = [followRate.figures, slippage.figures];
  const noRate = t(`track-record.practice.unknown.${followRate.unknown ?? 'computing'}`);
  const noSlippage = t(`track-record.practice.unknown.${slippage.unknown ?? 'computing'}`);
  return (
    <>
      <dl className={headline.tiles}>
        <Tile name={t('track-record.practice.followed')} note={follow ? followNote(follow) : noRate}>
          {or(follow?.rate ?? null, shareText, noRate)}
        </Tile>
        {(['median', 'p10', 'p90'] as const).map((name) => (
          <Tile
            key={name}
            name={t(`track-record.practice.${name}`)}
            note={entries ? t(`track-record.practice.note.${name}`, { count: entries.observations }) : noSlippage}
          >
            {or(entries?.[name] ?? null, percentText, noSlippage)}
          </Tile>
        ))}
      </dl>
      <Made practice={practice} />
      {computedAt && <p className={headline.foot}>{t('track-record.practice.foot', { moment: utc(computedAt) })}</p>}
    </>
  );
}

type Follow = NonNullable<SignalPractice['followRate']['figures']>;

const followNote = ({ followed, filled, period }: Follow) =>
  t('track-record.practice.note.followed', { followed: count(followed), filled, from: day(period.from), to: day(period.to) });

const period = ({ from, to }: Follow['period']) => t('track-record.practice.made.between', { from: day(from), to: day(to) });

/** What the figures are counted from, and how. */
function Made({ practice: { followRate, slippage } }: { practice: SignalPractice }) {
  const [follow, entries] = [followRate.figures, slippage.figures];
  return (
    <details className={styles.made}>
      <summary>{t('track-record.practice.made.title')}</summary>
      <div className={styles.words}>
        <div>
          <h3>{t('track-record.practice.made.followRate')}</h3>
          <p>{t('track-record.practice.made.followRateHow')}</p>
          {follow && (
            <Counts
              rows={[
                ...(['filled', 'followed', 'tooSmall', 'unsized', 'notEntered', 'outside'] as const).map(
                  (name) => [t(`track-record.practice.made.${name}`), count(follow[name])] as const,
                ),
                [t('track-record.practice.made.period'), period(follow.period)],
              ]}
            />
          )}
        </div>
        <div>
          <h3>{t('track-record.practice.made.slippage')}</h3>
          <p>{t('track-record.practice.made.slippageHow')}</p>
          {entries && (
            <Counts
              rows={[
                ...(['members', 'signals', 'observations'] as const).map(
                  (name) => [t(`track-record.practice.made.${name}`), count(entries[name])] as const,
                ),
                [t('track-record.practice.made.period'), period(entries.period)],
              ]}
            />
          )}
        </div>
      </div>
      <p className={styles.lead}>{t('track-record.practice.made.check')}</p>
    </details>
  );
}

const Counts = ({ rows }: { rows: readonly (readonly [string, string])[] }) => (
  <dl className={headline.counts}>
    {rows.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
