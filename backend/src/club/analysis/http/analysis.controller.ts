import { Controller, Get, Header, Headers, Param, Query, Res, StreamableFile, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Access, answer, CurrentActor, type Actor } from '../../../platform/http/index.js';
import type { AnalysisCandlesWire, AnalysisFeedWire, AnalysisPostWire, Answer } from '../../../platform/wire/index.js';
import { AnalysisReader } from '../analysis-reader.service.js';
import { feedQuery, type FeedQueryInput } from './analysis.dto.js';
import { AnalysisLimitGuard } from './analysis-limit.guard.js';
import { presentFeed, presentPost } from './analysis.presenter.js';

const BRIEFLY = 'public, max-age=30';
const ATOM = 'application/atom+xml; charset=utf-8';

/** Published analyses, for everybody. */
@ApiTags('analysis')
@Controller()
export class AnalysisController {
  constructor(private readonly reader: AnalysisReader) {}

  @Get('analysis')
  @Access('public')
  @UseGuards(AnalysisLimitGuard)
  @Header('cache-control', BRIEFLY)
  @ApiOperation({ summary: 'Published analyses without their texts, newest first' })
  async feed(@Query({ schema: feedQuery }) query: FeedQueryInput): Promise<Answer<AnalysisFeedWire>> {
    return answer('Market analysis', presentFeed(await this.reader.page(query)));
  }

  @Get('analysis.atom')
  @Access('public')
  @UseGuards(AnalysisLimitGuard)
  @ApiOperation({ summary: 'The newest 30 public analyses as an Atom feed' })
  @ApiProduces('application/atom+xml')
  async atom(
    @Headers('if-none-match') known: string | undefined,
    @Headers('if-modified-since') since: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile | undefined> {
    const { xml, etag, updatedAt } = await this.reader.atom();
    void reply.headers({ 'cache-control': BRIEFLY, etag, 'last-modified': updatedAt.toUTCString() });
    if (!isKnown({ known, since }, etag, updatedAt)) return new StreamableFile(Buffer.from(xml), { type: ATOM });
    void reply.status(304);
    return undefined;
  }

  @Get('analysis/:slug')
  @Access('public')
  @UseGuards(AnalysisLimitGuard)
  @Header('cache-control', BRIEFLY)
  @ApiOperation({ summary: 'A published analysis; the text of one for members is null' })
  async one(@Param('slug') slug: string): Promise<Answer<AnalysisPostWire>> {
    return answer('An analysis', presentPost(await this.reader.read(slug, null)));
  }

  @Get('analysis/:slug/charts/:id')
  @Access('public')
  @UseGuards(AnalysisLimitGuard)
  @Header('cache-control', 'public, max-age=300')
  @ApiOperation({ summary: 'The stored candles of a chart in a public analysis' })
  async chart(@Param('slug') slug: string, @Param('id') id: string): Promise<Answer<AnalysisCandlesWire>> {
    return answer('Candles', await this.reader.candles(slug, id, null));
  }

  @Get('me/analysis/:slug/charts/:id')
  @Access('session')
  @ApiOperation({ summary: 'The stored candles of a chart in an analysis that the caller may read' })
  async myChart(@CurrentActor() actor: Actor, @Param('slug') slug: string, @Param('id') id: string): Promise<Answer<AnalysisCandlesWire>> {
    return answer('Candles', await this.reader.candles(slug, id, actor));
  }

  @Get('me/analysis/:slug')
  @Access('session')
  @ApiOperation({ summary: 'The same with the text, for members who paid and the team' })
  async mine(@CurrentActor() actor: Actor, @Param('slug') slug: string): Promise<Answer<AnalysisPostWire>> {
    return answer('An analysis', presentPost(await this.reader.read(slug, actor)));
  }
}

/** RFC 9110, 13.2.2: a tag counts, and a time only where there is none. */
function isKnown({ known, since }: { known: string | undefined; since: string | undefined }, etag: string, updatedAt: Date): boolean {
  if (known !== undefined) return known.split(',').some((one) => ['*', etag, `W/${etag}`].includes(one.trim()));
  return since !== undefined && Math.floor(updatedAt.getTime() / 1000) * 1000 <= Date.parse(since);
}
