import { z } from 'zod';

/** POST /me/telegram/confirm. `id`: the number of the account that the member saw. */
export const confirmTelegramBody = z.strictObject({
  id: z.string('Name the account').regex(/^\d{1,20}$/, 'Name the account'),
});
export type ConfirmTelegramBody = z.output<typeof confirmTelegramBody>;
