export { journalSpan } from './journal-span.js';
export { loadRows, type Span } from './load-rows.js';
export { marginOf, NO_JOURNAL, sharesOneWallet, type JournalSpan, type LedgerAccount } from './account.js';
export { grow, readContracts, readMoved, type Holdings, type Moved } from './moved.js';
export { openingContracts, type OpeningContract } from './opening-contracts.js';
export { asHoldings, asRecord, readReported, type Reported, type ReportedPosition } from './reported.js';
