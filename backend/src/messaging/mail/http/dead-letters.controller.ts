import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { applyToEach } from '../../../platform/domain/index.js';
import { Access, answer, CurrentActor, idParam, listAnswer, parseListQuery, type Actor } from '../../../platform/http/index.js';
import type { DeadLetterWire } from '../../../platform/wire/index.js';
import { deadLetterSorts, type DeadLetter } from '../dead-letter.repository.js';
import { DeadLetters } from '../dead-letters.service.js';

const RESOURCE = 'dead-letters';
const letterId = idParam('dead letter');
const listRules = {
  sortable: deadLetterSorts,
  filters: {
    id: z.array(z.uuid('id must be a list of ids')).max(1000, 'id may name 1000 records at most'),
    q: z.string('q must be text').trim().max(100, 'q can have up to 100 characters'),
    kind: z.string('kind must be text').max(80, 'kind can have up to 80 characters'),
  },
};

const chosen = z.strictObject({
  action: z.enum(['retry', 'drop'], 'action must be retry or drop'),
  ids: z.array(z.uuid('ids must be a list of ids'), 'ids must be a list of ids').min(1, 'Choose at least one').max(100, 'Choose up to 100'),
});

function present({ createdAt, deadAt, ...same }: DeadLetter): DeadLetterWire {
  return { ...same, createdAt: createdAt.toISOString(), deadAt: deadAt.toISOString(), may: ['retry', 'drop'] };
}

/** Outbox messages that were given up, most of them mails. */
@ApiTags('admin')
@Controller(`admin/${RESOURCE}`)
export class DeadLettersController {
  constructor(private readonly letters: DeadLetters) {}

  @Get()
  @Access('system.read')
  async list(@Query() query: Record<string, string | undefined>) {
    const parsed = parseListQuery(query, listRules);
    const { rows, total } = await this.letters.list(parsed);
    return listAnswer(RESOURCE, { rows: rows.map(present), total }, parsed.offset);
  }

  @Get(':id')
  @Access('system.read')
  async one(@Param('id', { schema: letterId }) id: string) {
    return present(await this.letters.one(id));
  }

  /** One answer for each: what cannot be done to one does not keep it from the others. */
  @Post('bulk')
  @Access('system.manage')
  @HttpCode(200)
  async bulk(@CurrentActor() { userId }: Actor, @Body({ schema: chosen }) { action, ids }: z.output<typeof chosen>) {
    return answer(
      'Each one has its own answer',
      await applyToEach(ids, (id) => (action === 'retry' ? this.letters.retry(userId, id) : this.letters.drop(userId, id))),
    );
  }

  @Post(':id/retry')
  @Access('system.manage')
  @HttpCode(200)
  async retry(@CurrentActor() { userId }: Actor, @Param('id', { schema: letterId }) id: string) {
    await this.letters.retry(userId, id);
    return answer('It is tried again', { id });
  }

  /** Answers the bare record, as the console's data provider expects of a delete. */
  @Delete(':id')
  @Access('system.manage')
  async drop(@CurrentActor() { userId }: Actor, @Param('id', { schema: letterId }) id: string) {
    await this.letters.drop(userId, id);
    return { id };
  }
}
