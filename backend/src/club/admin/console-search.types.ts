import type { Permission } from '../../platform/domain/index.js';

/** Kinds of records that the search finds, in the order of the results. Each needs the permission of the list that shows its records. */
export const searchPermissions = {
  user: 'users.read',
  kyc: 'kyc.read',
  payment: 'payments.read',
  invoice: 'invoices.read',
  signal: 'signals.read',
} as const satisfies Record<string, Permission>;
export type SearchKind = keyof typeof searchPermissions;
export const searchKinds = Object.keys(searchPermissions) as SearchKind[];

/** Results of each kind. */
export const MAX_HITS = 5;

export interface SearchHit {
  kind: SearchKind;
  id: string;
  /** The member's full name, or the pair of a signal. */
  title: string;
  /** Email address of a user, number of an invoice, side of a signal. */
  detail: string | null;
  status: string | null;
  /** When the record was made. */
  at: Date | null;
}
