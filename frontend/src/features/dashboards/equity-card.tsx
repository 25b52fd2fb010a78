import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { EquityChart } from '../../components/chart/equity-chart';
import { Percent, Profit } from '../../components/chart/figures';
import { Usdt } from '../../components/exchange/figures';
import { LastSynced } from '../../components/exchange/last-synced';
import { ErrorState, Skeleton } from '../../components/feedback/states';
import { Card } from '../../components/layout/screen';
import { useMoney } from '../../components/money/money';
import { paths } from '../../config/routes';
import { type Equity, equityOf } from '../../lib/equity';
import { day } from '../../lib/format/date';
import { portfolioDaysQuery } from '../../lib/portfolio';
import type { Wallet } from '../../lib/wire/exchange';
import type { Portfolio, PortfolioDay } from '../../lib/wire/portfolio';
import { t } from '../../lib/i18n/texts';
import styles from './equity-card.module.css';

/** In days. */
const spans = [30, 90, 365] as const;

const NO_DAYS: readonly PortfolioDay[] = [];

interface EquityCardProps {
  portfolio: Portfolio | undefined;
  wallet: Wallet | undefined;
  error: unknown;
  onRetry: () => void;
  /** What stands where the curve will be, while there is none. */
  empty: { title: string; text: string };
}

/** What the account is worth, how that has changed, and the days behind it. */
export function EquityCard({ portfolio, wallet, error, onRetry, empty }: EquityCardProps) {
  const { unit } = useMoney();
  const isLoading = portfolio === undefined && error == null;
  const equity = equityOf(wallet, portfolio);
  if (portfolio === undefined && error != null) {
    return (
      <Card>
        <ErrorState title={t('dashboards.equity.failed')} error={error} onRetry={onRetry} />
      </Card>
    );
  }
  return (
    <Card>
      <div className={styles.head}>
        <div>
          <p className={styles.label}>{t('dashboards.equity.title')}</p>
          <p className={styles.total}>
            {isLoading ? (
              <Skeleton width={220} height={36} />
            ) : (
              <Usdt value={equity.value} unknown={t(equity.asOf === null ? 'dashboards.equity.notSynced' : 'dashboards.equity.noPrice')} />
            )}
            {equity.value !== null && !isLoading && <span className={styles.unit}>{unit}</span>}
          </p>
          <p className={styles.read}>{isLoading ? <Skeleton width={160} /> : <AsOf equity={equity} portfolio={portfolio} />}</p>
        </div>
        <dl className={styles.changes}>
          {(portfolio?.changes ?? [undefined, undefined, undefined]).map((one, index) => (
            <div key={one?.span ?? index}>
              <dt title={one?.since == null ? undefined : t('dashboards.equity.since', { day: day(one.since.slice(0, 10)) })}>
                {one ? t(`dashboards.equity.change.${one.span}`) : <Skeleton width={56} />}
              </dt>
              <dd>{one ? <Percent figure={one.change} /> : <Skeleton width={72} height={20} />}</dd>
              <dd className={styles.profit}>{one ? <Profit figure={one.profit} /> : <Skeleton width={64} />}</dd>
            </div>
          ))}
        </dl>
      </div>
      <Curve portfolio={portfolio} empty={empty} />
    </Card>
  );
}

function AsOf({ equity, portfolio }: { equity: Equity; portfolio: Portfolio | undefined }) {
  if (equity.asOf === null) return <LastSynced at={null} />;
  return (
    <>
      <LastSynced at={equity.asOf} />
      {equity.source === 'exchange' && t('dashboards.equity.reported')}
      {portfolio?.state === 'computing' && t(portfolio.computedAt === null ? 'dashboards.equity.computing' : 'dashboards.equity.newer')}
      {portfolio?.flags.includes('unpriced') && t('dashboards.equity.unpriced')}
      {portfolio?.flags.includes('unreconciled') && t('dashboards.equity.unreconciled')}
    </>
  );
}

function Curve({ portfolio, empty }: { portfolio: Portfolio | undefined; empty: EquityCardProps['empty'] }) {
  const hasDays = portfolio !== undefined && portfolio.lastDay !== null;
  const { data, error, refetch } = useQuery({ ...portfolioDaysQuery({ from: null, to: null }), enabled: hasDays });
  if (error && data === undefined)
    return <ErrorState title={t('dashboards.equity.daysFailed')} error={error} onRetry={() => void refetch()} />;
  return (
    <div className={styles.curve}>
      <EquityChart
        days={portfolio === undefined || hasDays ? data : NO_DAYS}
        spans={spans.map((days) => ({ days, label: t(`dashboards.equity.span.${days}`) }))}
        usual={90}
        empty={empty}
        aside={<Link to={paths.performance}>{t('dashboards.equity.performance')}</Link>}
      />
    </div>
  );
}
