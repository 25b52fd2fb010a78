import { z } from 'zod';
import { readPosition } from './notice-position.rules.js';

const POSITION = 'Send a position of the list';

/** A position of a list, as an answer named it. */
export const listPosition = z.string(POSITION).transform((text, context) => {
  const read = readPosition(text);
  if (read === null) context.addIssue({ code: 'custom', message: POSITION });
  return read ?? z.NEVER;
});
