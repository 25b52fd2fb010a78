import { exact, priceOrNone, signOf } from '../../lib/format/decimal';
import type { FuturesTrade, OpenOrder, Position, SpotTrade, Transfer } from '../../lib/wire/exchange';
import type { Column } from '../table/data-table';
import { t } from '../../lib/i18n/texts';
import { Gain, Moment, Quantity, Side } from './figures';
import { TransactionId } from './transaction-id';
import { asWords, depositState, transferWallet, withdrawalState } from './transfer-words';

/** What every history shows, for the member and for the admin alike. The first column identifies, figures stand right. */
export const spotTradeColumns = (): readonly Column<SpotTrade>[] => [
  { id: 'date', header: t('exchange.column.date'), cell: (row) => <Moment at={row.date} />, sort: 'date' },
  { id: 'symbol', header: t('exchange.column.symbol'), cell: (row) => <strong>{row.symbol}</strong>, phone: 'title', sort: 'symbol' },
  { id: 'side', header: t('exchange.column.side'), cell: (row) => <Side value={row.side} />, phone: 'title' },
  { id: 'price', header: t('exchange.column.price'), cell: (row) => exact(row.price, 2), align: 'end', phone: 'figure' },
  {
    id: 'quantity',
    header: t('exchange.column.quantity'),
    cell: (row) => <Quantity value={row.quantity} />,
    align: 'end',
    phone: 'figure',
  },
  { id: 'quote', header: t('exchange.column.total'), cell: (row) => <Quantity value={row.quoteQuantity} places={2} />, align: 'end' },
  { id: 'fee', header: t('exchange.column.fee'), cell: (row) => <Quantity value={row.fee} unit={row.feeAsset} />, align: 'end' },
];

export const futuresTradeColumns = (): readonly Column<FuturesTrade>[] => [
  { id: 'date', header: t('exchange.column.date'), cell: (row) => <Moment at={row.date} />, sort: 'date' },
  { id: 'symbol', header: t('exchange.column.symbol'), cell: (row) => <strong>{row.symbol}</strong>, phone: 'title', sort: 'symbol' },
  { id: 'side', header: t('exchange.column.side'), cell: (row) => <Side value={row.side} />, phone: 'title' },
  { id: 'position', header: t('exchange.column.position'), cell: (row) => asWords(row.positionSide) },
  { id: 'price', header: t('exchange.column.price'), cell: (row) => exact(row.price, 2), align: 'end', phone: 'figure' },
  { id: 'quantity', header: t('exchange.column.quantity'), cell: (row) => <Quantity value={row.quantity} />, align: 'end' },
  { id: 'quote', header: t('exchange.column.total'), cell: (row) => <Quantity value={row.quoteQuantity} places={2} />, align: 'end' },
  {
    id: 'profit',
    header: t('exchange.column.realisedProfit'),
    cell: (row) => <Gain value={row.realisedProfit} />,
    align: 'end',
    phone: 'figure',
    sort: 'realizedPnl',
  },
];

export const openOrderColumns = (): readonly Column<OpenOrder>[] => [
  { id: 'date', header: t('exchange.column.date'), cell: (row) => <Moment at={row.date} />, sort: 'date' },
  { id: 'symbol', header: t('exchange.column.symbol'), cell: (row) => <strong>{row.symbol}</strong>, phone: 'title', sort: 'symbol' },
  { id: 'side', header: t('exchange.column.side'), cell: (row) => <Side value={row.side} />, phone: 'title' },
  { id: 'position', header: t('exchange.column.position'), cell: (row) => asWords(row.positionSide) },
  { id: 'type', header: t('exchange.column.type'), cell: (row) => asWords(row.type) },
  { id: 'original-type', header: t('exchange.column.originalType'), cell: (row) => asWords(row.originalType) },
  { id: 'price', header: t('exchange.column.price'), cell: (row) => priceOrNone(row.price), align: 'end', phone: 'figure', sort: 'price' },
  { id: 'stop', header: t('exchange.column.stopPrice'), cell: (row) => priceOrNone(row.stopPrice), align: 'end' },
  { id: 'trigger', header: t('exchange.column.trigger'), cell: (row) => asWords(row.workingType) },
  { id: 'executed', header: t('exchange.column.filled'), cell: (row) => <Quantity value={row.executedQuantity} />, align: 'end' },
  {
    id: 'quantity',
    header: t('exchange.column.quantity'),
    cell: (row) => <Quantity value={row.originalQuantity} />,
    align: 'end',
    phone: 'figure',
  },
];

