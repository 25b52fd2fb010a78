import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { applyToEach, NotFound } from '../../../platform/domain/index.js';
import { Access, answer, CurrentActor, listAnswer, parseListQuery, type Actor } from '../../../platform/http/index.js';
import { FailedJobsService, failedJobSorts } from '../failed-jobs.service.js';
import { presentFailedJob } from './operations.presenter.js';

const RESOURCE = 'failed-jobs';
/** A queue's name, a tilde, and what the queue calls the job. */
const ID = /^[a-z]{1,20}~[\x21-\x7d]{1,160}$/;
const jobId = z.string().transform((value) => {
  if (!ID.test(value)) throw new NotFound('failed job');
  return value;
});
const listRules = {
  sortable: failedJobSorts,
  filters: {
    id: z
      .array(z.string('id must be a list of ids').regex(ID, 'id must be a list of ids'), 'id must be a list of ids')
      .max(1000, 'id may name 1000 records at most'),
    q: z.string('q must be text').trim().max(100, 'q can have up to 100 characters'),
    job: z.string('job must be text').max(80, 'job can have up to 80 characters'),
    queue: z.string('queue must be text').max(20, 'queue can have up to 20 characters'),
  },
};
const chosen = z.strictObject({
  action: z.enum(['retry', 'drop'], 'action must be retry or drop'),
  ids: z
    .array(z.string('ids must be a list of ids').regex(ID, 'ids must be a list of ids'), 'ids must be a list of ids')
    .min(1, 'Choose at least one')
    .max(100, 'Choose up to 100'),
});

/** Jobs that were given up, whichever server holds the queues. */
@ApiTags('admin')
@Controller(`admin/${RESOURCE}`)
export class FailedJobsAdminController {
  constructor(private readonly jobs: FailedJobsService) {}

  @Get()
  @Access('system.read')
  async list(@Query() query: Record<string, string | undefined>) {
    const parsed = parseListQuery(query, listRules);
    const { rows, total } = await this.jobs.list(parsed);
    return listAnswer(RESOURCE, { rows: rows.map(presentFailedJob), total }, parsed.offset);
  }

  @Get(':id')
  @Access('system.read')
  async one(@Param('id', { schema: jobId }) id: string) {
    return presentFailedJob(await this.jobs.one(id));
  }

  /** One answer for each: what cannot be done to one does not keep it from the others. */
  @Post('bulk')
  @Access('system.manage')
  @HttpCode(200)
  async bulk(@CurrentActor() { userId }: Actor, @Body({ schema: chosen }) { action, ids }: z.output<typeof chosen>) {
    return answer(
      'Each one has its own answer',
      await applyToEach(ids, (id) => (action === 'retry' ? this.jobs.retry(userId, id) : this.jobs.drop(userId, id))),
    );
  }

  @Post(':id/retry')
  @Access('system.manage')
  @HttpCode(200)
  async retry(@CurrentActor() { userId }: Actor, @Param('id', { schema: jobId }) id: string) {
    await this.jobs.retry(userId, id);
    return answer('It is tried again', { id });
  }

  /** Answers the bare record, as the console's data provider expects of a delete. */
  @Delete(':id')
  @Access('system.manage')
  async drop(@CurrentActor() { userId }: Actor, @Param('id', { schema: jobId }) id: string) {
    await this.jobs.drop(userId, id);
    return { id };
  }
}
