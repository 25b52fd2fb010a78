import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { z } from 'zod';
import { Access, answer, csvAnswer, CurrentActor, idParam, parseWith, StepUp, type Actor } from '../../../platform/http/index.js';
import { HistoryExportService } from '../history-export.service.js';
import { historyFile } from '../history-files.js';
import { HistoryReader } from '../history.reader.js';
import { historyFileName, historyName, rowQuery } from './history-query.dto.js';

type QueryParams = Record<string, string | undefined>;

const member = { schema: idParam('member') };
const history = { schema: historyName };
const file = { schema: historyFileName };

/** What the console takes away of a member's history, and what it may filter it by: as at /me/history. */
@ApiTags('admin')
@Controller('admin/members')
export class HistoryMemberController {
  constructor(
    private readonly reader: HistoryReader,
    private readonly files: HistoryExportService,
  ) {}

  @Get(':userId/history/:file')
  @Access('trades.export')
  @StepUp('recent')
  @ApiOperation({ summary: 'Every row of the filter of one history of a member, as a file' })
  @ApiProduces('text/csv')
  async csv(
    @CurrentActor() actor: Actor,
    @Param('userId', member) userId: string,
    @Param('file', file) name: z.output<typeof historyFileName>,
    @Query() query: QueryParams,
  ) {
    return csvAnswer(await this.files.csv(actor, name, parseWith(rowQuery(historyFile(name).view), query), userId));
  }

  @Get(':userId/history/:history/names')
  @Access('trades.read')
  @ApiOperation({ summary: 'The symbols or coins that a history of a member is about' })
  async names(@Param('userId', member) userId: string, @Param('history', history) name: z.output<typeof historyName>) {
    return answer('Names', await this.reader.names(userId, historyFile(name).view));
  }
}
