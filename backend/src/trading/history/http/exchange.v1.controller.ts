import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, answer, idParam, withTotal } from '../../../platform/http/index.js';
import { HistoryReader, type ListRequest } from '../history.reader.js';
import { depositView, futuresOrderView, futuresPositionView, futuresTradeView, spotTradeView, withdrawalView } from '../tables.js';
import type { View } from '../dataset.js';
import {
  presentDeposit,
  presentFuturesOrder,
  presentFuturesPosition,
  presentFuturesTrade,
  presentSpotTrade,
  presentWallet,
  presentWithdrawal,
} from './exchange.v1.presenter.js';
import { listQuery } from './history-query.dto.js';

const member = { schema: idParam('user') };
const rowsOf = <R>(view: View<R>) => ({ schema: listQuery(view) });
const [openOrders, positions, futuresTrades, spotTrades, deposits, withdrawals] = [
  rowsOf(futuresOrderView),
  rowsOf(futuresPositionView),
  rowsOf(futuresTradeView),
  rowsOf(spotTradeView),
  rowsOf(depositView),
  rowsOf(withdrawalView),
];

/** What a member's exchange account holds and did, for admins and for that member. */
@ApiTags('exchange')
@Controller()
export class ExchangeV1Controller {
  constructor(private readonly history: HistoryReader) {}

  @Get('wallet/:userId')
  @Access('trades.read', { orOwner: true })
  @ApiOperation({ summary: 'Wallets of the exchange account, valued in USDT' })
  async wallet(@Param('userId', member) userId: string) {
    const wallet = await this.history.wallet(userId);
    return withTotal(
      answer('Wallet', presentWallet(wallet), {
        total_balance: wallet.total,
        syncedAt: wallet.syncedAt?.toISOString() ?? null,
        assets: wallet.assets,
      }),
      wallet.wallets.length,
    );
  }

  @Get('open_trade/:userId')
  @Access('trades.read', { orOwner: true })
  @ApiOperation({ summary: 'Open futures orders' })
  openOrders(@Param('userId', member) userId: string, @Query(openOrders) wish: ListRequest) {
    return this.list('Open orders', userId, futuresOrderView, presentFuturesOrder, wish);
  }

  @Get('open_position/:userId')
  @Access('trades.read', { orOwner: true })
  @ApiOperation({ summary: 'Open futures positions' })
  positions(@Param('userId', member) userId: string, @Query(positions) wish: ListRequest) {
    return this.list('Open positions', userId, futuresPositionView, presentFuturesPosition, wish);
  }

  @Get('trade_history/:userId')
  @Access('trades.read', { orOwner: true })
  @ApiOperation({ summary: 'Futures trades, newest first unless sorted otherwise' })
  futuresTrades(@Param('userId', member) userId: string, @Query(futuresTrades) wish: ListRequest) {
    return this.list('Futures trades', userId, futuresTradeView, presentFuturesTrade, wish);
  }

  @Get('spot_trade/:userId')
  @Access('trades.read', { orOwner: true })
  @ApiOperation({ summary: 'Spot trades, newest first unless sorted otherwise' })
  spotTrades(@Param('userId', member) userId: string, @Query(spotTrades) wish: ListRequest) {
    return this.list('Spot trades', userId, spotTradeView, presentSpotTrade, wish);
  }

  @Get('deposit_history/:userId')
  @Access('trades.read', { orOwner: true })
  @ApiOperation({ summary: 'Deposits, newest first unless sorted otherwise' })
  deposits(@Param('userId', member) userId: string, @Query(deposits) wish: ListRequest) {
    return this.list('Deposits', userId, depositView, presentDeposit, wish);
  }

  @Get('withdraw_history/:userId')
  @Access('trades.read', { orOwner: true })
  @ApiOperation({ summary: 'Withdrawals, newest first unless sorted otherwise' })
  withdrawals(@Param('userId', member) userId: string, @Query(withdrawals) wish: ListRequest) {
    return this.list('Withdrawals', userId, withdrawalView, presentWithdrawal, wish);
  }

  private async list<R, W>(message: string, userId: string, view: View<R>, present: (row: R) => W, wish: ListRequest) {
    const { rows, total } = await this.history.list(userId, view, wish);
    return withTotal(
      answer(
        message,
        rows.map((row) => present(row)),
      ),
      total,
    );
  }
}
