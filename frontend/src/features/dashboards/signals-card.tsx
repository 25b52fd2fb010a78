import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Moment, Side } from '../../components/exchange/figures';
import { EmptyState, ErrorState, Skeleton } from '../../components/feedback/states';
import { Card } from '../../components/layout/screen';
import { paths } from '../../config/routes';
import { request } from '../../lib/api';
import { exact } from '../../lib/format/decimal';
import { useProfile } from '../../lib/session';
import type { Answer, SignalWire } from '../../lib/wire/types';
import { isolate } from '../../lib/i18n/isolate';
import { t } from '../../lib/i18n/texts';
import styles from './signals-card.module.css';

const SHOWN = 3;
const EVERY_MILLISECONDS = 300_000;

/** Below what a new signal has read again. */
const SIGNALS_KEY = ['signals', 'newest'];

/** The newest signals, for trade club members who have paid; the others are told how to get there. */
export function SignalsCard() {
  const isPaid = useProfile().paymentStatus === 'approved';
  const { data, error, refetch } = useQuery({
    queryKey: SIGNALS_KEY,
    queryFn: async ({ signal }) =>
      (await request<Answer<SignalWire[]>>(`/getsignal?page=1&perPage=${SHOWN}`, { signal })).body.data.slice(0, SHOWN),
    enabled: isPaid,
    refetchInterval: EVERY_MILLISECONDS,
  });
  return (
    <Card
      title={t('dashboards.signals.title')}
      aside={isPaid && data && data.length > 0 ? <Link to={paths.tradeSignals}>{t('dashboards.signals.all')}</Link> : undefined}
    >
      {!isPaid ? (
        <EmptyState title={t('dashboards.signals.subscribers')} action={<Link to={paths.profile}>{t('dashboards.signals.profile')}</Link>}>
          {t('dashboards.signals.subscribe')}
        </EmptyState>
      ) : data === undefined ? (
        error == null ? (
          <Skeleton height={342} />
        ) : (
          <ErrorState title={t('dashboards.signals.failed')} error={error} onRetry={() => void refetch()} />
        )
      ) : data.length === 0 ? (
        <EmptyState title={t('dashboards.signals.none')}>{t('dashboards.signals.noneText')}</EmptyState>
      ) : (
        <ul className={styles.list}>
          {data.map((signal) => (
            <li key={signal.id}>
              <div className={styles.head}>
                <strong>{signal.symbol}</strong>
                <Side value={signal.side} />
                <span className={styles.when}>
                  <Moment at={signal.publishedAt} relative />
                </span>
              </div>
              <dl className={styles.prices}>
                <div>
                  <dt>{t('dashboards.signals.entry')}</dt>
                  <dd>{exact(signal.entryPrice)}</dd>
                </div>
                <div>
                  <dt>{t('dashboards.signals.stop')}</dt>
                  <dd>{exact(signal.stopLoss)}</dd>
                </div>
                <div>
                  <dt>{t('dashboards.signals.target')}</dt>
                  <dd>{exact(signal.takeProfit1)}</dd>
                </div>
              </dl>
              <p className={styles.risk}>
                {t('dashboards.signals.risk', {
                  level: isolate(signal.riskLevel.toLowerCase()),
                  size: isolate(signal.recommendedPositionSize),
                })}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
