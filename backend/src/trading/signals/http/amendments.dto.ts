import { z } from 'zod';
import { amendmentKinds } from '../amendments/signal-amendment.entity.js';
import { signalSentences } from '../signal.input.js';
import { price } from './signals.v1.dto.js';

/** POST /admin/signals/{id}/amendments: `stop` is given for `move_stop` only. */
export const amendmentBody = z
  .strictObject({
    kind: z.enum(amendmentKinds, `kind must be ${amendmentKinds.slice(0, -1).join(', ')} or ${amendmentKinds.at(-1)}`),
    stop: price.optional(),
  })
  .superRefine(({ kind, stop }, context) => {
    if ((kind === 'move_stop') === (stop !== undefined)) return;
    context.addIssue({
      code: 'custom',
      path: ['stop'],
      message: kind === 'move_stop' ? signalSentences.price : 'stop goes with move_stop alone',
    });
  });
export type AmendmentBody = z.output<typeof amendmentBody>;
