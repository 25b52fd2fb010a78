import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Profit, Unknown } from '../../components/chart/figures';
import { Moment, Usdt } from '../../components/exchange/figures';
import { Button } from '../../components/feedback/button';
import { Card } from '../../components/layout/screen';
import { type Column, DataTable } from '../../components/table/data-table';
import { count, exact, fixed, signOf } from '../../lib/format/decimal';
import { assetResultsQuery } from '../../lib/portfolio';
import type { AssetResult } from '../../lib/wire/portfolio';

const FIRST = 10;
/** A computed price has endless digits: as many as tell it apart. */
const price = (value: string) => fixed(value, Number(value) >= 100 ? 2 : Number(value) >= 1 ? 4 : 8);
const sure = (value: string) => ({ value, reason: null });

const columns: readonly Column<AssetResult>[] = [
  { id: 'asset', header: 'Asset', cell: (row) => <strong>{row.asset}</strong>, phone: 'title' },
  { id: 'market', header: 'Market', cell: (row) => (row.market === 'spot' ? 'Spot' : 'Futures'), phone: 'title' },
  { id: 'realised', header: 'Realised', cell: (row) => <Profit figure={sure(row.realised)} />, align: 'end', phone: 'figure' },
  { id: 'unrealised', header: 'Unrealised', cell: (row) => <Profit figure={row.unrealised} />, align: 'end', phone: 'figure' },
  { id: 'fees', header: 'Fees', cell: (row) => <Usdt value={row.fees} />, align: 'end' },
  { id: 'funding', header: 'Funding', cell: (row) => (row.market === 'spot' ? '–' : <Profit figure={sure(row.funding)} />), align: 'end' },
  { id: 'open', header: 'Held', cell: (row) => exact(row.openQty), align: 'end' },
  {
    id: 'cost',
    header: 'Average cost',
    cell: (row) =>
      row.averageCost === null ? (
        signOf(row.openQty) === 0 ? (
          '–'
        ) : (
          <Unknown reason="Part of what is held came without a known cost." />
        )
      ) : (
        price(row.averageCost)
      ),
    align: 'end',
  },
  { id: 'unknown', header: 'Without a cost', cell: (row) => (signOf(row.unknownQty) === 0 ? '–' : exact(row.unknownQty)), align: 'end' },
  { id: 'trades', header: 'Trades', cell: (row) => count(row.trades), align: 'end' },
  { id: 'last', header: 'Last trade', cell: (row) => <Moment at={row.lastTradeAt} />, align: 'end' },
];

/** What trading each asset has brought since the account began, average cost. */
export function ResultsCard() {
  const { data, error, refetch } = useQuery(assetResultsQuery);
  const [all, setAll] = useState(false);
  const rows = all ? data : data?.slice(0, FIRST);
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
        rowKey={(row) => `${row.market}:${row.asset}`}
        error={error}
        onRetry={() => void refetch()}
        cardsBelow={1200}
        empty={{ title: 'No results yet', text: 'They appear once your trades are read and computed.' }}
      />
    </Card>
  );
}
