/**
 * Retention period of each kind of data, and its start (security section 6). The defaults are the table's; those that a law or an authority
 * may set differently can be changed by variables (RETENTION_*). A test compares them with the public terms.
 */
export interface RetentionPeriods {
  /** Sign-ups that were never confirmed, from the sign-up. */
  unconfirmedDays: number;
  /** Sessions, from their end, with their origin, which is stored as a shortened address. */
  sessionDays: number;
  sessionNetworkDays: number;
  /** Operational records: sync runs, links in emails, undeliverable emails, the development mailbox. */
  workingDays: number;
  /** What was sent to members' webhooks, and what was answered. */
  channelLogDays: number;
  /** Notifications in the notification centre, which lists no older ones. */
  noticeDays: number;
  /** A verification that nobody decided in this time counts as never completed. */
  unfinishedKycDays: number;
  /** Documents of a verification, from its rejection or from when it counts as never completed. */
  rejectedKycDays: number;
  /** An exchange key that cannot be used. */
  unusableKeyDays: number;
  /** Data read from an exchange, from the end of the membership: of the club, and of a client of the fund. */
  clubHistoryDays: number;
  fundHistoryYears: number;
  /** Identity papers, payment proofs, and decisions about them, from the end of the membership. */
  recordsYears: number;
  /** A deleted member without documents or payments: long enough for the last email to be sent. */
  unknownDays: number;
  auditYears: number;
}

export const retentionTable: Readonly<RetentionPeriods> = Object.freeze({
  unconfirmedDays: 7,
  sessionDays: 90,
  sessionNetworkDays: 30,
  workingDays: 7,
  channelLogDays: 30,
  noticeDays: 90,
  unfinishedKycDays: 30,
  rejectedKycDays: 90,
  unusableKeyDays: 30,
  clubHistoryDays: 30,
  fundHistoryYears: 5,
  recordsYears: 5,
  unknownDays: 1,
  auditYears: 6,
});
