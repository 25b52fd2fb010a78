import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Moment, Quantity, Side } from '../../components/exchange/figures';
import { Card } from '../../components/layout/screen';
import { type Column, DataTable } from '../../components/table/data-table';
import { paths } from '../../config/routes';
import { request } from '../../lib/api';
import { exact } from '../../lib/format/decimal';
import { keptOnDevice } from '../../lib/kept-figures';
import { useProfile } from '../../lib/session';
import { toFuturesTrade, toSpotTrade } from '../../lib/wire/exchange';
import type { Answer, FutureTradeWire, SpotTradeWire } from '../../lib/wire/types';
import { t } from '../../lib/i18n/texts';

const SHOWN = 6;

interface Trade {
  market: 'Spot' | 'Futures';
  date: string;
  symbol: string;
  side: string;
  price: string;
  quantity: string;
  quoteQuantity: string;
}

const columns = (): readonly Column<Trade>[] => [
  {
    id: 'symbol',
    header: t('dashboards.trades.pair'),
    cell: (row) => <strong>{row.symbol}</strong>,
    phone: 'title',
    csv: (row) => row.symbol,
  },
  { id: 'side', header: t('dashboards.trades.side'), cell: (row) => <Side value={row.side} />, phone: 'title', csv: (row) => row.side },
  {
    id: 'market',
    header: t('dashboards.trades.market'),
    cell: (row) => t(row.market === 'Spot' ? 'dashboards.trades.spot' : 'dashboards.trades.futures'),
    phone: 'hidden',
    csv: (row) => row.market,
  },
  {
    id: 'price',
    header: t('dashboards.trades.price'),
    cell: (row) => exact(row.price, 2),
    align: 'end',
    phone: 'figure',
    csv: (row) => ({ figure: row.price }),
  },
  {
    id: 'quantity',
    header: t('dashboards.trades.quantity'),
    cell: (row) => <Quantity value={row.quantity} />,
    csv: (row) => ({ figure: row.quantity }),
    align: 'end',
    phone: 'hidden',
  },
  {
    id: 'total',
    header: t('dashboards.trades.total'),
    cell: (row) => <Quantity value={row.quoteQuantity} places={2} />,
    csv: (row) => ({ figure: row.quoteQuantity }),
    align: 'end',
    phone: 'figure',
  },
  {
    id: 'date',
    header: t('dashboards.trades.when'),
    cell: (row) => <Moment at={row.date} relative />,
    align: 'end',
    csv: (row) => row.date,
  },
];

/** The newest trades of both markets. */
export function LastTradesCard({ empty }: { empty: string }) {
  const { userId } = useProfile();
  const { data, error, refetch } = useQuery({
    ...keptOnDevice,
    queryKey: ['dashboard', 'trades', userId],
    queryFn: async ({ signal }): Promise<Trade[]> => {
      const newest = async <W, R>(route: string, map: (record: W) => R) =>
        (await request<Answer<W[]>>(`/${route}/${encodeURIComponent(userId)}?page=1&perPage=${SHOWN}`, { signal })).body.data.map(map);
      const [spot, futures] = await Promise.all([
        newest<SpotTradeWire, ReturnType<typeof toSpotTrade>>('spot_trade', toSpotTrade),
        newest<FutureTradeWire, ReturnType<typeof toFuturesTrade>>('trade_history', toFuturesTrade),
      ]);
      const trades = [
        ...spot.map((trade) => ({ ...trade, market: 'Spot' as const })),
        ...futures.map((trade) => ({ ...trade, market: 'Futures' as const })),
      ];
      return trades.sort((a, b) => b.date.localeCompare(a.date)).slice(0, SHOWN);
    },
  });
  return (
    <Card title={t('dashboards.trades.title')} flush aside={<Link to={paths.tradeHistory}>{t('dashboards.trades.all')}</Link>}>
      <DataTable
        caption={t('dashboards.trades.title')}
        columns={columns()}
        rows={data}
        rowKey={(row, index) => `${row.market}:${row.symbol}:${row.date}:${index}`}
        error={error}
        onRetry={() => void refetch()}
        skeletonRows={SHOWN}
        cardsBelow={768}
        empty={{ title: t('dashboards.trades.none'), text: empty }}
        file={data && { name: 'tidemark-last-trades', rows: data }}
      />
    </Card>
  );
}
