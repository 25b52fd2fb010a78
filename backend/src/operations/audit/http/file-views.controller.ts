import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, answer, CurrentActor, pageQuery, withTotal, type Actor, type Page } from '../../../platform/http/index.js';
import { AuditEventRepository } from '../audit-event.repository.js';
import { presentFileView } from './audit.presenter.js';

@ApiTags('me')
@Controller('me')
export class FileViewsController {
  constructor(private readonly events: AuditEventRepository) {}

  @Get('file-views')
  @Access('session')
  @ApiOperation({ summary: 'When somebody of the club looked at one of my files' })
  async views(@CurrentActor() actor: Actor, @Query({ schema: pageQuery }) page: Page) {
    const { rows, total } = await this.events.findFileViews(actor.userId, page);
    return withTotal(answer('Views of your files', rows.map(presentFileView)), total);
  }
}
