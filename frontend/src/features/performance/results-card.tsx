import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Profit, Unknown } from '../../components/chart/figures';
import { Moment, Usdt } from '../../components/exchange/figures';
import { Button } from '../../components/feedback/button';
import { Card } from '../../components/layout/screen';
import { type Column, DataTable } from '../../components/table/data-table';
import { count, exact, fixed, signOf } from '../../lib/format/decimal';
import { assetResultsQuery } from '../../lib/portfolio';
import { day } from '../../lib/format/date';
import type { AssetResult, Portfolio } from '../../lib/wire/portfolio';
import styles from './month-table.module.css';

const FIRST = 10;
/** A computed price has endless digits: as many as tell it apart. */
const price = (value: string) => fixed(value, Number(value) >= 100 ? 2 : Number(value) >= 1 ? 4 : 8);
const sure = (value: string) => ({ value, reason: null });

const BY_CONTRACT = 'Your exchange reports funding by contract, not by side.';

/** A line of the table: an asset, or one side of a contract in hedge mode. */
interface Line extends Pick<
  AssetResult,
  'realised' | 'unrealised' | 'fees' | 'funding' | 'openQty' | 'averageCost' | 'trades' | 'lastTradeAt'
> {
  key: string;
  name: string;
  market: string;
  unknownQty: string | null;
}

/** Long and short of one contract each have a line: they are never netted. */
function linesOf(result: AssetResult): Line[] {
  const isHedge = result.legs.length > 0;
  const name = result.asset;
  const market = result.market === 'spot' ? 'Spot' : 'Futures';
  return [
    { ...result, key: `${market}:${name}`, name: isHedge ? `${name}, both sides` : name, market },
    ...result.legs.map((leg) => ({
      ...leg,
      key: `${market}:${name}:${leg.side}`,
      name: `${name} ${leg.side}`,
      market,
      funding: { value: null, reason: BY_CONTRACT },
      unknownQty: null,
    })),
  ];
}

const columns: readonly Column<Line>[] = [
  { id: 'asset', header: 'Asset', cell: (row) => <strong>{row.name}</strong>, phone: 'title' },
  { id: 'market', header: 'Market', cell: (row) => row.market, phone: 'title' },
  { id: 'realised', header: 'Realised', cell: (row) => <Profit figure={sure(row.realised)} />, align: 'end', phone: 'figure' },
  { id: 'unrealised', header: 'Unrealised', cell: (row) => <Profit figure={row.unrealised} />, align: 'end', phone: 'figure' },
  { id: 'fees', header: 'Fees', cell: (row) => <Usdt value={row.fees} />, align: 'end' },
  { id: 'funding', header: 'Funding', cell: (row) => (row.market === 'Spot' ? '–' : <Profit figure={row.funding} />), align: 'end' },
  { id: 'open', header: 'Held', cell: (row) => (row.openQty === null ? '–' : exact(row.openQty)), align: 'end' },
  {
    id: 'cost',
    header: 'Average cost',
    cell: (row) =>
      row.averageCost === null ? (
        row.openQty === null || signOf(row.openQty) === 0 ? (
          '–'
        ) : (
          <Unknown reason="Part of what is held came without a known cost." />
        )
      ) : (
        price(row.averageCost)
      ),
    align: 'end',
  },
  {
    id: 'unknown',
    header: 'Unknown cost basis',
    cell: (row) => (row.unknownQty === null || signOf(row.unknownQty) === 0 ? '–' : exact(row.unknownQty)),
    align: 'end',
  },
  { id: 'trades', header: 'Trades', cell: (row) => count(row.trades), align: 'end' },
  { id: 'last', header: 'Last trade', cell: (row) => <Moment at={row.lastTradeAt} />, align: 'end' },
];

/** How far back results of futures reach, where that is not to the beginning. */
function sinceText(portfolio: Portfolio | undefined): string | null {
  if (!portfolio) return null;
  const { futuresSince, fundingSince, fundingUnknown } = portfolio.complete;
  const parts = [
    futuresSince && `Futures results since ${day(futuresSince.slice(0, 10))}.`,
    fundingSince && `Funding since ${day(fundingSince.slice(0, 10))}.`,
    fundingUnknown,
    (futuresSince || fundingSince) && 'The exchange provides no older data.',
  ];
  return parts.filter(Boolean).join(' ') || null;
}

/** What trading each asset has brought since the account began, average cost. */
export function ResultsCard({ portfolio }: { portfolio: Portfolio | undefined }) {
  const { data, error, refetch } = useQuery(assetResultsQuery);
  const [all, setAll] = useState(false);
  const rows = (all ? data : data?.slice(0, FIRST))?.flatMap(linesOf);
  const since = sinceText(portfolio);
  return (
    <Card
      title="Results by asset, since the beginning"
      span={12}
      flush
      aside={
        data && data.length > FIRST ? (
          <Button size="small" look="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? 'Show the largest' : `Show all ${data.length}`}
          </Button>
        ) : undefined
      }
    >
      <DataTable
        caption="Results by asset"
        columns={columns}
        rows={rows}
        rowKey={(row) => row.key}
        error={error}
        onRetry={() => void refetch()}
        cardsBelow={1200}
        empty={{ title: 'No results yet', text: 'They appear after your first sync.' }}
      />
      {since && data && data.some(({ market }) => market === 'futures') && <p className={styles.note}>{since}</p>}
    </Card>
  );
}
