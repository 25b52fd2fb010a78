export { hasFuturesFills, journalSpan, readCoverage, readFirstRow } from './account-spans.sql.js';
export { marginOf, NO_JOURNAL, sharesOneWallet, type JournalSpan, type LedgerAccount } from './ledger-account.rules.js';
export { grow, readBalanceChanges, readContracts, type BalanceChanges, type Holdings } from './balance-changes.sql.js';
export { kindOfIncome, loadRows, type Span } from './load-rows.sql.js';
export { openingContracts, type OpeningContract } from './opening-contracts.reader.js';
export { asHoldings, asRecord, readReported, type Reported, type ReportedPosition } from './reported-balances.sql.js';
