import { spotTradeView, futuresTradeView, futuresOrderView, futuresPositionView, depositView, withdrawalView, type View } from './views.js';
import type { CsvColumn } from '../../common/http/index.js';

/** A history as a file: which rows, and how each reads. */
export interface HistoryFile<R> {
  view: View<R>;
  columns: readonly CsvColumn<R>[];
}

type Of<R> = CsvColumn<R>['of'];
const text = <R>(header: string, of: Of<R>): CsvColumn<R> => ({ header, kind: 'text', of });
const figure = <R>(header: string, of: Of<R>): CsvColumn<R> => ({ header, kind: 'figure', of });
const time = <R>(header: string, of: Of<R>): CsvColumn<R> => ({ header, kind: 'time', of });
const file = <R>(view: View<R>, columns: CsvColumn<R>[]): HistoryFile<R> => ({ view, columns });
const side = (buyer: boolean) => (buyer ? 'BUY' : 'SELL');

/** By the name that stands in the address and in the file's own name. Figures as the venue wrote them, times in UTC. */
export const historyFiles = {
  'spot-trades': file(spotTradeView, [
    time('Time (UTC)', (row) => row.time),
    text('Symbol', (row) => row.symbol),
    text('Side', (row) => side(row.buyer)),
    figure('Price', (row) => row.price),
    figure('Quantity', (row) => row.qty),
    figure('Total', (row) => row.quoteQty),
    figure('Fee', (row) => row.fee),
    text('Fee asset', (row) => row.feeAsset),
    text('Trade id', (row) => row.tradeId),
  ]),
  'futures-trades': file(futuresTradeView, [
    time('Time (UTC)', (row) => row.time),
    text('Symbol', (row) => row.symbol),
    text('Side', (row) => side(row.buyer)),
    text('Position', (row) => row.positionSide),
    figure('Price', (row) => row.price),
    figure('Quantity', (row) => row.qty),
    figure('Total', (row) => row.quoteQty),
    figure('Realised profit', (row) => row.realizedPnl),
    text('Trade id', (row) => row.tradeId),
  ]),
  'open-orders': file(futuresOrderView, [
    time('Time (UTC)', (row) => row.time),
    text('Symbol', (row) => row.symbol),
    text('Side', (row) => row.side),
    text('Position', (row) => row.positionSide),
    text('Type', (row) => row.type),
    text('Original type', (row) => row.origType),
    figure('Price', (row) => row.price),
    figure('Stop price', (row) => row.stopPrice),
    text('Trigger', (row) => row.workingType),
    figure('Filled', (row) => row.executedQty),
    figure('Quantity', (row) => row.origQty),
    text('Order id', (row) => row.orderId),
  ]),
  positions: file(futuresPositionView, [
    time('Updated (UTC)', (row) => row.updatedAt),
    text('Symbol', (row) => row.symbol),
    text('Position', (row) => row.positionSide),
    figure('Amount', (row) => row.positionAmt),
    figure('Leverage', (row) => row.leverage),
    figure('Entry price', (row) => row.entryPrice),
    figure('Break-even price', (row) => row.breakEvenPrice),
    figure('Mark price', (row) => row.markPrice),
    figure('Liquidation price', (row) => row.liquidationPrice),
    figure('Unrealised profit', (row) => row.unrealizedProfit),
    figure('Initial margin', (row) => row.initialMargin),
    figure('Position margin', (row) => row.positionInitialMargin),
    text('Margin asset', (row) => row.marginAsset),
  ]),
  deposits: file(depositView, [
    time('Time (UTC)', (row) => row.insertedAt),
    text('Coin', (row) => row.coin),
    text('Network', (row) => row.network),
    figure('Amount', (row) => row.amount),
    figure('Wallet code', (row) => String(row.walletType)),
    figure('Status code', (row) => String(row.status)),
    text('Transaction', (row) => row.txId),
    text('Id', (row) => row.id),
  ]),
  withdrawals: file(withdrawalView, [
    time('Time (UTC)', (row) => row.appliedAt),
    text('Coin', (row) => row.coin),
    text('Network', (row) => row.network),
    figure('Amount', (row) => row.amount),
    figure('Transaction fee', (row) => row.transactionFee),
    figure('Wallet code', (row) => String(row.walletType)),
    figure('Status code', (row) => String(row.status)),
    text('Transaction', (row) => row.txId),
    text('Id', (row) => row.id),
  ]),
} as const;

export type HistoryName = keyof typeof historyFiles;

/** Null for a name that there is no history of. */
export const historyNamed = (name: string): HistoryName | null => (Object.hasOwn(historyFiles, name) ? (name as HistoryName) : null);

/** The rows' own type is known to the file alone: whoever only passes them on need not know it. */
export const historyFile = (name: HistoryName) => historyFiles[name] as HistoryFile<unknown>;
