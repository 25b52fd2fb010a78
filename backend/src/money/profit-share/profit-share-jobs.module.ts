import { Module } from '@nestjs/common';
import { ComputeShareHandler } from './compute-share.handler.js';
import { IssueShareHandler } from './issue-share.handler.js';
import { IssueSharesHandler } from './issue-shares.handler.js';
import { ProfitShareModule } from './profit-share.module.js';
import { ShareChangedHandler } from './share-changed.handler.js';
import { ShareDueHandler } from './share-due.handler.js';

@Module({
  imports: [ProfitShareModule],
  providers: [ShareDueHandler, ComputeShareHandler, ShareChangedHandler, IssueShareHandler, IssueSharesHandler],
})
export class ProfitShareJobsModule {}
