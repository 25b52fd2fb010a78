import { InvoicesModule, InvoiceVerifierService } from '../../../money/invoices/index.js';
import { defineCommand, faultLines } from '../command.js';

export const command = defineCommand({
  summary:
    'Computes every invoice line anew from its inputs, and compares hashes, totals, numbers and postings; exit code 1 if anything differs',
  options: {},
  modules: () => Promise.resolve([InvoicesModule]),
  async run({ get }) {
    const report = await get(InvoiceVerifierService).verify();
    const { invoices, lines, numbers, faults } = report;
    if (faults.length > 0) return { ok: false, data: report, lines: faultLines('BROKEN', faults) };
    return {
      data: report,
      lines: [
        `${invoices} invoices with ${lines} lines are what their inputs give`,
        `${numbers} numbers of invoices and credit notes have no gap`,
        'Postings cover every paid invoice and no other',
      ],
    };
  },
});
