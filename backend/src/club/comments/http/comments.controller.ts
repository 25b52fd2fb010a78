import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Put, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, answer, CurrentActor, idParam, type Actor } from '../../../platform/http/index.js';
import { Idempotency, IdempotencyKey } from '../../../platform/idempotency/index.js';
import type { Answer, CommentPageWire, CommentWire } from '../../../platform/wire/index.js';
import { CommentsService } from '../comments.service.js';
import {
  commentsQuery,
  editCommentBody,
  newCommentBody,
  reactionBody,
  repliesQuery,
  reportBody,
  type CommentsQuery,
  type EditCommentBody,
  type NewCommentBody,
  type ReactionBody,
  type RepliesQuery,
  type ReportBody,
} from './comments.dto.js';
import { presentComment, presentPage } from './comments.presenter.js';

const commentId = idParam('comment');

/** Comments on analyses and signals, for users who may read these. Never for visitors. */
@ApiTags('comments')
@Controller('me/comments')
@Access('session')
export class CommentsController {
  constructor(
    private readonly comments: CommentsService,
    private readonly idempotency: Idempotency,
  ) {}

  @Get()
  @ApiOperation({ summary: 'Comments on an analysis or a signal, each with its first replies' })
  async page(
    @CurrentActor() actor: Actor,
    @Query({ schema: commentsQuery }) { on, subject, order, after, limit }: CommentsQuery,
  ): Promise<Answer<CommentPageWire>> {
    const page = await this.comments.page(actor, { on, subject }, { order, after: after ?? null, limit });
    return answer('Comments', presentPage(page, actor.userId));
  }

  @Get(':id/replies')
  @ApiOperation({ summary: 'Replies to a comment, oldest first' })
  async replies(
    @CurrentActor() actor: Actor,
    @Param('id', { schema: commentId }) id: string,
    @Query({ schema: repliesQuery }) { after, limit }: RepliesQuery,
  ): Promise<Answer<CommentPageWire>> {
    return answer('Replies', presentPage(await this.comments.replies(actor, id, { after: after ?? null, limit }), actor.userId));
  }

  @Post()
  @ApiOperation({ summary: 'Writes a comment, or a reply to one' })
  post(
    @CurrentActor() actor: Actor,
    @IdempotencyKey() key: string | null,
    @Body({ schema: newCommentBody }) { on, subject, parentId, text }: NewCommentBody,
  ): Promise<Answer<CommentWire>> {
    const request = { on, subject, parentId, text };
    return this.idempotency.once({ userId: actor.userId, route: 'comments.post', key, request }, async (tx) =>
      answer(
        'Your comment is published',
        presentComment(await this.comments.post(tx, actor, { on, subject }, parentId, text), actor.userId),
      ),
    );
  }

  @Patch(':id')
  @ApiOperation({ summary: 'Changes my comment within 15 minutes' })
  async edit(
    @CurrentActor() actor: Actor,
    @Param('id', { schema: commentId }) id: string,
    @Body({ schema: editCommentBody }) { text }: EditCommentBody,
  ): Promise<Answer<CommentWire>> {
    return answer('Your comment is changed', presentComment(await this.comments.edit(actor, id, text), actor.userId));
  }

  @Delete(':id')
  @ApiOperation({ summary: 'Deletes my comment; replies to it stay' })
  async delete(@CurrentActor() actor: Actor, @Param('id', { schema: commentId }) id: string): Promise<Answer<null>> {
    await this.comments.delete(actor, id);
    return answer('Your comment is deleted', null);
  }

  @Post(':id/report')
  @HttpCode(200)
  @ApiOperation({ summary: 'Reports a comment to the team' })
  async report(
    @CurrentActor() actor: Actor,
    @Param('id', { schema: commentId }) id: string,
    @Body({ schema: reportBody }) { reason, details }: ReportBody,
  ): Promise<Answer<CommentWire>> {
    const reported = await this.comments.report(actor, id, reason, details);
    return answer('Thank you. Our team will look at this comment', presentComment(reported, actor.userId));
  }

  @Put(':id/reaction')
  @ApiOperation({ summary: 'Adds or takes back a reaction' })
  async react(
    @CurrentActor() actor: Actor,
    @Param('id', { schema: commentId }) id: string,
    @Body({ schema: reactionBody }) { reaction, on }: ReactionBody,
  ): Promise<Answer<CommentWire>> {
    return answer('Reaction saved', presentComment(await this.comments.react(actor, id, reaction, on), actor.userId));
  }
}
