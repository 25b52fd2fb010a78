import { Body, Controller, Get, Param, Put, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { UsersService } from '../../../club/users/index.js';
import { Access, answer, CurrentActor, idParam, type Actor } from '../../../platform/http/index.js';
import type { Answer, PositionSizeWire, RiskChoiceWire } from '../../../platform/wire/index.js';
import { PositionSizeService } from '../position-size.service.js';
import { positionSizeQuery, riskBody, type PositionSizeQuery, type RiskBody } from './position-size.dto.js';
import { presentPositionSize } from './position-size.presenter.js';

/** The size of a position in a signal, for users who may read GET /getsignal. */
@ApiTags('signals')
@Controller('me')
@Access('signals')
export class PositionSizeController {
  constructor(
    private readonly sizes: PositionSizeService,
    private readonly users: UsersService,
  ) {}

  @Get('signals/:id/position-size')
  @ApiOperation({ summary: 'The position size for a signal from my own equity; without `risk`, at the risk that I stored' })
  async size(
    @CurrentActor() { userId }: Actor,
    @Param('id', { schema: idParam('signal') }) id: string,
    @Query({ schema: positionSizeQuery }) { risk }: PositionSizeQuery,
  ): Promise<Answer<PositionSizeWire>> {
    return answer('Position size', presentPositionSize(await this.sizes.of(userId, id, risk ?? null)));
  }

  @Put('risk')
  @ApiOperation({ summary: 'Stores the percentage of my equity that I risk on a signal' })
  async choose(@CurrentActor() { userId }: Actor, @Body({ schema: riskBody }) { riskPercent }: RiskBody): Promise<Answer<RiskChoiceWire>> {
    await this.users.changeRiskPercent(userId, riskPercent);
    return answer('Risk changed', { riskPercent });
  }
}
