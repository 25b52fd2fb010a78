import { Controller, Get, Header, Param, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, answer, idParam, pageQuery, withTotal, type Page } from '../../common/http/index.js';
import { HistoryReader } from '../history/history-reader.js';
import { depositView, futuresOrderView, futuresPositionView, futuresTradeView, spotTradeView, withdrawalView, type View } from '../history/views.js';
import { presentDeposit, presentFuturesOrder, presentFuturesPosition, presentFuturesTrade, presentSpotTrade, presentWallet, presentWithdrawal } from './exchange.v1.presenter.js';

const member = { schema: idParam('user') };
const paged = { schema: pageQuery };

/** What a member's exchange account holds and did, for admins and for that member. */
@ApiTags('exchange')
@Controller()
export class ExchangeV1Controller {
  constructor(private readonly history: HistoryReader) {}

  @Get('wallet/:userId')
  @Access('admin-or-owner')
  @Header('cache-control', 'no-store')
  @ApiOperation({ summary: 'Wallets of the exchange account, valued in USDT' })
  async wallet(@Param('userId', member) userId: string) {
    const wallet = await this.history.wallet(userId);
    return withTotal(
      answer('Wallet', presentWallet(wallet), { total_balance: wallet.total, syncedAt: wallet.syncedAt?.toISOString() ?? null, assets: wallet.assets }),
      wallet.wallets.length,
    );
  }

  @Get('open_trade/:userId')
  @Access('admin-or-owner')
  @Header('cache-control', 'no-store')
  @ApiOperation({ summary: 'Open futures orders' })
  openOrders(@Param('userId', member) userId: string, @Query(paged) page: Page) {
    return this.list('Open orders', userId, futuresOrderView, presentFuturesOrder, page);
  }

  @Get('open_position/:userId')
  @Access('admin-or-owner')
  @Header('cache-control', 'no-store')
  @ApiOperation({ summary: 'Open futures positions' })
  positions(@Param('userId', member) userId: string, @Query(paged) page: Page) {
    return this.list('Open positions', userId, futuresPositionView, presentFuturesPosition, page);
  }

  @Get('trade_history/:userId')
  @Access('admin-or-owner')
  @Header('cache-control', 'no-store')
  @ApiOperation({ summary: 'Futures trades, newest first' })
  futuresTrades(@Param('userId', member) userId: string, @Query(paged) page: Page) {
    return this.list('Futures trades', userId, futuresTradeView, presentFuturesTrade, page);
  }

  @Get('spot_trade/:userId')
  @Access('admin-or-owner')
  @Header('cache-control', 'no-store')
  @ApiOperation({ summary: 'Spot trades, newest first' })
  spotTrades(@Param('userId', member) userId: string, @Query(paged) page: Page) {
    return this.list('Spot trades', userId, spotTradeView, presentSpotTrade, page);
  }

  @Get('deposit_history/:userId')
  @Access('admin-or-owner')
  @Header('cache-control', 'no-store')
  @ApiOperation({ summary: 'Deposits, newest first' })
  deposits(@Param('userId', member) userId: string, @Query(paged) page: Page) {
    return this.list('Deposits', userId, depositView, presentDeposit, page);
  }

  @Get('withdraw_history/:userId')
  @Access('admin-or-owner')
  @Header('cache-control', 'no-store')
  @ApiOperation({ summary: 'Withdrawals, newest first' })
  withdrawals(@Param('userId', member) userId: string, @Query(paged) page: Page) {
    return this.list('Withdrawals', userId, withdrawalView, presentWithdrawal, page);
  }

  private async list<R, W>(message: string, userId: string, view: View<R>, present: (row: R) => W, page: Page) {
    const { rows, total } = await this.history.list(userId, view, page);
    return withTotal(answer(message, rows.map((row) => present(row))), total);
  }
}
