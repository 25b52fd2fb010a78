export const reviewNames = ['kyc', 'payment'] as const;
export type ReviewName = (typeof reviewNames)[number];

/** A type of submission, with its table and columns. Statements take these names from here only. */
export interface ReviewType {
  /** For sentences: 'KYC', 'payment'. */
  readonly subject: string;
  /** For messages about a missing one: 'KYC submission', 'payment'. */
  readonly record: string;
  /** Prefix of audit actions and email names: `kyc.approve`, `payment-approved`. */
  readonly name: ReviewName;
  /** Has id, user_id, status, reason, reason_code, is_final, decided_at, decided_by, reopened_at and reopened_by; one row a submission. */
  readonly table: 'kyc_submissions' | 'payments';
  /** The column of `users` with the member's status. */
  readonly statusColumn: 'kyc_status' | 'payment_status';
}

/** The table under an alias, typed by the columns that both tables have (SubmissionTable): a union of tables has no callable methods. */
export const aliased = <A extends string>(table: ReviewType['table'], alias: A) => `${table} as ${alias}` as `payments as ${A}`;
