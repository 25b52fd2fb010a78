import { FundModule, StatementVerifierService } from '../../../money/fund/index.js';
import { defineCommand, faultLines } from '../command.js';

export const command = defineCommand({
  summary: "Computes every fund client's fees anew, and adds up every statement; exit code 1 if anything differs",
  options: {},
  modules: () => Promise.resolve([FundModule]),
  async run({ get }) {
    const report = await get(StatementVerifierService).verify();
    const { mandates, statements, days, behind, faults } = report;
    if (faults.length > 0) return { ok: false, data: report, lines: faultLines('BROKEN', faults) };
    return {
      data: report,
      lines: [
        `${mandates} mandates with ${days} days are what computing them anew gives`,
        `${statements} statements add up, and so does the book of clients`,
        ...(behind > 0 ? [`${behind} mandates are computed again soon, because their accounts have new figures`] : []),
      ],
    };
  },
});
