import { Module } from '@nestjs/common';
import { AuditModule } from '../../operations/audit/index.js';
import { ExchangeAccountsModule } from './exchange-accounts.module.js';
import { ExchangeKeyAdminController } from './http/exchange-key-admin.controller.js';
import { ExchangeKeyController } from './http/exchange-key.controller.js';
import { KeyChangesModule } from './key-changes.module.js';
import { KeyReplacementService } from './key-replacement.service.js';
import { KeyViewReader } from './key-view.reader.js';
import { RequestKeyCheckService } from './request-key-check.service.js';

@Module({
  imports: [AuditModule, ExchangeAccountsModule, KeyChangesModule],
  controllers: [ExchangeKeyController, ExchangeKeyAdminController],
  providers: [KeyReplacementService, KeyViewReader, RequestKeyCheckService],
})
export class ExchangeAccountsHttpModule {}
