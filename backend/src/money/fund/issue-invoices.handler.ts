import { Injectable } from '@nestjs/common';
import { HandlesOutbox, type OutboxHandler } from '../../platform/outbox/index.js';
import { FundInvoicingService, ISSUE_INVOICES } from './fund-invoicing.service.js';

/** Puts the mandates of an order into the queue once it has committed. */
@Injectable()
@HandlesOutbox(ISSUE_INVOICES)
export class IssueInvoicesHandler implements OutboxHandler<unknown> {
  constructor(private readonly invoicing: FundInvoicingService) {}

  handle(): Promise<void> {
    return this.invoicing.resume();
  }
}
