import { z } from 'zod';
import { translated } from './mail-texts.settings.js';

/** `key`: the slug of an analysis, or the id of a signal. */
const onPage = z.object({ on: z.enum(['analysis', 'signal']), key: z.string().regex(/^[\w-]{1,80}$/) });

/** The pages of the app that show comments, by what they are on. */
export const commentPageOf = (on: string): string => (on === 'signal' ? 'user-trade-signal' : 'analysis');

const toPage = {
  kind: 'reply' as const,
  values: ({ on, key }: z.output<typeof onPage>) => ({ page: commentPageOf(on), key }),
};

/** To members, about replies to their comments and comments that mention them. They hold neither a text of a comment nor a name. */
export const commentLetters = {
  'comment-reply': translated('mail.comment-reply', onPage, '/#/{page}/{key}', toPage),
  'comment-mention': translated('mail.comment-mention', onPage, '/#/{page}/{key}', toPage),
} as const;
