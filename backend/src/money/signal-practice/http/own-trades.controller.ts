import { Controller, Get, Param } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, answer, CurrentActor, idParam, type Actor } from '../../../platform/http/index.js';
import type { Answer, OwnTradesWire } from '../../../platform/wire/index.js';
import { OwnTradesReader } from '../own-trades.reader.js';
import { presentOwnTrades } from './own-trades.presenter.js';

/** Own trades beside a signal, for users who may read GET /getsignal. */
@ApiTags('signals')
@Controller('me/signals/:id/trades')
@Access('signals')
export class OwnTradesController {
  constructor(private readonly trades: OwnTradesReader) {}

  @Get()
  @ApiOperation({ summary: 'My own synced trades that followed a signal: average entry and exit, quantity and result' })
  async mine(@CurrentActor() { userId }: Actor, @Param('id', { schema: idParam('signal') }) id: string): Promise<Answer<OwnTradesWire>> {
    return answer('Your trades in this signal', presentOwnTrades(await this.trades.of(userId, id)));
  }
}
