export const reviewNames = ['kyc', 'payment'] as const;
export type ReviewName = (typeof reviewNames)[number];

/** What is reviewed, and where it is kept. Names of tables and columns are part of statements: they come from here alone. */
export interface ReviewType {
  /** In sentences: 'KYC', 'payment'. */
  readonly subject: string;
  /** One of them, where there is none: 'KYC submission', 'payment'. */
  readonly record: string;
  /** In the names of audit records and letters: `kyc.approve`, `payment-approved`. */
  readonly name: ReviewName;
  /** Has id, user_id, status, reason, reason_code, is_final, decided_at, decided_by, reopened_at and reopened_by; one row a submission. */
  readonly table: 'kyc_submissions' | 'payments';
  /** The column of `users` that says where the member stands. */
  readonly statusColumn: 'kyc_status' | 'payment_status';
}
