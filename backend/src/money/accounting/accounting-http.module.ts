import { Module } from '@nestjs/common';
import { AccountingModule } from './accounting.module.js';
import { LedgerAdminController } from './http/ledger-admin.controller.js';

@Module({ imports: [AccountingModule], controllers: [LedgerAdminController] })
export class AccountingHttpModule {}
