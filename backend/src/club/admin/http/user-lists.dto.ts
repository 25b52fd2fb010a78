import { z } from 'zod';
import { memberships, roles } from '../../../platform/domain/index.js';
import type { RejectedSort, UserFilter, UserSort } from '../user-list.types.js';

const reviews = ['pending', 'approved', 'rejected', 'none'] as const;
const statuses = ['active', 'deactivated'] as const;

const shared = {
  id: z.array(z.uuid('id must be a list of ids')).max(1000, 'id may name 1000 records at most'),
  q: z.string('q must be text').trim().max(100, 'q can have up to 100 characters'),
  membership: z.enum(memberships, 'membership must be trade club or hedge fund'),
  country: z.string('country must be text').max(80, 'country can have up to 80 characters'),
};

/** Sort fields as the wire spells them, and the directory's. */
export const userSortOf = {
  createdDate: 'createdAt',
  surName: 'lastName',
  firstName: 'firstName',
  email: 'email',
  country: 'country',
  id: 'id',
} as const satisfies Record<string, UserSort>;
export const rejectedSortOf = {
  rejectedDate: 'rejectedAt',
  createdDate: 'createdAt',
  surName: 'lastName',
  email: 'email',
  id: 'id',
} as const satisfies Record<string, RejectedSort>;

export const userRules = {
  sortable: ['createdDate', 'surName', 'firstName', 'email', 'country', 'id'] as const,
  filters: {
    ...shared,
    status: z.enum(statuses, 'status must be active or deactivated'),
    role: z.enum(roles, 'role must be admin, trade club or hedge fund'),
    kyc: z.enum(reviews, 'kyc must be pending, approved, rejected or none'),
    payment: z.enum(reviews, 'payment must be pending, approved, rejected or none'),
    refferalId: z.string('refferalId must be text').max(12, 'refferalId can have up to 12 characters'),
  },
};

export const rejectedRules = { sortable: ['rejectedDate', 'createdDate', 'surName', 'email', 'id'] as const, filters: shared };

interface WireFilter extends Omit<UserFilter, 'referralCode'> {
  refferalId?: string;
}

/** Translates the wire's filter to the directory's. */
export function userFilterOf({ refferalId, ...filter }: WireFilter): UserFilter {
  return refferalId === undefined ? filter : { ...filter, referralCode: refferalId };
}

/** A file contains every row: it accepts a filter and a sort, but no range. */
export const fileQuery = z.record(z.string(), z.string().optional()).superRefine((query, context) => {
  for (const name of Object.keys(query)) {
    if (name !== 'filter' && name !== 'sort')
      context.addIssue({ code: 'custom', path: [name.slice(0, 40) || 'query'], message: 'A file takes a filter and a sort alone' });
  }
});

export const MAX_BULK = 100;
export const bulkBody = z.strictObject({
  ids: z
    .array(
      z.uuid('ids must be a list of ids').transform((id) => id.toLowerCase()),
      'ids must be a list of ids',
    )
    .min(1, 'Name at least one user')
    .max(MAX_BULK, `${MAX_BULK} users at most can be changed at once`),
  action: z.enum(['activate', 'deactivate'], 'action must be activate or deactivate'),
});
export type BulkBody = z.output<typeof bulkBody>;

export const statusBody = z.strictObject({ status: z.enum(statuses, 'status must be active or deactivated') });
export type StatusBody = z.output<typeof statusBody>;
