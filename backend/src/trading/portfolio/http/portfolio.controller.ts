import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { DEFAULT_LANGUAGE, type Language } from '../../../platform/domain/index.js';
import { Access, answer, CurrentActor, idParam, PageLanguage, type Actor } from '../../../platform/http/index.js';
import { PortfolioReader } from '../reader/portfolio.reader.js';
import { monthQuery, rangeQuery, type MonthQuery, type RangeQuery } from './portfolio.dto.js';
import { presentDay, presentMonth, presentOverview, presentPerformance, presentPosition } from './portfolio.presenter.js';

const member = { schema: idParam('member') };
const range = { schema: rangeQuery };

type Tag = Language | null;

/**
 * A member's portfolio over time, from stored days. The reason of an unknown figure is a text in the language of the page, for admins in
 * English.
 */
@ApiTags('portfolio')
@Controller()
export class PortfolioController {
  constructor(private readonly reader: PortfolioReader) {}

  @Get('me/portfolio')
  @Access('member')
  @ApiOperation({ summary: 'What my exchange account is worth, how that has changed, and what it consists of' })
  async own(@CurrentActor() { userId }: Actor, @PageLanguage() language: Tag) {
    return answer('Portfolio', presentOverview(await this.reader.overview(userId), language ?? DEFAULT_LANGUAGE));
  }

  @Get('me/portfolio/days')
  @Access('member')
  @ApiOperation({ summary: 'My account day by day, oldest first; without from the newest 366 days' })
  async days(@CurrentActor() { userId }: Actor, @Query(range) query: RangeQuery) {
    return answer('Days', (await this.reader.days(userId, query)).map(presentDay));
  }

  @Get('me/portfolio/benchmarks')
  @Access('member')
  @ApiOperation({ summary: 'Prices to compare my account with, day by day, oldest first' })
  async benchmarks(@CurrentActor() { userId }: Actor, @Query(range) query: RangeQuery) {
    return answer('Benchmarks', await this.reader.benchmarks(userId, query));
  }

  @Get('me/portfolio/performance')
  @Access('member')
  @ApiOperation({ summary: 'Returns and risk over a period, month by month' })
  async performance(@CurrentActor() { userId }: Actor, @Query(range) query: RangeQuery, @PageLanguage() language: Tag) {
    return answer('Performance', presentPerformance(await this.reader.performance(userId, query), language ?? DEFAULT_LANGUAGE));
  }

  @Get('me/portfolio/periods')
  @Access('member')
  @ApiOperation({ summary: 'The sub-periods and movements of money that the return of a month is made of' })
  async periods(@CurrentActor() { userId }: Actor, @Query({ schema: monthQuery }) { month }: MonthQuery, @PageLanguage() language: Tag) {
    return answer('Sub-periods', presentMonth(await this.reader.month(userId, month), language ?? DEFAULT_LANGUAGE));
  }

  @Get('me/portfolio/positions')
  @Access('member')
  @ApiOperation({ summary: 'What trading each asset has brought' })
  async positions(@CurrentActor() { userId }: Actor, @PageLanguage() language: Tag) {
    const positions = await this.reader.positions(userId);
    return answer(
      'Positions',
      positions.map((position) => presentPosition(position, language ?? DEFAULT_LANGUAGE)),
    );
  }

  @Get('admin/portfolios/:userId/days')
  @Access('trades.read')
  @ApiOperation({ summary: 'A member’s account day by day, as at /me/portfolio/days' })
  async daysOfMember(@Param('userId', member) userId: string, @Query(range) query: RangeQuery) {
    return answer('Days', (await this.reader.days(userId, query)).map(presentDay));
  }

  @Get('admin/portfolios/:userId')
  @Access('trades.read')
  @ApiOperation({ summary: 'A member’s portfolio as the member sees it' })
  async ofMember(@Param('userId', member) userId: string, @Query(range) query: RangeQuery) {
    const [overview, performance, positions] = await Promise.all([
      this.reader.overview(userId),
      this.reader.performance(userId, query),
      this.reader.positions(userId),
    ]);
    return answer('Portfolio', {
      portfolio: presentOverview(overview, DEFAULT_LANGUAGE),
      performance: presentPerformance(performance, DEFAULT_LANGUAGE),
      positions: positions.map((position) => presentPosition(position, DEFAULT_LANGUAGE)),
    });
  }
}
