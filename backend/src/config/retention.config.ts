/**
 * How long each kind of data is kept, and from when (security section 6). The figures are the table's own; those that a law or an authority may set
 * differently can be changed by variables (RETENTION_*). The public terms promise the same figures: a test compares the two.
 */
export interface RetentionPeriods {
  /** Sign-ups whose address was never confirmed, after the sign-up. */
  unconfirmedDays: number;
  /** Sessions, after their end; and where they were opened from, which is a shortened address from the first. */
  sessionDays: number;
  sessionNetworkDays: number;
  /** Bookkeeping: runs of the sync, mailed links, letters that could not be delivered, the development mailbox. */
  workingDays: number;
  /** A verification that nobody decided in this time counts as never completed. */
  unfinishedKycDays: number;
  /** Documents of a verification that was rejected or never completed, after that. */
  rejectedKycDays: number;
  /** An exchange key that cannot be used. */
  unusableKeyDays: number;
  /** What was read from an exchange, after the end of the membership: of the club, and of a client of the fund. */
  clubHistoryDays: number;
  fundHistoryYears: number;
  /** Identity papers, payment proofs, and the decisions about them, after the end of the membership. */
  recordsYears: number;
  /** A member who asked to be erased and never sent documents or a payment: long enough for the last letter to leave. */
  unknownDays: number;
  auditYears: number;
}

export const retentionTable: Readonly<RetentionPeriods> = Object.freeze({
  unconfirmedDays: 7,
  sessionDays: 90,
  sessionNetworkDays: 30,
  workingDays: 7,
  unfinishedKycDays: 30,
  rejectedKycDays: 90,
  unusableKeyDays: 30,
  clubHistoryDays: 30,
  fundHistoryYears: 5,
  recordsYears: 5,
  unknownDays: 1,
  auditYears: 6,
});
