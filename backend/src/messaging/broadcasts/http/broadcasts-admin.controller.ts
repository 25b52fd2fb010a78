import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access, answer, CurrentActor, idParam, listAnswer, parseListQuery, StepUp, type Actor } from '../../../platform/http/index.js';
import { Idempotency, IdempotencyKey } from '../../../platform/idempotency/index.js';
import { BroadcastAudienceRepository } from '../broadcast-audience.repository.js';
import { BroadcastDraftsService } from '../broadcast-drafts.service.js';
import { BroadcastRepository } from '../broadcast.repository.js';
import type { BroadcastMove } from '../broadcast.types.js';
import { BroadcastsService } from '../broadcasts.service.js';
import {
  audienceQuery,
  broadcastListRules,
  draftBody,
  newBroadcastBody,
  recipientListRules,
  type AudienceQuery,
  type DraftBody,
  type NewBroadcastBody,
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
    return answer('Whom one can write to', await this.audiences.list(user));
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
    const { rows, total } = await this.records.findRecipients(id, parsed);
    return listAnswer('recipients', { rows: rows.map(presentRecipient), total }, parsed.offset);
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
      this.broadcasts.create(em, userId, {
        recipients: body.audience,
        kind: body.kind ?? null,
        subject: body.subject,
        message: body.message,
      }),
    );
    return this.one(id);
  }

  @Post('preview')
  @Access('broadcasts.send')
  @HttpCode(200)
  preview(@CurrentActor() { userId }: Actor, @Body({ schema: draftBody }) draft: DraftBody) {
    return answer('This is what it looks like', this.drafts.preview(userId, draft));
  }

  @Post('test')
  @Access('broadcasts.send')
  @HttpCode(202)
  async test(@CurrentActor() { userId }: Actor, @Body({ schema: draftBody }) draft: DraftBody) {
    await this.broadcasts.takeTurn(userId);
    await this.drafts.sendToMyself(userId, draft);
    return answer('A test mail is on its way to you', { queued: 1 });
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
