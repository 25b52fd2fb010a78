import { z } from 'zod';
import { toDecimal } from '../../../platform/domain/scaled.js';
import { returnFigures, type ReturnCase } from '../../../trading/portfolio/index.js';
import { badField, decimal, instant, readCase } from '../case-file.input.js';
import { defineCommand } from '../command.js';

const schema = z.strictObject({
  valuations: z.array(z.strictObject({ at: instant, value: decimal.nullable() })),
  flows: z.array(z.strictObject({ at: instant, amount: decimal, valueBefore: decimal.nullish() })).default([]),
});

export const command = defineCommand({
  summary: 'Recomputes the returns of valuations and flows in a file',
  options: {
    file: {
      value: 'FILE',
      required: true,
      help: 'JSON: {"valuations": [{"at", "value"}], "flows": [{"at", "amount", "valueBefore"?}]}, amounts as decimal strings',
    },
  },
  async run({ options }) {
    const read = await readCase(options.file, schema);
    const { twr, mwr, maxDrawdown, sharpe, sortino, periods, broken } = returnFigures(inOrder(read));
    const data = {
      twr: told(twr),
      // Annualised (XIRR); the return of the whole period follows.
      mwr: mwr && mwr.annual,
      mwrOfPeriod: mwr && mwr.period,
      maxDrawdown: told(maxDrawdown),
      sharpe,
      sortino,
      periods: periods.map((period) => ({
        from: time(period.startedAt),
        to: time(period.endedAt),
        valueStart: told(period.valueStart),
        valueEnd: told(period.valueEnd),
        flow: told(period.flow),
        method: period.method,
        return: told(period.periodReturn),
        segment: period.segment,
      })),
      broken: broken.map(({ at, reason }) => ({ at: time(at), reason })),
    };
    return { data, lines: [JSON.stringify(data, null, 2)] };
  },
});

const told = (value: bigint | null) => (value === null ? null : toDecimal(value));
const time = (at: number) => new Date(at).toISOString();

function inOrder({ valuations, flows }: z.output<typeof schema>): ReturnCase {
  const seen = new Map<number, number>();
  for (const [n, { at }] of valuations.entries()) {
    const twin = seen.get(at);
    if (twin !== undefined) throw badField(`valuations[${n}].at`, `the same instant as valuations[${twin}]`);
    seen.set(at, n);
  }
  const byTime = (a: { at: number }, b: { at: number }) => a.at - b.at;
  return { valuations: valuations.toSorted(byTime), flows: flows.toSorted(byTime) };
}
