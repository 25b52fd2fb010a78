import { Injectable } from '@nestjs/common';
import { InvoiceRuns } from '../invoices/index.js';

/** Orders to invoice the club's share. */
@Injectable()
export class ShareRunRepository extends InvoiceRuns {
  constructor() {
    super('club-share');
  }
}
