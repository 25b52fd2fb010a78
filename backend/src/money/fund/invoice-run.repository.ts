import { Injectable } from '@nestjs/common';
import { InvoiceRuns } from '../invoices/index.js';

export type { InvoiceRun } from '../invoices/index.js';

/** Orders to issue fees of the fund. */
@Injectable()
export class InvoiceRunRepository extends InvoiceRuns {
  constructor() {
    super('fund');
  }
}
