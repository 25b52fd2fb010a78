import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { z } from 'zod';
import { Access, answer, csvAnswer, CurrentActor, parseWith, type Actor } from '../../../platform/http/index.js';
import { HistoryExportService } from '../history-export.service.js';
import { historyFile } from '../history-files.js';
import { HistoryReader } from '../history.reader.js';
import { historyFileName, historyName, rowQuery } from './history-query.dto.js';

type QueryParams = Record<string, string | undefined>;

const history = { schema: historyName };
const file = { schema: historyFileName };

/** What a member takes away of their own history, and what they may filter it by. */
@ApiTags('exchange')
@Controller('me/history')
export class HistoryMeController {
  constructor(
    private readonly reader: HistoryReader,
    private readonly files: HistoryExportService,
  ) {}

  @Get(':file')
  @Access('member')
  @ApiOperation({
    summary:
      'spot-trades.csv, futures-trades.csv, open-orders.csv, positions.csv, deposits.csv or withdrawals.csv: every row of the filter',
  })
  @ApiProduces('text/csv')
  async csv(@CurrentActor() actor: Actor, @Param('file', file) name: z.output<typeof historyFileName>, @Query() query: QueryParams) {
    return csvAnswer(await this.files.csv(actor, name, parseWith(rowQuery(historyFile(name).view), query)));
  }

  @Get(':history/names')
  @Access('member')
  @ApiOperation({ summary: 'The symbols or coins that a history of mine is about' })
  async names(@CurrentActor() { userId }: Actor, @Param('history', history) name: z.output<typeof historyName>) {
    return answer('Names', await this.reader.names(userId, historyFile(name).view));
  }
}
