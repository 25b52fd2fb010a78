import { Module } from '@nestjs/common';
import { ExchangeAccountsModule } from '../exchange-accounts/index.js';
import { ReconcileAccountHandler } from './reconcile-account.handler.js';
import { ReconciliationModule } from './reconciliation.module.js';
import { StartReconciliation } from './start-reconciliation.handler.js';

@Module({
  imports: [ExchangeAccountsModule, ReconciliationModule],
  providers: [ReconcileAccountHandler, StartReconciliation],
})
export class ReconciliationJobsModule {}
