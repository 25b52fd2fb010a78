import { Injectable } from '@nestjs/common';
import { HandlesOutbox, type OutboxHandler } from '../../platform/outbox/index.js';
import { ISSUE_SHARES, ShareInvoicingService } from './share-invoicing.service.js';

/** Puts the members of an order into the queue once it has committed. */
@Injectable()
@HandlesOutbox(ISSUE_SHARES)
export class IssueSharesHandler implements OutboxHandler<unknown> {
  constructor(private readonly invoicing: ShareInvoicingService) {}

  handle(): Promise<void> {
    return this.invoicing.resume();
  }
}
