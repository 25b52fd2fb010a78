export { AccountingModule } from './accounting.module.js';
export { LedgerExportService, ledgerFormats, type LedgerFormat } from './ledger-export.service.js';
export { ledgerPeriod, type LedgerPeriod } from './ledger-period.schema.js';
