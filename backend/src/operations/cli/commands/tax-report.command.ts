import { reportOfFile, taxCaseSchema } from '../../../trading/tax/index.js';
import { decimal, instant, readCase } from '../case-file.input.js';
import { defineCommand } from '../command.js';

const schema = taxCaseSchema({ decimal, instant });

export const command = defineCommand({
  summary: 'Recomputes a tax report from the rows in a file',
  options: {
    file: {
      value: 'FILE',
      required: true,
      help:
        'JSON: {"year": 2026, "method": "fifo"|"lifo"|"average", "prices": [{"asset", "at", "price"}], ' +
        '"rows": [{"kind", "time", …}]}, amounts as decimal strings; docs/tax-report.md lists the fields of each kind',
    },
  },
  async run({ options }) {
    const data = reportOfFile(await readCase(options.file, schema));
    return { data, lines: [JSON.stringify(data, null, 2)] };
  },
});
