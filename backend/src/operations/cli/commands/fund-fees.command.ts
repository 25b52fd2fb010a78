import { fundAnswer, fundCaseSchema } from '../../../money/fund-fees/index.js';
import { answerCases } from '../case-file.input.js';
import { defineCommand } from '../command.js';

export const command = defineCommand({
  summary: "Recomputes a fund client's fees, invoices and statements from the history in a file",
  options: {
    file: {
      value: 'FILE',
      required: true,
      help:
        'JSON: {"terms": {"version", "managementRate", "performanceRate", …}, "mandate": {"countersignedAt"}, ' +
        '"valuations": [{"at", "equity", "state"?}], "flows"?: [{"at", "amount"}], "payments"?: [{"at", "amount", "from"}], ' +
        '"redemptions"?, "crystallisations"?, "issued"?, "until"?}, or {"cases": [...]}; amounts as decimal strings; ' +
        'docs/fund-fees.md has all fields',
    },
  },
  async run({ options }) {
    const data = await answerCases(options.file, fundCaseSchema, fundAnswer);
    return { data, lines: [JSON.stringify(data, null, 2)] };
  },
});
