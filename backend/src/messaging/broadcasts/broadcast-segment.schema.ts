import { z } from 'zod';
import { languages, memberships } from '../../platform/domain/index.js';

/** Ended sessions are deleted after 90 days: who was seen longer ago is not known. */
const MAX_DAYS = 90;

export const paymentStates = ['paid', 'unpaid'] as const;
/** `none`: nothing was ever submitted. */
export const kycStates = ['none', 'pending', 'approved', 'rejected'] as const;

const oneOrMore = <const V extends readonly [string, ...string[]]>(of: V, what: string) =>
  z
    .array(z.enum(of, `${what} must be some of ${of.join(', ')}`), `${what} must be a list`)
    .min(1, `Choose at least one of ${what}, or leave it out`)
    .max(of.length, `${what} names something twice`)
    .refine((list) => new Set(list).size === list.length, `${what} names something twice`);

/** An audience as a combination of conditions, all of which hold. `version` is of this format, which is stored with the broadcast. */
export const segmentSchema = z.strictObject(
  {
    version: z.literal(1, 'version must be 1'),
    memberships: oneOrMore(memberships, 'memberships').optional(),
    payment: z.enum(paymentStates, `payment must be one of ${paymentStates.join(', ')}`).optional(),
    kyc: oneOrMore(kycStates, 'kyc').optional(),
    /** `within`: seen in the last so many days. `before`: not seen in them. */
    lastSeen: z
      .strictObject({
        when: z.enum(['within', 'before'], 'lastSeen.when must be within or before'),
        days: z
          .int('lastSeen.days must be a whole number')
          .min(1, 'lastSeen.days must be 1 or more')
          .max(MAX_DAYS, `lastSeen.days may be ${MAX_DAYS} at most: sessions are not kept longer`),
      })
      .optional(),
    /** A member whose language is unknown counts as English, in which their emails are written. */
    languages: oneOrMore(languages, 'languages').optional(),
  },
  'A segment must be an object',
);
export type Segment = z.output<typeof segmentSchema>;
