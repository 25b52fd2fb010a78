import { Readable } from 'node:stream';
import { Controller, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { Access, answer, CurrentActor, idParam, StepUp, type Actor } from '../../../platform/http/index.js';
import type { FileLinkQuery } from '../../files/index.js';
import { ExportDownloadsService } from '../export/export-downloads.service.js';
import { ExportRequestsService } from '../export/export-requests.service.js';
import { presentExport } from './privacy.presenter.js';

/** Malformed links get the answer of a wrong link, not of bad input. */
const linkQuery = z.object({ exp: z.string().catch(''), kid: z.string().catch(''), sig: z.string().max(200).catch('') });

/** A copy of all data about a member (GDPR, articles 15 and 20). */
@ApiTags('me')
@Controller('me/export')
export class ExportController {
  constructor(
    private readonly requests: ExportRequestsService,
    private readonly downloads: ExportDownloadsService,
  ) {}

  @Get()
  @Access('member')
  @ApiOperation({ summary: 'My latest export; null: none yet' })
  async latest(@CurrentActor() { userId }: Actor) {
    const latest = await this.requests.latestOf(userId);
    return answer('Your data', latest && presentExport(latest));
  }

  @Post()
  @HttpCode(202)
  @Access('member')
  @StepUp('explicit')
  @ApiOperation({ summary: 'Begins a copy of my data; a mail says when it is ready' })
  async ask(@CurrentActor() actor: Actor) {
    await this.requests.ask(actor);
    return { ...(await this.latest(actor)), message: 'We are preparing your data and will email you when it is ready' };
  }

  @Post('link')
  @HttpCode(200)
  @Access('member')
  @StepUp('explicit')
  @ApiOperation({ summary: 'A link to the finished copy. It lives five minutes and as long as this session' })
  async link(@CurrentActor() actor: Actor) {
    return answer('Your download', { url: await this.downloads.link(actor) });
  }

  @Get(':id/archive')
  @Access('public')
  @ApiOperation({ summary: 'The copy by its signed link' })
  async archive(
    @Param('id', { schema: idParam('export') }) id: string,
    @Query({ schema: linkQuery }) link: FileLinkQuery,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { fileName, byteSize, content } = await this.downloads.open(id, link);
    await reply
      .headers({
        'content-type': 'application/zip',
        'content-length': byteSize,
        'content-disposition': `attachment; filename="${fileName}"`,
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      })
      .send(Readable.from(content, { objectMode: false }));
  }
}
