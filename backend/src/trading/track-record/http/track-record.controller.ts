import { Controller, Get, Header, Param, Query, StreamableFile, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import { Access, answer, csvAnswer, idParam, pageQuery, withTotal, type MadeFile, type Page } from '../../../platform/http/index.js';
import type { Answer, TrackRecordSignalWire, TrackRecordSummaryWire, TrackRecordWire } from '../../../platform/wire/index.js';
import { PublicSignalRepository } from '../public-signal.repository.js';
import { SignalCasesService } from '../signal-cases.service.js';
import { TrackRecordFileService } from '../track-record-file.service.js';
import { TrackRecordService } from '../track-record.service.js';
import { downloadQuery, publicFilter, type DownloadQuery, type PublicFilterQuery } from './track-record.dto.js';
import { presentPublicSignal, presentRecord, presentSummary } from './track-record.presenter.js';
import { BRIEFLY, TrackRecordFileGuard, TrackRecordLimitGuard } from './track-record-limit.guard.js';

const jsonAnswer = ({ name, content }: MadeFile) =>
  new StreamableFile(content, { type: 'application/json; charset=utf-8', disposition: `attachment; filename="${name}"` });

/** The public track record. */
@ApiTags('track record')
@Controller('track-record')
@Access('public')
export class TrackRecordController {
  constructor(
    private readonly records: TrackRecordService,
    private readonly signals: PublicSignalRepository,
    private readonly file: TrackRecordFileService,
    private readonly cases: SignalCasesService,
  ) {}

  @Get()
  @UseGuards(TrackRecordLimitGuard)
  @Header('cache-control', BRIEFLY)
  @ApiOperation({ summary: 'The figures of all signals that have ended, each with how many it counts' })
  async record(): Promise<Answer<TrackRecordWire>> {
    return answer('The track record', presentRecord(await this.records.record()));
  }

  @Get('summary')
  @UseGuards(TrackRecordLimitGuard)
  @Header('cache-control', BRIEFLY)
  @ApiOperation({ summary: 'The first of those figures' })
  async summary(): Promise<Answer<TrackRecordSummaryWire>> {
    return answer('The track record in short', presentSummary(await this.records.record()));
  }

  @Get('signals')
  @UseGuards(TrackRecordLimitGuard)
  @Header('cache-control', BRIEFLY)
  @ApiOperation({ summary: 'All signals ever published, the newest first; of those that run, when and where the log has them' })
  async list(
    @Query({ schema: pageQuery }) page: Page,
    @Query({ schema: publicFilter }) filter: PublicFilterQuery,
  ): Promise<Answer<TrackRecordSignalWire[]>> {
    const { rows, total } = await this.signals.findPage(page, filter);
    return withTotal(answer('Signals', rows.map(presentPublicSignal)), total);
  }

  @Get('signals.csv')
  @UseGuards(TrackRecordFileGuard)
  @ApiOperation({ summary: 'The same list as a file' })
  @ApiProduces('text/csv')
  async csv(@Query({ schema: publicFilter }) filter: PublicFilterQuery) {
    return csvAnswer(await this.file.csv(filter));
  }

  @Get('signals/:id/case')
  @UseGuards(TrackRecordFileGuard)
  @ApiOperation({ summary: 'A signal that has ended with the candles that it was scored with, for `npm run cli -- signals:score`' })
  async case(@Param('id', { schema: idParam('signal') }) id: string) {
    return jsonAnswer(await this.cases.one(id));
  }

  @Get('download')
  @UseGuards(TrackRecordFileGuard)
  @ApiOperation({ summary: 'The same of the signals that ended in a month, so many a part' })
  async download(@Query({ schema: downloadQuery }) { month, part }: DownloadQuery) {
    return jsonAnswer(await this.cases.month(month, part));
  }
}
