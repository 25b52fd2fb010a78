import { Gain, Usdt } from '../../components/exchange/figures';
import { Card } from '../../components/layout/screen';
import { type Column, DataTable } from '../../components/table/data-table';
import { count, exact, signOf } from '../../lib/format/decimal';
import type { TaxAsset, TaxContract, TaxHolding, TaxReport, TaxReward } from '../../lib/wire/tax';
import { texts } from './tax.messages';

const NONE = { title: texts.noDisposals };
const coin = (row: { asset: string }) => <strong>{row.asset}</strong>;

const assetColumns: readonly Column<TaxAsset>[] = [
  { id: 'asset', header: 'Coin', cell: coin, phone: 'title' },
  { id: 'gain', header: 'Gain', cell: (row) => <Gain value={row.gain} />, align: 'end', phone: 'figure' },
  { id: 'proceeds', header: 'Proceeds', cell: (row) => <Usdt value={row.proceeds} />, align: 'end', phone: 'figure' },
  { id: 'cost', header: 'Cost', cell: (row) => <Usdt value={row.cost} />, align: 'end' },
  { id: 'fees', header: 'Fees', cell: (row) => <Usdt value={row.fees} />, align: 'end' },
  { id: 'disposals', header: 'Disposals', cell: (row) => count(row.disposals), align: 'end' },
];

export function ByCoinCard({ report }: { report: TaxReport }) {
  return (
    <Card title={texts.byCoin} span={12} flush>
      <DataTable caption={texts.byCoin} columns={assetColumns} rows={report.assets} rowKey={({ asset }) => asset} empty={NONE} />
    </Card>
  );
}

const contractColumns: readonly Column<TaxContract>[] = [
  {
    id: 'contract',
    header: 'Contract',
    cell: ({ contract, side }) => (
      <strong>
        {contract || 'Wallet'}
        {side !== 'BOTH' && ` ${side.toLowerCase()}`}
      </strong>
    ),
    phone: 'title',
  },
  { id: 'result', header: 'Result', cell: (row) => <Gain value={row.result} />, align: 'end', phone: 'figure' },
  { id: 'realised', header: 'Realised', cell: (row) => <Gain value={row.realised} />, align: 'end', phone: 'figure' },
  { id: 'fees', header: 'Fees', cell: (row) => <Usdt value={row.fees} />, align: 'end' },
  { id: 'funding', header: 'Funding', cell: (row) => <Gain value={row.funding} />, align: 'end' },
  { id: 'other', header: 'Other', cell: (row) => <Gain value={row.other} />, align: 'end' },
];

export function ContractsCard({ report }: { report: TaxReport }) {
  return (
    <Card title={texts.contracts} span={12} flush>
      <DataTable
        caption={texts.contracts}
        columns={contractColumns}
        rows={report.contracts}
        rowKey={({ contract, side }) => `${contract} ${side}`}
        empty={NONE}
      />
    </Card>
  );
}

const rewardColumns: readonly Column<TaxReward>[] = [
  { id: 'asset', header: 'Coin', cell: coin, phone: 'title' },
  { id: 'value', header: 'Value', cell: (row) => <Usdt value={row.value} />, align: 'end', phone: 'figure' },
  { id: 'quantity', header: 'Quantity', cell: (row) => exact(row.quantity), align: 'end' },
  { id: 'count', header: 'Payments', cell: (row) => count(row.count), align: 'end' },
];

export function RewardsCard({ report }: { report: TaxReport }) {
  return (
    <Card title={texts.rewardsTitle} span={6} flush>
      <DataTable caption={texts.rewardsTitle} columns={rewardColumns} rows={report.rewards} rowKey={({ asset }) => asset} empty={NONE} />
    </Card>
  );
}

const holdingColumns: readonly Column<TaxHolding>[] = [
  { id: 'asset', header: 'Coin', cell: coin, phone: 'title' },
  { id: 'quantity', header: 'Quantity', cell: (row) => exact(row.quantity), align: 'end', phone: 'figure' },
  { id: 'cost', header: 'Cost', cell: (row) => <Usdt value={row.cost} unknown={texts.costUnknown} />, align: 'end', phone: 'figure' },
  {
    id: 'unknown',
    header: 'Unknown cost',
    cell: (row) => (signOf(row.unknownQuantity) === 0 ? '–' : exact(row.unknownQuantity)),
    align: 'end',
  },
];

export function HoldingsCard({ report }: { report: TaxReport }) {
  return (
    <Card title={texts.holdings} span={report.rewards.length > 0 ? 6 : 12} flush>
      <DataTable caption={texts.holdings} columns={holdingColumns} rows={report.holdings} rowKey={({ asset }) => asset} empty={NONE} />
    </Card>
  );
}