/** Specification, section 3: Long/Buy from zero up, Short/Sell below. */
const tradeType = (position: Position) => t(signOf(position.amount) >= 0 ? 'exchange.tradeType.long' : 'exchange.tradeType.short');

export const positionColumns = (): readonly Column<Position>[] => [
  {
    id: 'symbol',
    header: t('exchange.column.symbol'),
    cell: (row) => <strong>{row.symbol}</strong>,
    phone: 'title',
    sort: 'symbol',
    pin: true,
  },
  { id: 'type', header: t('exchange.column.tradeType'), cell: (row) => tradeType(row), phone: 'title' },
  { id: 'leverage', header: t('exchange.column.leverage'), cell: (row) => `${exact(row.leverage)}×`, align: 'end' },
  { id: 'amount', header: t('exchange.column.amount'), cell: (row) => <Quantity value={row.amount} />, align: 'end', phone: 'figure' },
  {
    id: 'profit',
    header: t('exchange.column.unrealisedProfit'),
    cell: (row) => <Gain value={row.unrealisedProfit} />,
    align: 'end',
    phone: 'figure',
    sort: 'unrealizedProfit',
  },
  { id: 'entry', header: t('exchange.column.entryPrice'), cell: (row) => exact(row.entryPrice, 2), align: 'end' },
  { id: 'mark', header: t('exchange.column.markPrice'), cell: (row) => exact(row.markPrice, 2), align: 'end' },
  { id: 'break-even', header: t('exchange.column.breakEven'), cell: (row) => exact(row.breakEvenPrice, 2), align: 'end' },
  { id: 'liquidation', header: t('exchange.column.liquidation'), cell: (row) => priceOrNone(row.liquidationPrice), align: 'end' },
  {
    id: 'margin',
    header: t('exchange.column.initialMargin'),
    cell: (row) => <Quantity value={row.initialMargin} unit={row.marginAsset} />,
    align: 'end',
    sort: 'initialMargin',
  },
  {
    id: 'position-margin',
    header: t('exchange.column.positionMargin'),
    cell: (row) => <Quantity value={row.positionInitialMargin} />,
    align: 'end',
  },
  { id: 'side', header: t('exchange.column.position'), cell: (row) => asWords(row.positionSide) },
  { id: 'updated', header: t('exchange.column.updated'), cell: (row) => <Moment at={row.updatedAt} />, sort: 'updateDate' },
];

const transferColumns = (time: string, state: (value: string) => string): readonly Column<Transfer>[] => [
  { id: 'at', header: t('exchange.column.date'), cell: (row) => <Moment at={row.at} />, sort: time },
  { id: 'coin', header: t('exchange.column.coin'), cell: (row) => <strong>{row.coin}</strong>, phone: 'title', sort: 'coin' },
  { id: 'network', header: t('exchange.column.network'), cell: (row) => row.network || '–', phone: 'figure' },
  { id: 'wallet', header: t('exchange.column.wallet'), cell: (row) => transferWallet(row.walletType) },
  { id: 'status', header: t('exchange.column.status'), cell: (row) => state(row.status), phone: 'title' },
  { id: 'transaction', header: t('exchange.column.transaction'), cell: (row) => <TransactionId value={row.transactionId} /> },
  { id: 'amount', header: t('exchange.column.amount'), cell: (row) => <Quantity value={row.amount} />, align: 'end', phone: 'figure' },
];

export const depositColumns = () => transferColumns('insertTime', depositState);

export const withdrawalColumns = (): readonly Column<Transfer>[] => [
  ...transferColumns('applyTime', withdrawalState),
  { id: 'fee', header: t('exchange.column.transactionFee'), cell: (row) => <Quantity value={row.fee} />, align: 'end' },
];
