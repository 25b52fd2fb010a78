import { Controller, Get, Param, Query, Res, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { Access, answer, CurrentActor, type Actor } from '../../../platform/http/index.js';
import { NotFound } from '../../../platform/domain/index.js';
import type { FileLinkQuery } from '../../files/index.js';
import { ResourcesService } from '../resources.service.js';
import { FILE_NAME, presentHandbook, presentPage } from './resources.presenter.js';
import { SubscriberGuard } from './subscriber.guard.js';

const pageNumber = z.string().transform((typed) => {
  if (!/^[1-9]\d{0,3}$/.test(typed)) throw new NotFound('page');
  return Number(typed);
});
/** Anything that is no link is refused as a wrong link is, not as bad input. */
const linkQuery = z.object({ exp: z.string().catch(''), kid: z.string().catch(''), sig: z.string().max(200).catch('') });

/**
 * Only our own page may frame the PDF, and nothing in it loads or runs. Without `sandbox`: WebKit takes its viewer for a plugin, and shows
 * a sandboxed PDF in a frame as a blank page (webkit.org/b/284594 mends the top window only). The viewer is an `embed` with inline styles,
 * which the policy of the file applies to. The type and `nosniff` keep the file from ever being read as a page.
 */
const PDF_POLICY = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'";

/** The documents that a subscription opens (specification, section 6). */
@ApiTags('me')
@Controller('me/resources')
export class ResourcesController {
  constructor(private readonly resources: ResourcesService) {}

  @Get('pages/:page')
  @Access('session')
  @UseGuards(SubscriberGuard)
  @ApiOperation({ summary: 'A page of lessons' })
  page(@Param('page', { schema: pageNumber }) page: number) {
    return answer('A page of the resources', presentPage(this.resources.page(page)));
  }

  @Get('handbook')
  @Access('session')
  @UseGuards(SubscriberGuard)
  @ApiOperation({ summary: 'All lessons as a PDF, by a link that lives five minutes and as long as this session' })
  async handbook(@CurrentActor() actor: Actor) {
    return answer('The handbook', presentHandbook(await this.resources.handbook(actor)));
  }

  @Get('handbook/file')
  @Access('public')
  @ApiOperation({ summary: 'The PDF by its signed link' })
  async file(@Query({ schema: linkQuery }) link: FileLinkQuery, @Res() reply: FastifyReply): Promise<void> {
    const bytes = await this.resources.open(link);
    await reply
      .headers({
        'content-type': 'application/pdf',
        'content-length': bytes.length,
        'content-disposition': `inline; filename="${FILE_NAME}"`,
        'content-security-policy': PDF_POLICY,
        'x-frame-options': 'SAMEORIGIN',
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      })
      .send(bytes);
  }
}
