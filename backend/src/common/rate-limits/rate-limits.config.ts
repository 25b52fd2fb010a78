const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** `points` in `duration` seconds. "Network" is a /24 or /48: one household or office, and one attacker's easiest crowd. */
export const limits = {
  /** Failed sign-ins of one email address, known or not, from one network. Sessions that are open stay open. */
  signInOrigin: { points: 10, duration: 15 * MINUTE },
  /** The same for a network or browser from which that account has signed in before: strangers elsewhere do not use it up. */
  signInKnownOrigin: { points: 10, duration: 15 * MINUTE },
  /** Failed sign-ins from one network, with whatever email addresses; known ones are not counted. */
  signInNetwork: { points: 200, duration: 15 * MINUTE },
  /** Failures from unknown networks after which further attempts are slowed, never refused: of one account, and of all together (auth/sign-in-brakes.ts). */
  signInAccount: { points: 20, duration: 15 * MINUTE },
  signInEverywhere: { points: 5000, duration: 15 * MINUTE },
  signUpNetwork: { points: 600, duration: HOUR },
  /** Guesses at referral codes. */
  unknownReferral: { points: 30, duration: HOUR },
  /** Mails that somebody may cause to one address without being signed in; beyond it the answer stays the same and no mail goes out. */
  mailToAddress: { points: 5, duration: HOUR },
  /** Mails that one network may cause, sign-ups among them. */
  mailFromNetwork: { points: 300, duration: HOUR },
  /** Mailed links that do not work, of any kind. */
  confirmNetwork: { points: 300, duration: HOUR },
  /** Wrong one-time codes and recovery codes of one account (security 3.8): at sign-in from unknown networks, and from known ones or within a session. */
  secondFactor: { points: 5, duration: 15 * MINUTE },
  /** Wrong codes of one account after which its owner gets an email. */
  secondFactorNotice: { points: 3, duration: 24 * HOUR },
  /** Wrong passwords and codes typed to confirm an act within a session. */
  stepUp: { points: 10, duration: 15 * MINUTE },
  /** Passkey sign-ins: each begins and ends, so two a sign-in. */
  passkeyNetwork: { points: 600, duration: 15 * MINUTE },
  resetNetwork: { points: 100, duration: HOUR },
  profileUser: { points: 60, duration: HOUR },
  /** New e-mail addresses that one member asks for: each is a mail to somebody. */
  emailChangeUser: { points: 5, duration: HOUR },
  /** Forms with files of one member. */
  uploadUser: { points: 60, duration: HOUR },
  uploadNetwork: { points: 600, duration: HOUR },
  /** Pictures of one member that could not be decoded: counted here, and limited together with the files that are kept (files.service.ts). */
  failedDecodesUser: { points: 1000, duration: 24 * HOUR },
  broadcastAdmin: { points: 60, duration: HOUR },
  /** Lines of the audit log that one person's refusals may fill. */
  denialsRecorded: { points: 20, duration: HOUR },
  /** Exchange keys that one member brings in the place of theirs, and checks of keys that somebody asks for: each is a call to an exchange. */
  exchangeKeyUser: { points: 10, duration: HOUR },
  keyCheckUser: { points: 10, duration: HOUR },
  keyCheckAdmin: { points: 60, duration: HOUR },
  /** Runs that one member asks for beside the regular ones. */
  syncMember: { points: 6, duration: HOUR },
  /** Copies of all their data that one member asks for; each reads everything that is kept about them. */
  exportUser: { points: 5, duration: 24 * HOUR },
  erasureUser: { points: 5, duration: 24 * HOUR },
  /** Files of their history that one member takes away. */
  historyFileUser: { points: 60, duration: HOUR },
  /** Readings of the whole audit chain, and files of the audit log, that one admin asks for. */
  auditVerifyAdmin: { points: 20, duration: HOUR },
  auditFileAdmin: { points: 60, duration: HOUR },
  /** Files of users that one admin takes away. */
  userFileAdmin: { points: 30, duration: HOUR },
  /** Readings of the transparency log: a whole one of 100,000 leaves is some 210. */
  logNetwork: { points: 2400, duration: 15 * MINUTE },
  /** Readings of the track record, and files of it: each of those reads candles or the whole list. */
  trackRecordNetwork: { points: 1200, duration: 15 * MINUTE },
  trackRecordFileNetwork: { points: 240, duration: HOUR },
  /** Secrets shown in clear to one admin (ruling D1). */
  reveal: { points: 10, duration: HOUR },
  /** Times that one admin asks whether mail server or exchanges answer: each is a call to somebody else's server. */
  probeAdmin: { points: 30, duration: 10 * MINUTE },
} as const;

export type LimitName = keyof typeof limits;
