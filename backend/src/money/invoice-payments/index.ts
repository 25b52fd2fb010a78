export { presentEvidence } from './http/chain-transfers.presenter.js';
export { InvoiceVoidingService } from './invoice-voiding.service.js';
export { InvoicePaymentsJobsModule } from './invoice-payments-jobs.module.js';
export { InvoicePaymentsModule } from './invoice-payments.module.js';
export { PaidInvoiceListener, type PaidInvoice } from './paid-invoice.listener.js';
export { QuotesService } from './quotes.service.js';
export { TransactionEvidenceService, type ChainEvidence } from './transaction-evidence.service.js';
