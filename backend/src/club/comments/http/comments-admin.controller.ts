import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { NotFound } from '../../../platform/domain/index.js';
import { Access, answer, CurrentActor, idParam, listAnswer, parseListQuery, StepUp, type Actor } from '../../../platform/http/index.js';
import { CommentModerationRepository } from '../comment-moderation.repository.js';
import { CommentModerationService } from '../comment-moderation.service.js';
import type { Moderation } from '../comment.types.js';
import { commentListRules, muteBody, reasonBody, type MuteBody, type ReasonBody } from './comments-admin.dto.js';
import { presentModerated, presentReport } from './comments-admin.presenter.js';

const RESOURCE = 'comments';
const commentId = idParam('comment');

/** Moderation in the console. What cannot be taken back, and a ban, take a recent confirmation. */
@ApiTags('admin')
@Controller(`admin/${RESOURCE}`)
export class CommentsAdminController {
  constructor(
    private readonly comments: CommentModerationRepository,
    private readonly moderation: CommentModerationService,
  ) {}

  @Get()
  @Access('comments.read')
  async list(@Query() query: Record<string, string | undefined>) {
    const parsed = parseListQuery(query, commentListRules);
    const { rows, total } = await this.comments.findPage(parsed);
    return listAnswer(RESOURCE, { rows: rows.map((comment) => presentModerated(comment)), total }, parsed.offset);
  }

  @Get(':id')
  @Access('comments.read')
  @ApiOperation({ summary: 'A comment with its reports' })
  one(@Param('id', { schema: commentId }) id: string) {
    return this.read(id);
  }

  @Post(':id/hide')
  @Access('comments.moderate')
  @HttpCode(200)
  @ApiOperation({ summary: 'Hides a comment from everybody but its author' })
  hide(@CurrentActor() actor: Actor, @Param('id', { schema: commentId }) id: string, @Body({ schema: reasonBody }) { reason }: ReasonBody) {
    return this.moderate(actor, id, 'hide', reason, 'The comment is hidden');
  }

  @Post(':id/restore')
  @Access('comments.moderate')
  @HttpCode(200)
  restore(
    @CurrentActor() actor: Actor,
    @Param('id', { schema: commentId }) id: string,
    @Body({ schema: reasonBody }) { reason }: ReasonBody,
  ) {
    return this.moderate(actor, id, 'restore', reason, 'The comment is visible again');
  }

  @Post(':id/remove')
  @Access('comments.moderate')
  @StepUp('recent')
  @HttpCode(200)
  @ApiOperation({ summary: 'Deletes the text of a comment for good' })
  remove(
    @CurrentActor() actor: Actor,
    @Param('id', { schema: commentId }) id: string,
    @Body({ schema: reasonBody }) { reason }: ReasonBody,
  ) {
    return this.moderate(actor, id, 'remove', reason, 'The comment is removed');
  }

  @Post(':id/dismiss')
  @Access('comments.moderate')
  @HttpCode(200)
  @ApiOperation({ summary: 'Closes the reports of a comment and leaves it as it is' })
  dismiss(
    @CurrentActor() actor: Actor,
    @Param('id', { schema: commentId }) id: string,
    @Body({ schema: reasonBody }) { reason }: ReasonBody,
  ) {
    return this.moderate(actor, id, 'dismiss', reason, 'The reports are closed');
  }

  @Post(':id/mute')
  @Access('comments.moderate')
  @HttpCode(200)
  @ApiOperation({ summary: 'Mutes the author of a comment for some days' })
  async mute(
    @CurrentActor() actor: Actor,
    @Param('id', { schema: commentId }) id: string,
    @Body({ schema: muteBody }) { reason, days }: MuteBody,
  ) {
    await this.moderation.mute(actor, id, days, reason);
    return answer('The member is muted', await this.read(id));
  }

  @Post(':id/ban')
  @Access('comments.moderate')
  @StepUp('recent')
  @HttpCode(200)
  @ApiOperation({ summary: 'Bans the author of a comment from comments' })
  async ban(
    @CurrentActor() actor: Actor,
    @Param('id', { schema: commentId }) id: string,
    @Body({ schema: reasonBody }) { reason }: ReasonBody,
  ) {
    await this.moderation.ban(actor, id, reason);
    return answer('The member is banned from comments', await this.read(id));
  }

  @Post(':id/readmit')
  @Access('comments.moderate')
  @HttpCode(200)
  @ApiOperation({ summary: 'Ends the mute and the ban of the author of a comment' })
  async readmit(
    @CurrentActor() actor: Actor,
    @Param('id', { schema: commentId }) id: string,
    @Body({ schema: reasonBody }) { reason }: ReasonBody,
  ) {
    await this.moderation.readmit(actor, id, reason);
    return answer('The member can comment again', await this.read(id));
  }

  private async moderate(actor: Actor, id: string, act: Moderation, reason: string, message: string) {
    await this.moderation.moderate(actor, id, act, reason);
    return answer(message, await this.read(id));
  }

  private async read(id: string) {
    const comment = await this.comments.find(id);
    if (!comment) throw new NotFound('comment');
    return { ...presentModerated(comment), reports: (await this.comments.findReports(id)).map(presentReport) };
  }
}
