export { accountOf, accounts, incomeKinds, type Account, type IncomeKind } from './accounts.rules.js';
export { CannotReverse, IdempotencyKeyReused, UnbalancedTransaction } from './ledger.errors.js';
export type { StoredTransaction as LedgerTransaction } from './ledger.repository.js';
export { LedgerModule } from './ledger.module.js';
export { LedgerService, type NewTransaction, type PostResult } from './ledger.service.js';
export { currencies, sumsOf, type Currency, type Posting } from './postings.rules.js';
