import { Body, Controller, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import { AppConfig } from '../../../platform/config/index.js';
import {
  Access,
  answer,
  csvAnswer,
  CurrentActor,
  idParam,
  listAnswer,
  parseListQuery,
  StepUp,
  type Actor,
} from '../../../platform/http/index.js';
import { Idempotency, IdempotencyKey } from '../../../platform/idempotency/index.js';
import { BroadcastAudienceRepository } from '../broadcast-audience.repository.js';
import { BroadcastDraftsService } from '../broadcast-drafts.service.js';
import { BroadcastFilesService } from '../broadcast-files.service.js';
import { BroadcastRepository } from '../broadcast.repository.js';
import { BroadcastResultsRepository } from '../broadcast-results.repository.js';
import type { BroadcastMove } from '../broadcast.types.js';
import { BroadcastsService } from '../broadcasts.service.js';
import { personalFieldNames, personalFields } from '../../personal-fields/index.js';
import {
  audienceQuery,
  broadcastListRules,
  draftBody,
  newBroadcastBody,
  previewBody,
  reachBody,
  recipientListRules,
  type AudienceQuery,
  type DraftBody,
  type NewBroadcastBody,
  type PreviewBody,
  type ReachBody,
} from './broadcasts.dto.js';
import { presentBroadcast, presentRecipient } from './broadcasts.presenter.js';

const RESOURCE = 'broadcasts';
const broadcastId = idParam('broadcast');

/** The console's endpoints of broadcasts. */
@ApiTags('admin')
@Controller(`admin/${RESOURCE}`)
export class BroadcastsAdminController {
  constructor(
    private readonly broadcasts: BroadcastsService,
    private readonly records: BroadcastRepository,
    private readonly drafts: BroadcastDraftsService,
    private readonly audiences: BroadcastAudienceRepository,
    private readonly results: BroadcastResultsRepository,
    private readonly files: BroadcastFilesService,
    private readonly config: AppConfig,
    private readonly idempotency: Idempotency,
  ) {}

  @Get()
  @Access('broadcasts.read')
  async list(@Query() query: Record<string, string | undefined>) {
    const parsed = parseListQuery(query, broadcastListRules);
    const { rows, total } = await this.records.findPage(parsed);
    return listAnswer(RESOURCE, { rows: rows.map(presentBroadcast), total }, parsed.offset);
  }

  @Get('audiences')
  @Access('broadcasts.read')
  async whom(@Query({ schema: audienceQuery }) { user }: AudienceQuery) {
    return answer('Audiences', await this.audiences.list(user));
  }

  @Get('fields')
  @Access('broadcasts.read')
  @ApiOperation({ summary: 'Personal fields of texts, and the time zone of members who have set none' })
  fields() {
    const fields = personalFieldNames.map((name) => ({ name, ...personalFields[name] }));
    return answer('Personal fields', { fields, clubTimeZone: this.config.clubTimeZone });
  }

  @Get(':id')
  @Access('broadcasts.read')
  async one(@Param('id', { schema: broadcastId }) id: string) {
    return presentBroadcast(await this.records.getById(id));
  }

  @Get(':id/recipients')
  @Access('broadcasts.read')
  async recipients(@Param('id', { schema: broadcastId }) id: string, @Query() query: Record<string, string | undefined>) {
    const parsed = parseListQuery(query, recipientListRules);
    const { rows, total } = await this.results.findRecipients(id, parsed);
    return listAnswer('recipients', { rows: rows.map(presentRecipient), total }, parsed.offset);
  }

  @Get(':id/recipients.csv')
  @Access('users.export')
  @StepUp('recent')
  @ApiOperation({ summary: 'Every recipient of the filter as a file; range and order do not count' })
  @ApiProduces('text/csv')
  async csv(
    @CurrentActor() { userId }: Actor,
    @Param('id', { schema: broadcastId }) id: string,
    @Query() query: Record<string, string | undefined>,
  ) {
    const { filter } = parseListQuery(query, recipientListRules);
    return csvAnswer(await this.files.csv(userId, id, filter));
  }

  @Post()
  @Access('broadcasts.send')
  @StepUp('recent')
  async create(
    @CurrentActor() { userId }: Actor,
    @IdempotencyKey() key: string | null,
    @Body({ schema: newBroadcastBody }) body: NewBroadcastBody,
  ) {
    await this.broadcasts.takeTurn(userId);
    const { id } = await this.idempotency.once({ userId, route: 'admin.broadcasts.create', key, request: body }, (em) =>
      this.broadcasts.create(em, userId, { ...body, kind: body.kind ?? null }),
    );
    return this.one(id);
  }

  @Put(':id')
  @Access('broadcasts.send')
  @StepUp('recent')
  @ApiOperation({ summary: 'Replaces a planned broadcast, until it starts' })
  async edit(
    @CurrentActor() { userId }: Actor,
    @Param('id', { schema: broadcastId }) id: string,
    @Body({ schema: newBroadcastBody }) body: NewBroadcastBody,
  ) {
    await this.broadcasts.takeTurn(userId);
    await this.broadcasts.edit(userId, id, { ...body, kind: body.kind ?? null });
    return this.one(id);
  }

  @Post('reach')
  @Access('broadcasts.send')
  @HttpCode(200)
  @ApiOperation({ summary: 'Recipients of a broadcast now, and who is left out and why' })
  async reach(@Body({ schema: reachBody }) body: ReachBody) {
    return answer('Recipients', await this.broadcasts.reach({ ...body, kind: body.kind ?? null }));
  }

  @Post('preview')
  @Access('broadcasts.send')
  @HttpCode(200)
  async preview(@CurrentActor() { userId }: Actor, @Body({ schema: previewBody }) { person, ...draft }: PreviewBody) {
    return answer('This is what it looks like', await this.drafts.preview(userId, draft, person ?? null));
  }

  @Post('test')
  @Access('broadcasts.send')
  @HttpCode(202)
  async test(@CurrentActor() { userId }: Actor, @Body({ schema: draftBody }) draft: DraftBody) {
    await this.broadcasts.takeTurn(userId);
    await this.drafts.sendToMyself(userId, draft);
    return answer('We sent you a test email', { queued: 1 });
  }

  @Post(':id/pause')
  @Access('broadcasts.send')
  @HttpCode(200)
  pause(@CurrentActor() actor: Actor, @Param('id', { schema: broadcastId }) id: string) {
    return this.moved(actor, id, 'pause', 'Paused');
  }

  @Post(':id/resume')
  @Access('broadcasts.send')
  @HttpCode(200)
  resume(@CurrentActor() actor: Actor, @Param('id', { schema: broadcastId }) id: string) {
    return this.moved(actor, id, 'resume', 'Resumed');
  }

  @Post(':id/cancel')
  @Access('broadcasts.send')
  @HttpCode(200)
  cancel(@CurrentActor() actor: Actor, @Param('id', { schema: broadcastId }) id: string) {
    return this.moved(actor, id, 'cancel', 'Cancelled');
  }

  private async moved({ userId }: Actor, id: string, move: BroadcastMove, message: string) {
    await this.broadcasts.move(userId, id, move);
    return answer(message, await this.one(id));
  }
}
