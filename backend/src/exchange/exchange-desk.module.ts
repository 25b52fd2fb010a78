import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/index.js';
import { SyncDemand } from './accounts/sync-demand.js';
import { ExchangeModule } from './exchange.module.js';
import { CoverageReader } from './history/coverage-reader.js';
import { MembersReader } from './history/members-reader.js';
import { SyncStateReader } from './history/sync-state-reader.js';
import { RunEvents } from './sync/run-events.js';

/** What operators do with members' accounts at the command line. */
@Module({
  imports: [AuditModule, ExchangeModule],
  providers: [CoverageReader, MembersReader, RunEvents, SyncDemand, SyncStateReader],
  exports: [SyncDemand],
})
export class ExchangeDeskModule {}
