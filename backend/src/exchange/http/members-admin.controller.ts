import { Controller, Get, Header, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { memberships } from '../../common/domain/index.js';
import { Access, answer, CurrentActor, idParam, listAnswer, parseListQuery, type Actor } from '../../common/http/index.js';
import { SyncDemand } from '../accounts/sync-demand.js';
import { MembersReader, memberSorts, runSorts } from '../history/members-reader.js';
import { syncRunStates } from '../sync/sync-run.entity.js';
import { presentMember, presentSyncRun } from './members-admin.presenter.js';

type ListParams = Record<string, string | undefined>;

const ids = z.array(z.uuid('id must be a list of ids')).max(1000, 'id may name 1000 records at most');
const memberRules = {
  sortable: memberSorts,
  filters: {
    id: ids,
    q: z.string('q must be text').trim().max(100, 'q may have 100 characters at most'),
    userType: z.enum(memberships, 'userType must be trade club or hedge fund'),
  },
};
const runRules = {
  sortable: runSorts,
  filters: { id: ids, userId: z.uuid('userId must be an id').transform((id) => id.toLowerCase()), state: z.enum(syncRunStates, 'state must be queued, running, done or failed') },
};

/** The console's members and the runs that read their accounts. */
@ApiTags('admin')
@Controller('admin')
export class MembersAdminController {
  constructor(
    private readonly reader: MembersReader,
    private readonly demand: SyncDemand,
  ) {}

  @Get('members')
  @Access('admin')
  @Header('cache-control', 'no-store')
  async members(@Query() query: ListParams) {
    const { filter, ...wish } = parseListQuery(query, memberRules);
    const { rows, total } = await this.reader.members(wish, filter);
    return listAnswer('members', { rows: rows.map(presentMember), total }, wish.offset);
  }

  @Get('members/:userId')
  @Access('admin')
  @Header('cache-control', 'no-store')
  async member(@Param('userId', { schema: idParam('member') }) userId: string) {
    return presentMember(await this.reader.member(userId));
  }

  @Post('members/:userId/sync')
  @Access('admin')
  @HttpCode(202)
  async sync(@CurrentActor() actor: Actor, @Param('userId', { schema: idParam('member') }) userId: string) {
    return answer('The account is being read', { runId: await this.demand.ask(actor, userId) });
  }

  @Get('sync-runs')
  @Access('admin')
  @Header('cache-control', 'no-store')
  async runs(@Query() query: ListParams) {
    const { filter, ...wish } = parseListQuery(query, runRules);
    const { rows, total } = await this.reader.runs(wish, filter);
    return listAnswer('sync-runs', { rows: rows.map(presentSyncRun), total }, wish.offset);
  }

  @Get('sync-runs/:id')
  @Access('admin')
  @Header('cache-control', 'no-store')
  async run(@Param('id', { schema: idParam('sync run') }) id: string) {
    return presentSyncRun(await this.reader.run(id));
  }
}
