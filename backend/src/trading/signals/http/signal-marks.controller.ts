import { Body, Controller, Delete, Param, Put } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, answer, CurrentActor, idParam, type Actor } from '../../../platform/http/index.js';
import type { Answer, SignalMarkWire } from '../../../platform/wire/index.js';
import { SignalMarksService } from '../marks/signal-marks.service.js';
import { markBody, type MarkBody } from './signal-marks.dto.js';
import { presentMark } from './signal-marks.presenter.js';

/** Own marks of signals, for users who may read GET /getsignal. */
@ApiTags('signals')
@Controller('me/signals/:id/mark')
@Access('signals')
export class SignalMarksController {
  constructor(private readonly marks: SignalMarksService) {}

  @Put()
  @ApiOperation({ summary: 'Records that I took a signal, with my entry price and quantity if I give them, or that I passed' })
  async mark(
    @CurrentActor() { userId }: Actor,
    @Param('id', { schema: idParam('signal') }) id: string,
    @Body({ schema: markBody }) body: MarkBody,
  ): Promise<Answer<SignalMarkWire>> {
    return answer(
      body.stance === 'taken' ? 'Signal marked as taken' : 'Signal marked as passed',
      presentMark(await this.marks.mark(userId, id, body)),
    );
  }

  @Delete()
  @ApiOperation({ summary: 'Removes my mark of a signal' })
  async remove(@CurrentActor() { userId }: Actor, @Param('id', { schema: idParam('signal') }) id: string): Promise<Answer<null>> {
    await this.marks.remove(userId, id);
    return answer('Mark removed', null);
  }
}
