import { Controller, Get, Header, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { Access, listAnswer, parseListQuery } from '../../common/http/index.js';
import { InvalidInput } from '../../common/domain/index.js';
import { HistoryReader, type ViewRow } from '../history/history-reader.js';
import { balanceView, depositView, futuresIncomeView, futuresOrderView, futuresPositionView, futuresTradeView, spotTradeView, withdrawalView, type View } from '../history/views.js';
import { presentDeposit, presentFuturesIncome, presentFuturesOrder, presentFuturesPosition, presentFuturesTrade, presentSpotTrade, presentWithdrawal } from './exchange.v1.presenter.js';
import { marketName, noSuchFilter } from './history-query.dto.js';

type ListParams = Record<string, string | undefined>;

const userId = z.uuid('userId must be an id').transform((id) => id.toLowerCase());
const bySymbol = { userId, symbol: marketName('symbol'), coin: noSuchFilter('coin') };
const byCoin = { userId, symbol: noSuchFilter('symbol'), coin: marketName('coin') };

/** The console's histories: rows of one member each, as `filter.userId` says. Sorted by their time, which is what there is an index for. */
@ApiTags('admin')
@Controller('admin')
export class HistoryAdminController {
  constructor(private readonly history: HistoryReader) {}

  @Get('spot-trades')
  @Access('admin')
  @Header('cache-control', 'no-store')
  spotTrades(@Query() query: ListParams) {
    return this.list('spot-trades', query, ['date', 'id'], spotTradeView, (row) => ({ id: `${row.accountId}:${row.symbol}:${row.tradeId}:${row.buyer ? 'B' : 'S'}`, ...presentSpotTrade(row) }));
  }

  @Get('futures-trades')
  @Access('admin')
  @Header('cache-control', 'no-store')
  futuresTrades(@Query() query: ListParams) {
    return this.list('futures-trades', query, ['date', 'id'], futuresTradeView, (row) => ({
      id: `${row.accountId}:${row.symbol}:${row.tradeId}:${row.buyer ? 'B' : 'S'}`,
      ...presentFuturesTrade(row),
    }));
  }

  @Get('futures-orders')
  @Access('admin')
  @Header('cache-control', 'no-store')
  futuresOrders(@Query() query: ListParams) {
    return this.list('futures-orders', query, ['date', 'id'], futuresOrderView, (row) => ({ id: `${row.accountId}:${row.orderId}`, ...presentFuturesOrder(row) }));
  }

  @Get('futures-positions')
  @Access('admin')
  @Header('cache-control', 'no-store')
  futuresPositions(@Query() query: ListParams) {
    return this.list('futures-positions', query, ['updateDate', 'id'], futuresPositionView, (row) => ({
      id: `${row.accountId}:${row.symbol}:${row.positionSide}`,
      ...presentFuturesPosition(row),
    }));
  }

  @Get('futures-income')
  @Access('admin')
  @Header('cache-control', 'no-store')
  futuresIncome(@Query() query: ListParams) {
    return this.list('futures-income', query, ['date', 'id'], futuresIncomeView, (row) => ({ id: `${row.accountId}:${row.kind}:${row.tranId}:${row.asset}`, ...presentFuturesIncome(row) }));
  }

  @Get('deposits')
  @Access('admin')
  @Header('cache-control', 'no-store')
  deposits(@Query() query: ListParams) {
    return this.list('deposits', query, ['insertTime', 'id'], depositView, (row) => ({ id: `${row.accountId}:${row.id}`, ...presentDeposit(row) }));
  }

  @Get('withdrawals')
  @Access('admin')
  @Header('cache-control', 'no-store')
  withdrawals(@Query() query: ListParams) {
    return this.list('withdrawals', query, ['applyTime', 'id'], withdrawalView, (row) => ({ id: `${row.accountId}:${row.id}`, ...presentWithdrawal(row) }));
  }

  @Get('balances')
  @Access('admin')
  @Header('cache-control', 'no-store')
  balances(@Query() query: ListParams) {
    return this.list('balances', query, ['coin', 'id'], balanceView, ({ accountId, ...row }) => ({ id: `${accountId}:${row.coin}`, ...row }));
  }

  private async list<R, W>(resource: string, query: ListParams, sortable: readonly [string, ...string[]], view: View<R>, present: (row: ViewRow<R>) => W) {
    const { filter, order, offset, limit } = parseListQuery(query, { sortable, filters: view.filter === 'symbol' ? bySymbol : byCoin });
    if (!filter.userId) throw InvalidInput.field('filter.userId', 'Name the member by filter.userId');
    const owner = filter.userId;
    const { rows, total } = await this.history.list(owner, view, { order, offset, limit, only: filter.symbol ?? filter.coin });
    return listAnswer(resource, { rows: rows.map((row) => ({ ...present(row), userId: owner })), total }, offset);
  }
}
