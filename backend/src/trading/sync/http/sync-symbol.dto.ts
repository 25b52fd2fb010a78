import { z } from 'zod';

/** As the venue writes it: `BTCUSDT`, `BTC-USDT-SWAP`, `BTCUSDT_260327`. */
export const symbolBody = z.strictObject({
  market: z.enum(['spot', 'futures'], 'market must be spot or futures'),
  symbol: z
    .string('Enter the symbol')
    .trim()
    .toUpperCase()
    .regex(/^[A-Z0-9][A-Z0-9_-]{1,19}$/, 'A symbol has 2 to 20 letters and digits, as the exchange writes it'),
});
export type SymbolBody = z.output<typeof symbolBody>;
