import { Module } from '@nestjs/common';
import { AuditModule } from '../../operations/audit/index.js';
import { ExchangeModule } from './exchange.module.js';
import { RequestSyncService } from './sync/request-sync.service.js';

/** Operators' commands about members' accounts. */
@Module({
  imports: [AuditModule, ExchangeModule],
  providers: [RequestSyncService],
  exports: [RequestSyncService],
})
export class ExchangeCliModule {}
