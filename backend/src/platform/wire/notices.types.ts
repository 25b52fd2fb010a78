/** What a member is told about their own account. */
export type PersonalNoticeKindWire =
  | 'password-changed'
  | 'email-change-asked'
  | 'email-changed'
  | 'account-activated'
  | 'account-restored'
  | 'second-factor-added'
  | 'second-factor-removed'
  | 'recovery-code-used'
  | 'wrong-codes'
  | 'new-sign-in'
  | 'kyc-received'
  | 'kyc-approved'
  | 'kyc-rejected'
  | 'kyc-document-asked'
  | 'kyc-declined'
  | 'kyc-reopened'
  | 'key-problem'
  | 'key-expires'
  | 'key-replaced'
  | 'key-removed'
  | 'payment-received'
  | 'payment-approved'
  | 'payment-rejected'
  | 'payment-declined'
  | 'payment-reopened'
  | 'invoice-issued'
  | 'fees-issued'
  | 'invoice-paid'
  | 'invoice-reminder'
  | 'payment-short'
  | 'payment-late'
  | 'payment-lost'
  | 'credit-undone'
  | 'mandate-countersigned'
  | 'mandate-declined'
  | 'mandate-started'
  | 'mandate-ended'
  | 'redemption-acknowledged'
  | 'redemption-settled'
  | 'fund-access-ended'
  | 'share-line-charged'
  | 'share-line-dropped'
  | 'export-ready'
  | 'export-failed'
  | 'erasure-received'
  | 'erasure-withdrawn'
  | 'erasure-refused'
  | 'webhook-failing'
  | 'webhook-disabled'
  | 'telegram-disabled'
  | 'telegram-uncertain'
  | 'telegram-refused'
  | 'push-ended'
  | 'alert-rose'
  | 'alert-fell'
  | 'alert-near-entry'
  | 'alert-near-stop'
  | 'alert-long-near-liquidation'
  | 'alert-short-near-liquidation'
  | 'alert-drawdown'
  | 'alert-deposit'
  | 'comment-reply'
  | 'comment-mention'
  | 'calendar-day-reminder'
  | 'calendar-hour-reminder'
  | 'calendar-moved'
  | 'calendar-cancelled';

/** What many members are told. */
export type ClubNoticeKindWire = 'signal.published' | 'signal.changed' | 'signal.ended' | 'analysis' | 'broadcast';

export type NoticeKindWire = PersonalNoticeKindWire | ClubNoticeKindWire;

export interface NoticeWire {
  id: string;
  /** Its place in the list, for `before` and `upTo`. */
  position: string;
  kind: NoticeKindWire;
  /** What its text needs: codes, names, decimals and ISO dates. The text is made in the reader's language. */
  facts: Readonly<Record<string, string>>;
  at: string;
  isRead: boolean;
}

/** GET /me/notifications: of the last 90 days. */
export interface NoticesPageWire {
  items: NoticeWire[];
  /** `before` of the next page; null: there is none. */
  next: string | null;
  unread: number;
}

/** GET /me/notifications/unread, and the answers to reading. `unread`: at most 100. */
export interface UnreadNoticesWire {
  unread: number;
}
