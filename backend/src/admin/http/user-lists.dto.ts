import { z } from 'zod';
import { memberships, roles } from '../../common/domain/index.js';
import type { RejectedSort, UserSort } from '../user-directory.js';

const reviews = ['pending', 'approved', 'rejected', 'none'] as const;
const statuses = ['active', 'deactivated'] as const;

const shared = {
  id: z.array(z.uuid('id must be a list of ids')).max(1000, 'id may name 1000 records at most'),
  q: z.string('q must be text').trim().max(100, 'q may have 100 characters at most'),
  membership: z.enum(memberships, 'membership must be trade club or hedge fund'),
  country: z.string('country must be text').max(80, 'country may have 80 characters at most'),
};

/** The list's words for a sort, and the directory's. */
export const userSortOf = { createdDate: 'createdAt', surName: 'surname', firstName: 'otherName', email: 'email', country: 'country', id: 'id' } as const satisfies Record<string, UserSort>;
export const rejectedSortOf = { rejectedDate: 'rejectedAt', createdDate: 'createdAt', surName: 'surname', email: 'email', id: 'id' } as const satisfies Record<string, RejectedSort>;

export const userRules = {
  sortable: ['createdDate', 'surName', 'firstName', 'email', 'country', 'id'] as const,
  filters: {
    ...shared,
    status: z.enum(statuses, 'status must be active or deactivated'),
    role: z.enum(roles, 'role must be admin, trade club or hedge fund'),
    kyc: z.enum(reviews, 'kyc must be pending, approved, rejected or none'),
    payment: z.enum(reviews, 'payment must be pending, approved, rejected or none'),
  },
};

export const rejectedRules = { sortable: ['rejectedDate', 'createdDate', 'surName', 'email', 'id'] as const, filters: shared };

export const statusBody = z.strictObject({ status: z.enum(statuses, 'status must be active or deactivated') });
export type StatusBody = z.output<typeof statusBody>;
