import { z } from 'zod';
import { stances } from '../marks/signal-mark.entity.js';
import { priceOf, signalSentences } from '../signal.input.js';

const STANCE = 'Choose taken or passed';
const QUANTITY = 'Enter a quantity above zero in digits with a point, such as 0.25: at most 20 digits before the point and 18 after it';

const positive = (sentence: string) =>
  z
    .string(sentence)
    .transform((typed, context) => {
      const figure = priceOf(typed);
      if (figure === null) context.addIssue({ code: 'custom', message: sentence });
      return figure ?? z.NEVER;
    })
    .nullable()
    .default(null);

/** PUT /me/signals/:id/mark: both figures are optional, and only of a signal that was taken. */
export const markBody = z
  .strictObject({ stance: z.enum(stances, STANCE), entryPrice: positive(signalSentences.price), quantity: positive(QUANTITY) })
  .superRefine(({ stance, entryPrice, quantity }, context) => {
    if (stance === 'taken') return;
    const flaw = (name: string, message: string) => context.addIssue({ code: 'custom', path: [name], message });
    if (entryPrice !== null) flaw('entryPrice', 'A signal that you passed has no entry price');
    if (quantity !== null) flaw('quantity', 'A signal that you passed has no quantity');
  });
export type MarkBody = z.output<typeof markBody>;
