import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Profit, Unknown } from '../../components/chart/figures';
import { Quantity, Side } from '../../components/exchange/figures';
import { Card } from '../../components/layout/screen';
import { inUnit, useMoney } from '../../components/money/money';
import { type Column, DataTable } from '../../components/table/data-table';
import { paths } from '../../config/routes';
import { request } from '../../lib/api';
import { exact, leftToRight, price, signOf } from '../../lib/format/decimal';
import { keptOnDevice } from '../../lib/kept-figures';
import { useLivePrices } from '../../lib/live-prices';
import { liquidationDistance } from '../../lib/liquidation';
import { openProfit } from '../../lib/open-profit';
import { useProfile } from '../../lib/session';
import { type Position, toPosition } from '../../lib/wire/exchange';
import type { Answer, FuturePositionWire } from '../../lib/wire/types';
import { t } from '../../lib/i18n/texts';
import styles from './tables.module.css';

const SHOWN = 8;

interface Row extends Position {
  /** The spot price of the pair, where the ticker tells it now. */
  live: string | null;
}

const profitOf = ({ live, amount, entryPrice, unrealisedProfit }: Row) =>
  (live === null ? null : openProfit(amount, entryPrice, live)) ?? unrealisedProfit;

const columns = (unit: string): readonly Column<Row>[] => [
  {
    id: 'symbol',
    header: t('dashboards.positions.contract'),
    cell: (row) => (
      <>
        <strong>{row.symbol}</strong> <Side value={signOf(row.amount) >= 0 ? 'LONG' : 'SHORT'} />
      </>
    ),
    phone: 'title',
    csv: (row) => row.symbol,
  },
  {
    id: 'amount',
    header: t('dashboards.positions.amount'),
    cell: (row) => <Quantity value={row.amount} />,
    align: 'end',
    phone: 'figure',
    csv: (row) => ({ figure: row.amount }),
  },
  {
    id: 'entry',
    header: t('dashboards.positions.entry'),
    cell: (row) => <Price value={row.entryPrice} />,
    align: 'end',
    csv: (row) => ({ figure: row.entryPrice }),
  },
  {
    id: 'price',
    header: t('dashboards.positions.price'),
    csv: (row) => ({ figure: row.markPrice }),
    cell: (row) => (
      <>
        <Price value={row.live ?? row.markPrice} />
        <span className={styles.note}>{t(row.live === null ? 'dashboards.positions.mark' : 'dashboards.positions.live')}</span>
      </>
    ),
    align: 'end',
  },
  {
    id: 'liquidation',
    header: t('dashboards.positions.liquidation'),
    cell: (row) => <Liquidation position={row} />,
    align: 'end',
    csv: (row) => (signOf(row.liquidationPrice) > 0 ? { figure: row.liquidationPrice } : null),
  },
  {
    id: 'profit',
    header: inUnit(t('dashboards.positions.profit'), unit),
    csvHeader: inUnit(t('dashboards.positions.profit')),
    wrap: true,
    csv: (row) => ({ figure: row.unrealisedProfit }),
    cell: (row) => (
      <>
        <Profit figure={{ value: profitOf(row), reason: null }} />
        <span className={styles.note}>{t(row.live === null ? 'dashboards.positions.atSync' : 'dashboards.positions.atLive')}</span>
      </>
    ),
    align: 'end',
    phone: 'figure',
  },
];

/** With the digits that matter; the venue's own on hover. */
const Price = ({ value }: { value: string }) => <span title={exact(value)}>{price(value)}</span>;

/** The price at which the exchange liquidates a position, and how far its mark price is from there. */
function Liquidation({ position }: { position: Position }) {
  const distance = liquidationDistance(position);
  if (distance === null) return <Unknown reason={t('dashboards.positions.noLiquidation')} />;
  return (
    <>
      <Price value={position.liquidationPrice} />
      <span className={styles.note}>{t('dashboards.positions.away', { distance: leftToRight(distance) })}</span>
    </>
  );
}

/** Open futures positions. Their profit follows the ticker where it has the pair; elsewhere it stands as the last sync found it. */
export function OpenPositionsCard({ empty }: { empty: string }) {
  const { userId } = useProfile();
  const { unit } = useMoney();
  const { data, error, refetch } = useQuery({
    ...keptOnDevice,
    queryKey: ['dashboard', 'positions', userId],
    queryFn: async ({ signal }) => {
      const { body, headers } = await request<Answer<FuturePositionWire[]>>(
        `/open_position/${encodeURIComponent(userId)}?page=1&perPage=${SHOWN}`,
        { signal },
      );
      return { rows: body.data.map(toPosition), total: Number(headers.get('X-Total-Count') ?? body.data.length) };
    },
  });
  const { prices, live } = useLivePrices(data?.rows.map(({ symbol }) => symbol) ?? []);
  const rows = data?.rows.map((position): Row => ({ ...position, live: live ? (prices.get(position.symbol) ?? null) : null }));
  return (
    <Card
      title={t('dashboards.positions.title')}
      flush
      aside={
        data && data.total > SHOWN ? (
          <Link to={`${paths.tradeHistory}?tab=positions`}>{t('dashboards.positions.all', { count: data.total })}</Link>
        ) : undefined
      }
    >
      <DataTable
        caption={t('dashboards.positions.title')}
        columns={columns(unit)}
        rows={rows}
        rowKey={(row) => `${row.symbol}:${row.positionSide}`}
        error={error}
        onRetry={() => void refetch()}
        skeletonRows={3}
        cardsBelow={768}
        empty={{ title: t('dashboards.positions.none'), text: empty }}
        file={rows && { name: 'tidemark-positions', rows }}
      />
      {rows !== undefined && rows.length > 0 && <p className={styles.foot}>{t('dashboards.positions.note')}</p>}
    </Card>
  );
}
