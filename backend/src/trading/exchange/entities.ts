import { ExchangeAccountSchema } from './accounts/exchange-account.entity.js';
import { budgetEntities } from './budget/budget.entities.js';
import { ledgerEntities } from './history/ledger.entities.js';
import { snapshotEntities } from './history/snapshot.entities.js';
import { reconciliationEntities } from './reconciliation/reconciliation.entities.js';
import { SyncCursorSchema } from './sync/sync-cursor.entity.js';
import { SyncRunSchema } from './sync/sync-run.entity.js';

/** Everything of this module that the ORM maps. */
export const exchangeEntities = [
  ExchangeAccountSchema,
  SyncRunSchema,
  SyncCursorSchema,
  ...ledgerEntities,
  ...snapshotEntities,
  ...budgetEntities,
  ...reconciliationEntities,
] as const;
