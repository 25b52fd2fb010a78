import { Gain, Quantity, Usdt } from '../../components/exchange/figures';
import { Card } from '../../components/layout/screen';
import { type Column, DataTable } from '../../components/table/data-table';
import { count, signOf } from '../../lib/format/decimal';
import type { TaxAsset, TaxContract, TaxHolding, TaxReport, TaxReward } from '../../lib/wire/tax';
import { t } from '../../lib/i18n/texts';

const none = () => ({ title: t('tax.noDisposals') });
const coin = (row: { asset: string }) => <strong>{row.asset}</strong>;

const assetColumns = (): readonly Column<TaxAsset>[] => [
  { id: 'asset', header: t('tax.column.coin'), cell: coin, phone: 'title' },
  { id: 'gain', header: t('tax.gain'), cell: (row) => <Gain value={row.gain} />, align: 'end', phone: 'figure' },
  { id: 'proceeds', header: t('tax.proceeds'), cell: (row) => <Usdt value={row.proceeds} />, align: 'end', phone: 'figure' },
  { id: 'cost', header: t('tax.cost'), cell: (row) => <Usdt value={row.cost} />, align: 'end' },
  { id: 'fees', header: t('tax.fees'), cell: (row) => <Usdt value={row.fees} />, align: 'end' },
  { id: 'disposals', header: t('tax.disposals'), cell: (row) => count(row.disposals), align: 'end' },
];

export function ByCoinCard({ report }: { report: TaxReport }) {
  return (
    <Card title={t('tax.byCoin')} span={12} flush>
      <DataTable caption={t('tax.byCoin')} columns={assetColumns()} rows={report.assets} rowKey={({ asset }) => asset} empty={none()} />
    </Card>
  );
}

const contractColumns = (): readonly Column<TaxContract>[] => [
  {
    id: 'contract',
    header: t('tax.column.contract'),
    cell: ({ contract, side }) => (
      <strong>
        {side === 'BOTH' ? contract || t('tax.wallet') : t('tax.contractSide', { contract: contract || t('tax.wallet'), side })}
      </strong>
    ),
    phone: 'title',
  },
  { id: 'result', header: t('tax.column.result'), cell: (row) => <Gain value={row.result} />, align: 'end', phone: 'figure' },
  { id: 'realised', header: t('tax.column.realised'), cell: (row) => <Gain value={row.realised} />, align: 'end', phone: 'figure' },
  { id: 'fees', header: t('tax.fees'), cell: (row) => <Usdt value={row.fees} />, align: 'end' },
  { id: 'funding', header: t('tax.funding'), cell: (row) => <Gain value={row.funding} />, align: 'end' },
  { id: 'other', header: t('tax.column.other'), cell: (row) => <Gain value={row.other} />, align: 'end' },
];

export function ContractsCard({ report }: { report: TaxReport }) {
  return (
    <Card title={t('tax.contracts')} span={12} flush>
      <DataTable
        caption={t('tax.contracts')}
        columns={contractColumns()}
        rows={report.contracts}
        rowKey={({ contract, side }) => `${contract} ${side}`}
        empty={none()}
      />
    </Card>
  );
}

const rewardColumns = (): readonly Column<TaxReward>[] => [
  { id: 'asset', header: t('tax.column.coin'), cell: coin, phone: 'title' },
  { id: 'value', header: t('tax.column.value'), cell: (row) => <Usdt value={row.value} />, align: 'end', phone: 'figure' },
  { id: 'quantity', header: t('tax.column.quantity'), cell: (row) => <Quantity value={row.quantity} />, align: 'end' },
  { id: 'count', header: t('tax.column.payments'), cell: (row) => count(row.count), align: 'end' },
];

export function RewardsCard({ report }: { report: TaxReport }) {
  return (
    <Card title={t('tax.rewardsTitle')} span={6} flush>
      <DataTable
        caption={t('tax.rewardsTitle')}
        columns={rewardColumns()}
        rows={report.rewards}
        rowKey={({ asset }) => asset}
        empty={none()}
      />
    </Card>
  );
}

const holdingColumns = (): readonly Column<TaxHolding>[] => [
  { id: 'asset', header: t('tax.column.coin'), cell: coin, phone: 'title' },
  { id: 'quantity', header: t('tax.column.quantity'), cell: (row) => <Quantity value={row.quantity} />, align: 'end', phone: 'figure' },
  {
    id: 'cost',
    header: t('tax.cost'),
    cell: (row) => <Usdt value={row.cost} unknown={t('tax.costUnknown')} />,
    align: 'end',
    phone: 'figure',
  },
  {
    id: 'unknown',
    header: t('tax.column.unknownCost'),
    cell: (row) => (signOf(row.unknownQuantity) === 0 ? '–' : <Quantity value={row.unknownQuantity} />),
    align: 'end',
  },
];

export function HoldingsCard({ report }: { report: TaxReport }) {
  return (
    <Card title={t('tax.holdings')} span={report.rewards.length > 0 ? 6 : 12} flush>
      <DataTable
        caption={t('tax.holdings')}
        columns={holdingColumns()}
        rows={report.holdings}
        rowKey={({ asset }) => asset}
        empty={none()}
      />
    </Card>
  );
}
