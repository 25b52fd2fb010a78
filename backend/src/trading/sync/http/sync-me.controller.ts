import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, answer, CurrentActor, type Actor } from '../../../platform/http/index.js';
import { WatchedSymbolsService } from '../watched-symbols.service.js';
import { RequestSyncService } from '../request-sync.service.js';
import { SyncStateReader } from '../sync-state.repository.js';
import { presentMySync } from './sync-state.presenter.js';
import { symbolBody, type SymbolBody } from './sync-symbol.dto.js';

/** A member's own sync. */
@ApiTags('exchange')
@Controller('me/sync')
export class SyncMeController {
  constructor(
    private readonly states: SyncStateReader,
    private readonly demand: RequestSyncService,
    private readonly symbols: WatchedSymbolsService,
  ) {}

  @Get()
  @Access('member')
  @ApiOperation({ summary: 'How far my account is read, and what is known to be missing' })
  async mine(@CurrentActor() { userId }: Actor) {
    return answer('Sync', presentMySync(await this.states.ofUser(userId)));
  }

  @Post()
  @Access('member')
  @HttpCode(202)
  @ApiOperation({ summary: 'Has my account read now; while a run is open, answers its id' })
  async sync(@CurrentActor() actor: Actor) {
    return answer('Your account is being read', { runId: await this.demand.askOwn(actor) });
  }

  @Post('symbols')
  @Access('member')
  @HttpCode(201)
  @ApiOperation({ summary: 'Adds a symbol that I traded and that was not found; the next run reads it' })
  async addSymbol(@CurrentActor() actor: Actor, @Body({ schema: symbolBody }) body: SymbolBody) {
    return answer('The symbol will be read', await this.symbols.addOwn(actor, body));
  }
}
