import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { Access, idParam, listAnswer, parseListQuery } from '../../../platform/http/index.js';
import { runSorts, SyncRunsReader } from '../sync-run-list.repository.js';
import { syncRunStates, syncTriggers } from '../sync-run.entity.js';
import { presentSyncRun } from './sync-state.presenter.js';

const rules = {
  sortable: runSorts,
  filters: {
    id: z.array(z.uuid('id must be a list of ids')).max(1000, 'id may name 1000 records at most'),
    userId: z.uuid('userId must be an id').transform((id) => id.toLowerCase()),
    state: z.enum(syncRunStates, 'state must be queued, running, done or failed'),
    trigger: z.enum(syncTriggers, 'trigger must be approval, schedule or demand'),
  },
};

/** The runs that read members' accounts. */
@ApiTags('admin')
@Controller('admin/sync-runs')
export class SyncRunsAdminController {
  constructor(private readonly runs: SyncRunsReader) {}

  @Get()
  @Access('sync.read')
  async list(@Query() query: Record<string, string | undefined>) {
    const wish = parseListQuery(query, rules);
    const { rows, total } = await this.runs.list(wish);
    return listAnswer('sync-runs', { rows: rows.map(presentSyncRun), total }, wish.offset);
  }

  @Get(':id')
  @Access('sync.read')
  async one(@Param('id', { schema: idParam('sync run') }) id: string) {
    return presentSyncRun(await this.runs.one(id));
  }
}
