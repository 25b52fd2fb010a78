import { z } from 'zod';

const text = (sentence: string) => z.string(sentence).max(2000, 'This is too long');

/** PUT /me/exchange-key. What each part must look like depends on the exchange, and is said by the service. */
export const newKeyBody = z.strictObject({
  venue: text('Choose your exchange'),
  apiKey: text('The API key is required'),
  secretKey: text('The secret key is required'),
  passphrase: text('The passphrase must be text').optional(),
});
