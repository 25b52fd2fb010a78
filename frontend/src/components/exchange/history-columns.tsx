import { exact, priceOrNone, signOf } from '../../lib/format/decimal';
import type { FuturesTrade, OpenOrder, Position, SpotTrade, Transfer } from '../../lib/wire/exchange';
import type { Column } from '../table/data-table';
import { Gain, Moment, Side } from './figures';
import { TransactionId } from './transaction-id';
import { asWords, depositState, transferWallet, withdrawalState } from './transfer-words';

/** What every history shows, for the member and for the admin alike. The first column identifies, figures stand right. */
export const spotTradeColumns: readonly Column<SpotTrade>[] = [
  { id: 'date', header: 'Date', cell: (row) => <Moment at={row.date} />, sort: 'date' },
  { id: 'symbol', header: 'Symbol', cell: (row) => <strong>{row.symbol}</strong>, phone: 'title', sort: 'symbol' },
  { id: 'side', header: 'Side', cell: (row) => <Side value={row.side} />, phone: 'title' },
  { id: 'price', header: 'Price', cell: (row) => exact(row.price, 2), align: 'end', phone: 'figure' },
  { id: 'quantity', header: 'Quantity', cell: (row) => exact(row.quantity), align: 'end', phone: 'figure' },
  { id: 'quote', header: 'Total', cell: (row) => exact(row.quoteQuantity, 2), align: 'end' },
  { id: 'fee', header: 'Fee', cell: (row) => `${exact(row.fee)} ${row.feeAsset}`.trim(), align: 'end' },
];

export const futuresTradeColumns: readonly Column<FuturesTrade>[] = [
  { id: 'date', header: 'Date', cell: (row) => <Moment at={row.date} />, sort: 'date' },
  { id: 'symbol', header: 'Symbol', cell: (row) => <strong>{row.symbol}</strong>, phone: 'title', sort: 'symbol' },
  { id: 'side', header: 'Side', cell: (row) => <Side value={row.side} />, phone: 'title' },
  { id: 'position', header: 'Position', cell: (row) => asWords(row.positionSide) },
  { id: 'price', header: 'Price', cell: (row) => exact(row.price, 2), align: 'end', phone: 'figure' },
  { id: 'quantity', header: 'Quantity', cell: (row) => exact(row.quantity), align: 'end' },
  { id: 'quote', header: 'Total', cell: (row) => exact(row.quoteQuantity, 2), align: 'end' },
  {
    id: 'profit',
    header: 'Realised profit',
    cell: (row) => <Gain value={row.realisedProfit} />,
    align: 'end',
    phone: 'figure',
    sort: 'realizedPnl',
  },
];

export const openOrderColumns: readonly Column<OpenOrder>[] = [
  { id: 'date', header: 'Date', cell: (row) => <Moment at={row.date} />, sort: 'date' },
  { id: 'symbol', header: 'Symbol', cell: (row) => <strong>{row.symbol}</strong>, phone: 'title', sort: 'symbol' },
  { id: 'side', header: 'Side', cell: (row) => <Side value={row.side} />, phone: 'title' },
  { id: 'position', header: 'Position', cell: (row) => asWords(row.positionSide) },
  { id: 'type', header: 'Type', cell: (row) => asWords(row.type) },
  { id: 'original-type', header: 'Original type', cell: (row) => asWords(row.originalType) },
  { id: 'price', header: 'Price', cell: (row) => priceOrNone(row.price), align: 'end', phone: 'figure', sort: 'price' },
  { id: 'stop', header: 'Stop price', cell: (row) => priceOrNone(row.stopPrice), align: 'end' },
  { id: 'trigger', header: 'Trigger', cell: (row) => asWords(row.workingType) },
  { id: 'executed', header: 'Filled', cell: (row) => exact(row.executedQuantity), align: 'end' },
  { id: 'quantity', header: 'Quantity', cell: (row) => exact(row.originalQuantity), align: 'end', phone: 'figure' },
];

/** Specification, section 3: Long/Buy from zero up, Short/Sell below. */
const tradeType = (position: Position) => (signOf(position.amount) >= 0 ? 'Long/Buy' : 'Short/Sell');

export const positionColumns: readonly Column<Position>[] = [
  { id: 'symbol', header: 'Symbol', cell: (row) => <strong>{row.symbol}</strong>, phone: 'title', sort: 'symbol', pin: true },
  { id: 'type', header: 'Trade type', cell: (row) => tradeType(row), phone: 'title' },
  { id: 'leverage', header: 'Leverage', cell: (row) => `${exact(row.leverage)}×`, align: 'end' },
  { id: 'amount', header: 'Amount', cell: (row) => exact(row.amount), align: 'end', phone: 'figure' },
  {
    id: 'profit',
    header: 'Unrealised profit',
    cell: (row) => <Gain value={row.unrealisedProfit} />,
    align: 'end',
    phone: 'figure',
    sort: 'unrealizedProfit',
  },
  { id: 'entry', header: 'Entry price', cell: (row) => exact(row.entryPrice, 2), align: 'end' },
  { id: 'mark', header: 'Mark price', cell: (row) => exact(row.markPrice, 2), align: 'end' },
  { id: 'break-even', header: 'Break-even', cell: (row) => exact(row.breakEvenPrice, 2), align: 'end' },
  { id: 'liquidation', header: 'Liquidation', cell: (row) => priceOrNone(row.liquidationPrice), align: 'end' },
  {
    id: 'margin',
    header: 'Initial margin',
    cell: (row) => `${exact(row.initialMargin)} ${row.marginAsset}`.trim(),
    align: 'end',
    sort: 'initialMargin',
  },
  { id: 'position-margin', header: 'Position margin', cell: (row) => exact(row.positionInitialMargin), align: 'end' },
  { id: 'side', header: 'Position', cell: (row) => asWords(row.positionSide) },
  { id: 'updated', header: 'Updated', cell: (row) => <Moment at={row.updatedAt} />, sort: 'updateDate' },
];

const transferColumns = (time: string, state: (value: string) => string): readonly Column<Transfer>[] => [
  { id: 'at', header: 'Date', cell: (row) => <Moment at={row.at} />, sort: time },
  { id: 'coin', header: 'Coin', cell: (row) => <strong>{row.coin}</strong>, phone: 'title', sort: 'coin' },
  { id: 'network', header: 'Network', cell: (row) => row.network || '–', phone: 'figure' },
  { id: 'wallet', header: 'Wallet', cell: (row) => transferWallet(row.walletType) },
  { id: 'status', header: 'Status', cell: (row) => state(row.status), phone: 'title' },
  { id: 'transaction', header: 'Transaction', cell: (row) => <TransactionId value={row.transactionId} /> },
  { id: 'amount', header: 'Amount', cell: (row) => exact(row.amount), align: 'end', phone: 'figure' },
];

export const depositColumns = transferColumns('insertTime', depositState);

export const withdrawalColumns: readonly Column<Transfer>[] = [
  ...transferColumns('applyTime', withdrawalState),
  { id: 'fee', header: 'Transaction fee', cell: (row) => exact(row.fee), align: 'end' },
];
