import { Controller, Get, Param, Query, Res, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { Access, idParam } from '../../../platform/http/index.js';
import { AnalysisPictureViewer, type ShownPicture } from '../analysis-picture-viewer.service.js';
import { AnalysisLimitGuard } from './analysis-limit.guard.js';

/** All three or none. A malformed link gets the answer of a wrong one, not of bad input. */
const linkQuery = z.object({ exp: z.string().optional(), kid: z.string().optional(), sig: z.string().optional().catch('') });

const extensions = { 'image/jpeg': 'jpg', 'image/webp': 'webp' } as const;
/** A picture never changes. Browsers keep it; a proxy asks again after five minutes, so that it does not outlive a withdrawal there. */
const FOR_ALL = 'public, max-age=31536000, s-maxage=300, immutable';
/** As long as the link lives, and for one browser. */
const FOR_ONE = 'private, max-age=300';

/** `forAll`: everybody may see it, also within a page of another site that shows the feed. */
function pictureHeaders({ mime }: ShownPicture, forAll: boolean): Record<string, string> {
  return {
    'content-type': mime,
    'content-disposition': `inline; filename="picture.${extensions[mime]}"`,
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': forAll ? 'cross-origin' : 'same-origin',
    'x-content-type-options': 'nosniff',
    'cache-control': forAll ? FOR_ALL : FOR_ONE,
  };
}

@ApiTags('analysis')
@Controller('analysis/pictures')
export class AnalysisPicturesController {
  constructor(private readonly viewer: AnalysisPictureViewer) {}

  @Get(':id')
  @Access('public')
  @UseGuards(AnalysisLimitGuard)
  @ApiOperation({ summary: 'A picture of a public analysis, or any picture by its signed link, which lives five minutes' })
  async view(
    @Param('id', { schema: idParam('picture') }) id: string,
    @Query({ schema: linkQuery }) { exp, kid, sig }: z.output<typeof linkQuery>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const isSigned = [exp, kid, sig].some((part) => part !== undefined);
    const picture = await (isSigned
      ? this.viewer.openSigned(id, { exp: exp ?? '', kid: kid ?? '', sig: sig ?? '' })
      : this.viewer.openPublic(id));
    await reply.headers(pictureHeaders(picture, !isSigned)).send(picture.bytes);
  }
}
