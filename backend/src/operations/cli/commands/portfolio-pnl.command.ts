import { z } from 'zod';
import { toDecimal } from '../../../platform/domain/scaled.js';
import { profitAndLoss, type PnlFill } from '../../../trading/portfolio/index.js';
import { badField, decimal, instant, readCase } from '../case-file.input.js';
import { defineCommand } from '../command.js';

const name = z.string().min(1, 'Give the name of a coin').max(40);
const positive = decimal.refine((value) => value > 0n, 'Give more than 0');
const schema = z.strictObject({
  method: z.enum(['average', 'fifo'], 'Give "average" or "fifo"'),
  fills: z.array(
    z.strictObject({
      t: instant,
      side: z.enum(['buy', 'sell'], 'Give "buy" or "sell"'),
      base: name,
      quote: name,
      price: decimal.refine((value) => value >= 0n, 'Give 0 or more'),
      qty: positive,
      fee: decimal.default(0n),
      feeAsset: name.optional(),
      feePrice: positive.nullish(),
    }),
  ),
});

export const command = defineCommand({
  summary: 'Recomputes what trading brought from the fills in a file, a base asset',
  options: {
    file: {
      value: 'FILE',
      required: true,
      help:
        'JSON: {"method": "average"|"fifo", "fills": [{"t", "side", "base", "quote", "price", "qty", "fee", "feeAsset", ' +
        '"feePrice"?}]}, amounts as decimal strings',
    },
  },
  async run({ options }) {
    const { method, fills } = await readCase(options.file, schema);
    const data = Object.fromEntries(
      [...profitAndLoss(method, inOrder(fills))].map(([base, { realised, openQty, openCost, unknownQty }]) => [
        base,
        {
          realised: told(realised),
          openQty: toDecimal(openQty),
          openCost: told(openCost),
          ...(unknownQty > 0n ? { unknownQty: toDecimal(unknownQty) } : {}),
        },
      ]),
    );
    return { data, lines: [JSON.stringify(data, null, 2)] };
  },
});

const told = (value: bigint | null) => (value === null ? null : toDecimal(value));

function inOrder(fills: z.output<typeof schema>['fills']): PnlFill[] {
  const quotes = new Map<string, string>();
  const read = fills.map(({ t, side, base, quote, price, qty, fee, feeAsset, feePrice }, n): PnlFill => {
    const known = quotes.get(base) ?? quote;
    if (known !== quote)
      throw badField(`fills[${n}].quote`, `${base} is counted in ${known} here; put its fills against ${quote} into a file of their own`);
    if (base === quote) throw badField(`fills[${n}].quote`, 'the same coin as base');
    if (feeAsset === undefined && fee !== 0n) throw badField(`fills[${n}].feeAsset`, 'Give the coin of the fee');
    quotes.set(base, quote);
    return { time: t, buyer: side === 'buy', base, quote, price, qty, fee, feeAsset: feeAsset ?? quote, feePrice: feePrice ?? null };
  });
  return read.toSorted((a, b) => a.time - b.time);
}
