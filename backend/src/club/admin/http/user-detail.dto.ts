import { z } from 'zod';
import { InvalidInput } from '../../../platform/domain/index.js';
import { mailStates } from '../user-mail.repository.js';

const userId = z.uuid('userId must be an id').transform((id) => id.toLowerCase());

export const sessionRules = { sortable: ['createdAt'] as const, filters: { userId, open: z.boolean('open must be true or false') } };
export const mailRules = {
  sortable: ['queuedAt'] as const,
  filters: { userId, state: z.enum(mailStates, `state must be one of ${mailStates.join(', ')}`) },
};

/** Requires `filter.userId`: these lists are about one user each. Throws InvalidInput. */
export function ofUser<F extends { userId?: string }>({ userId: named, ...filter }: F): Omit<F, 'userId'> & { userId: string } {
  if (!named) throw InvalidInput.field('filter.userId', 'Name the user by filter.userId');
  return { ...filter, userId: named };
}
