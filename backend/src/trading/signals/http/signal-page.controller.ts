import { Controller, Get, Param } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, answer, CurrentActor, idParam, type Actor } from '../../../platform/http/index.js';
import type { Answer, LogReceiptWire, SignalCandlesWire, SignalDetailWire } from '../../../platform/wire/index.js';
import { SignalChartService } from '../signal-chart.service.js';
import { SignalDetailReader } from '../signal-detail.reader.js';
import { SignalWithOutcomeQuery } from '../signal-with-outcome.query.js';
import { SignalsService } from '../signals.service.js';
import { presentReceipt } from './log-receipt.presenter.js';
import { presentSignalDetail } from './signals.v1.presenter.js';

/** One signal, for users who may read GET /getsignal. */
@ApiTags('signals')
@Controller('signals/:id')
@Access('signals')
export class SignalPageController {
  constructor(
    private readonly signals: SignalsService,
    private readonly stories: SignalWithOutcomeQuery,
    private readonly chart: SignalChartService,
    private readonly details: SignalDetailReader,
  ) {}

  @Get()
  @ApiOperation({ summary: 'A signal, what became of it, and where the log has it' })
  async one(@CurrentActor() actor: Actor, @Param('id', { schema: idParam('signal') }) id: string): Promise<Answer<SignalDetailWire>> {
    return answer('Signal', presentSignalDetail(await this.details.of(actor, id)));
  }

  @Get('receipt')
  @ApiOperation({ summary: 'What its entries of the log commit to, to be kept and checked later' })
  async receipt(@CurrentActor() actor: Actor, @Param('id', { schema: idParam('signal') }) id: string): Promise<Answer<LogReceiptWire>> {
    const { id: signalId } = await this.signals.showOne(actor, id);
    return answer('Receipt', presentReceipt(await this.stories.receiptOf(signalId)));
  }

  @Get('candles')
  @ApiOperation({ summary: 'The candles around its life, 1500 at most' })
  async candles(@Param('id', { schema: idParam('signal') }) id: string): Promise<Answer<SignalCandlesWire>> {
    return answer('Candles', await this.chart.of(id));
  }
}
