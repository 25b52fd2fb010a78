import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { Access, listAnswer, parseListQuery } from '../../../platform/http/index.js';
import { InvalidInput } from '../../../platform/domain/index.js';
import { HistoryReader, type ViewRow } from '../history.reader.js';
import {
  balanceView,
  depositView,
  futuresIncomeView,
  futuresOrderView,
  futuresPositionView,
  futuresTradeView,
  spotTradeView,
  withdrawalView,
} from '../tables.js';
import type { View } from '../dataset.js';
import {
  presentDeposit,
  presentFuturesIncome,
  presentFuturesOrder,
  presentFuturesPosition,
  presentFuturesTrade,
  presentSpotTrade,
  presentWithdrawal,
} from './exchange.v1.presenter.js';
import { behind, dayFilters, marketName, noSuchFilter } from './history-query.dto.js';

type ListParams = Record<string, string | undefined>;

const userId = z.uuid('userId must be an id').transform((id) => id.toLowerCase());
const bySymbol = { userId, symbol: marketName('symbol'), coin: noSuchFilter('coin') };
const byCoin = { userId, symbol: noSuchFilter('symbol'), coin: marketName('coin') };

/** The console's histories: rows of one member each, as `filter.userId` says, sorted and filtered as the member's own. */
@ApiTags('admin')
@Controller('admin')
export class HistoryAdminController {
  constructor(private readonly history: HistoryReader) {}

  @Get('spot-trades')
  @Access('trades.read')
  spotTrades(@Query() query: ListParams) {
    return this.list('spot-trades', query, spotTradeView, (row) => ({
      id: `${row.accountId}:${row.symbol}:${row.tradeId}:${row.buyer ? 'B' : 'S'}`,
      ...presentSpotTrade(row),
    }));
  }

  @Get('futures-trades')
  @Access('trades.read')
  futuresTrades(@Query() query: ListParams) {
    return this.list('futures-trades', query, futuresTradeView, (row) => ({
      id: `${row.accountId}:${row.symbol}:${row.tradeId}:${row.buyer ? 'B' : 'S'}`,
      ...presentFuturesTrade(row),
    }));
  }

  @Get('futures-orders')
  @Access('trades.read')
  futuresOrders(@Query() query: ListParams) {
    return this.list('futures-orders', query, futuresOrderView, (row) => ({
      id: `${row.accountId}:${row.orderId}`,
      ...presentFuturesOrder(row),
    }));
  }

  @Get('futures-positions')
  @Access('trades.read')
  futuresPositions(@Query() query: ListParams) {
    return this.list('futures-positions', query, futuresPositionView, (row) => ({
      id: `${row.accountId}:${row.symbol}:${row.positionSide}`,
      ...presentFuturesPosition(row),
    }));
  }

  @Get('futures-income')
  @Access('trades.read')
  futuresIncome(@Query() query: ListParams) {
    return this.list('futures-income', query, futuresIncomeView, (row) => ({
      id: `${row.accountId}:${row.kind}:${row.tranId}:${row.asset}`,
      ...presentFuturesIncome(row),
    }));
  }

  @Get('deposits')
  @Access('trades.read')
  deposits(@Query() query: ListParams) {
    return this.list('deposits', query, depositView, (row) => ({ id: `${row.accountId}:${row.id}`, ...presentDeposit(row) }));
  }

  @Get('withdrawals')
  @Access('trades.read')
  withdrawals(@Query() query: ListParams) {
    return this.list('withdrawals', query, withdrawalView, (row) => ({ id: `${row.accountId}:${row.id}`, ...presentWithdrawal(row) }));
  }

  @Get('balances')
  @Access('trades.read')
  balances(@Query() query: ListParams) {
    return this.list('balances', query, balanceView, ({ accountId, ...row }) => ({ id: `${accountId}:${row.coin}`, ...row }));
  }

  private async list<R, W>(resource: string, query: ListParams, view: View<R>, present: (row: ViewRow<R>) => W) {
    const [usual = 'id', ...others] = Object.keys(view.sorts);
    const { filter, sort, order, offset, limit } = parseListQuery(query, {
      sortable: [usual, ...others, 'id'],
      filters: { ...(view.filter === 'symbol' ? bySymbol : byCoin), ...dayFilters(view) },
    });
    const { userId: owner, from, to } = filter;
    if (!owner) throw InvalidInput.field('filter.userId', 'Name the member by filter.userId');
    if (from && to && from > to) throw InvalidInput.field('filter.to', 'to must not be before from');
    const { rows, total } = await this.history.list(owner, view, {
      sort: sort === 'id' ? usual : sort,
      order,
      offset,
      limit,
      only: filter.symbol ?? filter.coin,
      from,
      until: behind(to),
    });
    return listAnswer(resource, { rows: rows.map((row) => ({ ...present(row), userId: owner })), total }, offset);
  }
}
