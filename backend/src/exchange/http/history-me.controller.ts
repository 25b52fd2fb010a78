import { Controller, Get, Header, Param, Query, StreamableFile } from '@nestjs/common';
import { ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { NotFound } from '../../common/domain/index.js';
import { Access, answer, CurrentActor, parseWith, type Actor } from '../../common/http/index.js';
import { HistoryExport } from '../history/history-export.js';
import { historyFile, historyNamed } from '../history/history-files.js';
import { HistoryReader } from '../history/history-reader.js';
import { rowQuery } from './history-query.dto.js';

type QueryParams = Record<string, string | undefined>;

const named = (pattern: RegExp) => ({
  schema: z.string().transform((text) => {
    const name = historyNamed(pattern.exec(text)?.[1] ?? '');
    if (!name) throw new NotFound('history');
    return name;
  }),
});
const history = named(/^([a-z-]+)$/);
const file = named(/^([a-z-]+)\.csv$/);

/** What a member takes away of their own history, and what they may filter it by. */
@ApiTags('exchange')
@Controller('me/history')
export class HistoryMeController {
  constructor(
    private readonly reader: HistoryReader,
    private readonly files: HistoryExport,
  ) {}

  @Get(':file')
  @Access('member')
  @Header('cache-control', 'no-store')
  @ApiOperation({ summary: 'spot-trades.csv, futures-trades.csv, open-orders.csv, positions.csv, deposits.csv or withdrawals.csv: every row of the filter' })
  @ApiProduces('text/csv')
  async csv(@CurrentActor() actor: Actor, @Param('file', file) name: z.output<typeof file.schema>, @Query() query: QueryParams) {
    const { name: fileName, content } = await this.files.csv(actor, name, parseWith(rowQuery(historyFile(name).view), query));
    return new StreamableFile(content, { type: 'text/csv; charset=utf-8; header=present', disposition: `attachment; filename="${fileName}"` });
  }

  @Get(':history/names')
  @Access('member')
  @Header('cache-control', 'no-store')
  @ApiOperation({ summary: 'The symbols or coins that a history of mine is about' })
  async names(@CurrentActor() { userId }: Actor, @Param('history', history) name: z.output<typeof history.schema>) {
    return answer('Names', await this.reader.names(userId, historyFile(name).view));
  }
}
