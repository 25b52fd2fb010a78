import { count } from '../../lib/format/decimal';

/** "1 invoice", "12 invoices" */
export const invoicesText = (invoices: number): string => `${count(invoices)} ${invoices === 1 ? 'invoice' : 'invoices'}`;

/** An order that has not finished is looked at more often. */
export const refreshOf = (run: { lastOrder: { finishedAt: string | null } | null } | undefined): number => (isRunning(run) ? 3000 : 60_000);

export const isRunning = (run: { lastOrder: { finishedAt: string | null } | null } | undefined): boolean =>
  run?.lastOrder != null && run.lastOrder.finishedAt === null;
