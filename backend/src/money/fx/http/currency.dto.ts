import { z } from 'zod';

/** PUT /me/currency */
export const currencyBody = z.strictObject({
  currency: z.string('Choose a currency from the list').max(3, 'Choose a currency from the list'),
});

export type CurrencyBody = z.infer<typeof currencyBody>;
