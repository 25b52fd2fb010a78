import { z } from 'zod';

/** Of a dispute and of its decision. */
export const reason = z.string('Give a reason').trim().min(3, 'Give a reason').max(500, 'This reason is too long');
const trade = (name: string) =>
  z.string(`${name} must be the id of a trade`).min(1, `${name} must be the id of a trade`).max(200, `${name} is too long`);

/** POST /me/club-share/disputes */
export const disputeBody = z.strictObject({ entry: trade('entry'), exit: trade('exit'), reason });
