import { z } from 'zod';
import { translated } from './mail-texts.settings.js';

/** `key`: the slug of an analysis, or the id of a signal. */
const reply = z.object({ on: z.enum(['analysis', 'signal']), key: z.string().regex(/^[\w-]{1,80}$/) });

/** The pages of the app that show comments, by what they are on. */
export const commentPageOf = (on: string): string => (on === 'signal' ? 'user-trade-signal' : 'analysis');

/** To members, about replies to their comments. It holds neither the text of the reply nor a name. */
export const commentLetters = {
  'comment-reply': translated('mail.comment-reply', reply, '/#/{page}/{key}', {
    kind: 'reply',
    values: ({ on, key }) => ({ page: commentPageOf(on), key }),
  }),
} as const;
