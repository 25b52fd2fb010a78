const MINUTE = 60;
const HOUR = 60 * MINUTE;

/**
 * `points` in `duration` seconds. A "network" is a /24 or /48: one household or office, and the cheapest set of addresses for an attacker.
 */
export const limits = {
  /** Failed sign-ins of one email address, known or not, from one network. Open sessions stay open. */
  signInOrigin: { points: 10, duration: 15 * MINUTE },
  /** The same for a network or browser from which the account has signed in before: other networks do not use it up. */
  signInKnownOrigin: { points: 10, duration: 15 * MINUTE },
  /** Failed sign-ins from one network, with any email addresses; known origins do not count. */
  signInNetwork: { points: 200, duration: 15 * MINUTE },
  /**
   * Failures from unknown networks after which further attempts are slowed down, never refused: of one account, and of all together
   * (club/auth/sign-in-throttle.service.ts).
   */
  signInAccount: { points: 20, duration: 15 * MINUTE },
  signInEverywhere: { points: 5000, duration: 15 * MINUTE },
  signUpNetwork: { points: 600, duration: HOUR },
  /** Guesses at referral codes. */
  unknownReferral: { points: 30, duration: HOUR },
  /** Emails to one address that requests without a session may cause; beyond it the response stays the same and no email is sent. */
  mailToAddress: { points: 5, duration: HOUR },
  /** Emails that one network may cause, sign-ups included. */
  mailFromNetwork: { points: 300, duration: HOUR },
  /** Invalid links from emails, of any kind. */
  confirmNetwork: { points: 300, duration: HOUR },
  /**
   * Wrong one-time codes and recovery codes of one account (security 3.8): at sign-in from unknown networks, and from known ones or within
   * a session.
   */
  secondFactor: { points: 5, duration: 15 * MINUTE },
  /** Links to the Telegram group that one member asks for. */
  telegramGroupLinkUser: { points: 20, duration: HOUR },
  /** Wrong codes of one account after which its owner gets an email. */
  secondFactorNotice: { points: 3, duration: 24 * HOUR },
  /** Wrong passwords and codes of step-up authentication within a session. */
  stepUp: { points: 10, duration: 15 * MINUTE },
  /** Requests of passkey sign-ins: two a sign-in. */
  passkeyNetwork: { points: 600, duration: 15 * MINUTE },
  resetNetwork: { points: 100, duration: HOUR },
  profileUser: { points: 60, duration: HOUR },
  /** Email changes that one member requests: each sends an email. */
  emailChangeUser: { points: 5, duration: HOUR },
  /** Forms with files of one member. */
  uploadUser: { points: 60, duration: HOUR },
  uploadNetwork: { points: 600, duration: HOUR },
  /**
   * Pictures of one member that could not be decoded: counted here, and limited together with the files that are stored (files.service.ts).
   */
  failedDecodesUser: { points: 1000, duration: 24 * HOUR },
  /** Webhooks that one member adds; each looks up a name. */
  webhookChangeUser: { points: 20, duration: HOUR },
  /** Test events and replays of one member; each calls a server of their choice. */
  webhookTestUser: { points: 6, duration: MINUTE },
  webhookReplayUser: { points: 30, duration: MINUTE },
  /** Browsers that one member adds for notifications. */
  pushDeviceUser: { points: 30, duration: HOUR },
  /** Links to Telegram that one member asks for. */
  telegramLinkUser: { points: 20, duration: HOUR },
  /** Wrong codes of one Telegram account; the caller reads the limit from the number used. */
  telegramWrongCode: { points: 5, duration: HOUR },
  broadcastAdmin: { points: 60, duration: HOUR },
  /** Audit records of one person's refused requests. */
  denialsRecorded: { points: 20, duration: HOUR },
  /** Exchange keys that one member replaces, and key checks that are requested: each calls an exchange. */
  exchangeKeyUser: { points: 10, duration: HOUR },
  keyCheckUser: { points: 10, duration: HOUR },
  keyCheckAdmin: { points: 60, duration: HOUR },
  /** Syncs that one member requests in addition to the scheduled ones. */
  syncMember: { points: 6, duration: HOUR },
  /** Data exports that one member requests; each reads everything stored about them. */
  exportUser: { points: 5, duration: 24 * HOUR },
  erasureUser: { points: 5, duration: 24 * HOUR },
  /** Downloads of a member's history. */
  historyFileUser: { points: 60, duration: HOUR },
  /** Computations of a tax report: pages of its lists, and files. */
  taxReportUser: { points: 300, duration: HOUR },
  /** Verifications of the whole audit chain and downloads of the audit log by one admin. */
  auditVerifyAdmin: { points: 20, duration: HOUR },
  auditFileAdmin: { points: 60, duration: HOUR },
  /** Downloads of user files by one admin. */
  userFileAdmin: { points: 30, duration: HOUR },
  /** Downloads of the ledger by one admin; each reads all of it. */
  ledgerFileAdmin: { points: 30, duration: HOUR },
  /** Requests to the transparency log: reading all of 100,000 leaves takes about 210. */
  logNetwork: { points: 2400, duration: 15 * MINUTE },
  /** Requests to the track record and its downloads: each reads candles or the whole list. */
  trackRecordNetwork: { points: 1200, duration: 15 * MINUTE },
  trackRecordFileNetwork: { points: 240, duration: HOUR },
  /** Reads of market analyses and their Atom feed by visitors. */
  analysisNetwork: { points: 1200, duration: 15 * MINUTE },
  /** Reads of public events by visitors. */
  calendarNetwork: { points: 1200, duration: 15 * MINUTE },
  /** Comments and replies of one member. */
  commentMinuteUser: { points: 5, duration: MINUTE },
  commentDayUser: { points: 60, duration: 24 * HOUR },
  /** Reports of comments, and reactions, by one member. */
  commentReportUser: { points: 20, duration: HOUR },
  commentReactionUser: { points: 60, duration: MINUTE },
  /** Computations of assumed fund fees: each replays a year. */
  feeProjectionNetwork: { points: 300, duration: 15 * MINUTE },
  /** Secrets shown in plaintext to one admin (ruling D1). */
  reveal: { points: 10, duration: HOUR },
  /** Connection tests of mail server and exchanges by one admin: each calls a third party's server. */
  probeAdmin: { points: 30, duration: 10 * MINUTE },
} as const;

export type LimitName = keyof typeof limits;
