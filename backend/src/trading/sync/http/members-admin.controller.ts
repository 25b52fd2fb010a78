import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { memberships } from '../../../platform/domain/index.js';
import { Access, answer, CurrentActor, idParam, listAnswer, parseListQuery, type Actor } from '../../../platform/http/index.js';
import { keyStates } from '../../exchange-accounts/index.js';
import { WatchedSymbolsService } from '../watched-symbols.service.js';
import { RequestSyncService } from '../request-sync.service.js';
import { MembersReader, memberSorts } from '../members.repository.js';
import { syncStandings } from '../sync-state.query.js';
import { venues } from '../../venues/index.js';
import { presentMember, presentMemberDetail } from './members-admin.presenter.js';
import { symbolBody, type SymbolBody } from './sync-symbol.dto.js';

type ListParams = Record<string, string | undefined>;

const member = { schema: idParam('member') };
const rules = {
  sortable: memberSorts,
  filters: {
    id: z.array(z.uuid('id must be a list of ids')).max(1000, 'id may name 1000 records at most'),
    q: z.string('q must be text').trim().max(100, 'q can have up to 100 characters'),
    userType: z.enum(memberships, 'userType must be trade club or hedge fund'),
    keyState: z.enum([...keyStates, 'none'], 'keyState must be unchecked, valid, too_powerful, invalid or none'),
    state: z.enum(syncStandings, 'state must be current, behind or none'),
    venue: z.enum(venues, 'venue must be one of the exchanges'),
  },
};

/** The console's members, with the state of their sync. */
@ApiTags('admin')
@Controller('admin/members')
export class MembersAdminController {
  constructor(
    private readonly reader: MembersReader,
    private readonly demand: RequestSyncService,
    private readonly symbols: WatchedSymbolsService,
  ) {}

  @Get()
  @Access('sync.read')
  async members(@Query() query: ListParams) {
    const wish = parseListQuery(query, rules);
    const { rows, total } = await this.reader.members(wish);
    return listAnswer('members', { rows: rows.map(presentMember), total }, wish.offset);
  }

  @Get(':userId')
  @Access('sync.read')
  async member(@Param('userId', member) userId: string) {
    return presentMemberDetail(await this.reader.member(userId));
  }

  @Post(':userId/sync')
  @Access('sync.start')
  @HttpCode(202)
  @ApiOperation({ summary: 'Has the account read now; while a run is open, answers its id' })
  async sync(@CurrentActor() actor: Actor, @Param('userId', member) userId: string) {
    return answer('The account is being read', { runId: await this.demand.ask(actor, userId) });
  }

  @Post(':userId/symbols')
  @Access('sync.start')
  @HttpCode(201)
  @ApiOperation({ summary: 'Adds a symbol that was traded and not found; the next run reads it' })
  async addSymbol(@CurrentActor() actor: Actor, @Param('userId', member) userId: string, @Body({ schema: symbolBody }) body: SymbolBody) {
    return answer('The symbol will be read', await this.symbols.add(actor, userId, body));
  }
}
