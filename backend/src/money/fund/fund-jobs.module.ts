import { Module } from '@nestjs/common';
import { ComputeFundHandler } from './compute-fund.handler.js';
import { FundDueHandler } from './fund-due.handler.js';
import { FundModule } from './fund.module.js';
import { IssueInvoicesHandler } from './issue-invoices.handler.js';
import { IssueFundHandler } from './issue-fund.handler.js';

@Module({ imports: [FundModule], providers: [FundDueHandler, ComputeFundHandler, IssueInvoicesHandler, IssueFundHandler] })
export class FundJobsModule {}
