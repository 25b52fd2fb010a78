import { plainDecimal as plain } from '../../../platform/domain/scaled.js';
import type { ShareDryRunWire } from '../../../platform/wire/index.js';
import { toCents } from '../../invoices/index.js';
import type { ShareDryRun } from '../share-dry-run.reader.js';

export const presentDryRun = ({ sums, behind, rows, running, lastOrder }: ShareDryRun): ShareDryRunWire => ({
  ...sums,
  behind,
  rows: rows.map((row) => ({
    id: `${row.userId}:${row.name}`,
    userId: row.userId,
    fullName: row.fullName,
    period: row.name,
    profit: plain(row.profit),
    highWaterMarkBefore: plain(row.highWaterMarkBefore),
    chargeable: plain(row.chargeable),
    carryForward: plain(row.carryForward),
    frozenLines: row.frozenLines,
    frozenProfit: plain(row.frozenProfit),
    share: toCents(row.share),
  })),
  running: { startsAt: running.startsAt.toISOString(), closesAt: running.closesAt?.toISOString() ?? null },
  lastOrder: lastOrder && {
    requestedAt: lastOrder.requestedAt.toISOString(),
    count: lastOrder.invoiceCount,
    total: toCents(lastOrder.total),
    finishedAt: lastOrder.finishedAt?.toISOString() ?? null,
  },
});
