import { Module } from '@nestjs/common';
import { ComputeDueFundsHandler } from './compute-due-funds.handler.js';
import { ComputeFundHandler } from './compute-fund.handler.js';
import { FundDueHandler } from './fund-due.handler.js';
import { FundModule } from './fund.module.js';
import { IssueDueFundsHandler } from './issue-due-funds.handler.js';
import { IssueInvoicesHandler } from './issue-invoices.handler.js';
import { IssueFundHandler } from './issue-fund.handler.js';

@Module({
  imports: [FundModule],
  providers: [FundDueHandler, ComputeDueFundsHandler, ComputeFundHandler, IssueInvoicesHandler, IssueDueFundsHandler, IssueFundHandler],
})
export class FundJobsModule {}
