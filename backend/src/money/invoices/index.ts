export { Invoice } from './invoice.entities.js';
export type { InvoiceState } from './invoice.repository.js';
export { openStatuses } from './invoice-status.rules.js';
export { InvoiceNotOpen } from './invoices.errors.js';
export { InvoicesJobsModule } from './invoices-jobs.module.js';
export { InvoicesModule } from './invoices.module.js';
export { InvoicesService, referenceOf, type ActingPerson } from './invoices.service.js';
export { InvoiceReaderRepository } from './invoice-reader.repository.js';
export { InvoiceVerifierService, type InvoiceReport } from './invoice-verifier.service.js';
