import { Body, Controller, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, answer, CurrentActor, idParam, listAnswer, parseListQuery, StepUp, type Actor } from '../../../platform/http/index.js';
import { Idempotency, IdempotencyKey } from '../../../platform/idempotency/index.js';
import { AnalysisPostRepository } from '../analysis-post.repository.js';
import { AnalysisReachReader } from '../analysis-reach.reader.js';
import { AnalysisRevisionRepository } from '../analysis-revision.repository.js';
import { AnalysisService } from '../analysis.service.js';
import {
  editPostBody,
  newPostBody,
  postListRules,
  publishBody,
  revisionListRules,
  schedulePostBody,
  type EditPostBody,
  type NewPostBody,
  type PublishBody,
  type SchedulePostBody,
} from './analysis-admin.dto.js';
import { presentRecord, presentRevision } from './analysis.presenter.js';

const RESOURCE = 'analysis';
const postId = idParam('analysis');

/** The console's endpoints of analyses. Whatever changes what people can read takes a recent confirmation. */
@ApiTags('admin')
@Controller(`admin/${RESOURCE}`)
export class AnalysisAdminController {
  constructor(
    private readonly analysis: AnalysisService,
    private readonly posts: AnalysisPostRepository,
    private readonly revisions: AnalysisRevisionRepository,
    private readonly reach: AnalysisReachReader,
    private readonly idempotency: Idempotency,
  ) {}

  @Get()
  @Access('analysis.read')
  async list(@Query() query: Record<string, string | undefined>) {
    const parsed = parseListQuery(query, postListRules);
    const { rows, total } = await this.posts.findPage(parsed);
    return listAnswer(RESOURCE, { rows: rows.map(presentRecord), total }, parsed.offset);
  }

  @Get('reach')
  @Access('analysis.publish')
  @ApiOperation({ summary: 'Recipients of a publication now, by channel' })
  async whom() {
    return answer('Recipients', await this.reach.count());
  }

  @Get(':id')
  @Access('analysis.read')
  async one(@Param('id', { schema: postId }) id: string) {
    return presentRecord(await this.posts.getById(id));
  }

  @Get(':id/revisions')
  @Access('analysis.read')
  async history(@Param('id', { schema: postId }) id: string, @Query() query: Record<string, string | undefined>) {
    const parsed = parseListQuery(query, revisionListRules);
    await this.posts.getById(id);
    const { rows, total } = await this.revisions.findPage(id, parsed);
    return listAnswer('revisions', { rows: rows.map(presentRevision), total }, parsed.offset);
  }

  @Post()
  @Access('analysis.publish')
  async create(@CurrentActor() actor: Actor, @IdempotencyKey() key: string | null, @Body({ schema: newPostBody }) body: NewPostBody) {
    const { id } = await this.idempotency.once(
      { userId: actor.userId, route: 'admin.analysis.create', key, request: body },
      async (tx) => ({
        id: await this.analysis.create(tx, actor, body),
      }),
    );
    return this.one(id);
  }

  @Put(':id')
  @Access('analysis.publish')
  @ApiOperation({ summary: 'Replaces the text of a draft or withdrawn analysis' })
  async edit(
    @CurrentActor() actor: Actor,
    @Param('id', { schema: postId }) id: string,
    @Body({ schema: editPostBody }) { revision, ...content }: EditPostBody,
  ) {
    await this.analysis.edit(actor, id, revision, content);
    return this.one(id);
  }

  @Post(':id/correct')
  @Access('analysis.publish')
  @StepUp('recent')
  @HttpCode(200)
  @ApiOperation({ summary: 'Replaces the text of a published or scheduled analysis; earlier published versions are kept' })
  async correct(
    @CurrentActor() actor: Actor,
    @Param('id', { schema: postId }) id: string,
    @Body({ schema: editPostBody }) { revision, ...content }: EditPostBody,
  ) {
    await this.analysis.correct(actor, id, revision, content);
    return answer('Saved', await this.one(id));
  }

  @Post(':id/publish')
  @Access('analysis.publish')
  @StepUp('recent')
  @HttpCode(200)
  async publish(
    @CurrentActor() actor: Actor,
    @Param('id', { schema: postId }) id: string,
    @Body({ schema: publishBody }) { revision }: PublishBody,
  ) {
    await this.analysis.publish(actor, id, revision);
    return answer('Published', await this.one(id));
  }

  @Post(':id/schedule')
  @Access('analysis.publish')
  @StepUp('recent')
  @HttpCode(200)
  async schedule(
    @CurrentActor() actor: Actor,
    @Param('id', { schema: postId }) id: string,
    @Body({ schema: schedulePostBody }) { revision, publishAt }: SchedulePostBody,
  ) {
    await this.analysis.schedule(actor, id, revision, publishAt);
    return answer('Scheduled', await this.one(id));
  }

  @Post(':id/unschedule')
  @Access('analysis.publish')
  @HttpCode(200)
  async unschedule(@CurrentActor() actor: Actor, @Param('id', { schema: postId }) id: string) {
    await this.analysis.unschedule(actor, id);
    return answer('Taken off the schedule', await this.one(id));
  }

  @Post(':id/withdraw')
  @Access('analysis.publish')
  @StepUp('recent')
  @HttpCode(200)
  async withdraw(@CurrentActor() actor: Actor, @Param('id', { schema: postId }) id: string) {
    await this.analysis.withdraw(actor, id);
    return answer('Withdrawn', await this.one(id));
  }
}
