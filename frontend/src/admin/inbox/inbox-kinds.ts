import { consolePaths } from '../../config/console-routes';
import type { InboxItemWire, InboxKindWire, PermissionWire } from '../../lib/wire/types';
import { filteredList } from '../list/filtered-list';

interface InboxKind {
  name: string;
  /** The permission that decides it, as the server says. */
  needs: PermissionWire;
  /** Where it is decided. */
  to: (target: string) => string;
  /** What is counted: one of them, and several. */
  counted?: readonly [one: string, several: string];
}

export const inboxKinds: Readonly<Record<InboxKindWire, InboxKind>> = {
  kyc: { name: 'KYC case', needs: 'kyc.decide', to: consolePaths.kycReview },
  payment: { name: 'Payment', needs: 'payments.decide', to: consolePaths.payment },
  transfer: {
    name: 'Payment on chain',
    needs: 'payments.decide',
    to: (txid) => filteredList(consolePaths.chainTransfers, { attention: 'needed', q: txid }),
  },
  dispute: {
    name: 'Share dispute',
    needs: 'disputes.decide',
    to: (userId) => filteredList(consolePaths.shareDisputes, { state: 'open', userId }),
  },
  redemption: { name: 'Redemption', needs: 'fund.manage', to: consolePaths.fundMandate },
  erasure: {
    name: 'Erasure request',
    needs: 'erasure.decide',
    to: (userId) => filteredList(consolePaths.erasureRequests, { state: 'restricted', userId }),
  },
  comment: {
    name: 'Reported comment',
    needs: 'comments.moderate',
    to: consolePaths.comment,
    counted: ['report', 'reports'],
  },
  'dead-letter': {
    name: 'Dead letters',
    needs: 'system.manage',
    to: () => `${consolePaths.queues}?tab=dead-letters`,
    counted: ['message', 'messages'],
  },
  'failed-job': {
    name: 'Failed jobs',
    needs: 'system.manage',
    to: () => `${consolePaths.queues}?tab=failed-jobs`,
    counted: ['job', 'jobs'],
  },
};

/** The permissions of which one is enough to have an inbox. */
export const inboxNeeds: readonly PermissionWire[] = [...new Set(Object.values(inboxKinds).map(({ needs }) => needs))];

/** The name of an item, and what is known about it beyond that. */
export function wordsOf({ kind, title, detail, count }: InboxItemWire): { name: string; more: string | null } {
  const { counted } = inboxKinds[kind];
  return {
    name: title ?? 'Matches no invoice',
    more: counted && count !== null ? `${count} ${counted[count === 1 ? 0 : 1]}` : detail,
  };
}
