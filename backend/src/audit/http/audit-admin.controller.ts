import { Controller, Get, Header, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { Access, idParam, listAnswer, parseListQuery } from '../../common/http/index.js';
import { AuditEvents, auditSorts } from '../audit-events.js';
import { presentEvent } from './audit.presenter.js';

const RESOURCE = 'audit-events';
const word = (name: string, max: number) =>
  z
    .string(`${name} must be text`)
    .max(max, `${name} may have ${max} characters at most`)
    .regex(/^[\x21-\x7e]*$/, `${name} is a word without blanks`);
const moment = (name: string) => z.iso.datetime({ offset: true, error: `${name} must be a date and time as in ISO 8601` }).transform((value) => new Date(value));
const listRules = {
  sortable: auditSorts,
  filters: {
    id: z.array(z.uuid('id must be a list of ids')).max(1000, 'id may name 1000 records at most'),
    q: word('q', 80),
    action: word('action', 80),
    actorId: z.uuid('actorId must be an id'),
    targetType: word('targetType', 40),
    targetId: word('targetId', 64),
    from: moment('from'),
    to: moment('to'),
  },
};

/** What was done, by whom, to what: read only, as everything about the audit log. */
@ApiTags('admin')
@Controller(`admin/${RESOURCE}`)
export class AuditAdminController {
  constructor(private readonly events: AuditEvents) {}

  @Get()
  @Access('admin')
  @Header('cache-control', 'no-store')
  async list(@Query() query: Record<string, string | undefined>) {
    const parsed = parseListQuery(query, listRules);
    const { rows, total } = await this.events.list(parsed);
    return listAnswer(RESOURCE, { rows: rows.map(presentEvent), total }, parsed.offset);
  }

  @Get(':id')
  @Access('admin')
  @Header('cache-control', 'no-store')
  async one(@Param('id', { schema: idParam('audit event') }) id: string) {
    return presentEvent(await this.events.one(id));
  }
}
