/** The mail server will never take this mail. */
export class MailRefused extends Error {
  constructor(
    answer: string,
    /** It is the address that is refused, not what the mail says: a hard bounce. */
    readonly bounced: boolean,
  ) {
    super(answer);
  }
}

/** The server serves us, and puts this mail or its recipient off. */
export class MailDeferred extends Error {}

/** The server is out of reach, in trouble, or does not let us in: no mail of anybody gets through for now. */
export class MailServerAway extends Error {
  constructor(
    reason: string,
    /** The mail may have been taken: the connection broke, or fell silent, after it was under way. */
    readonly uncertain: boolean,
  ) {
    super(reason);
  }
}

interface SmtpError {
  message: string;
  code?: string;
  /** The step of the conversation that failed. */
  command?: string;
  response?: string;
  responseCode?: number;
  timeoutType?: string;
  originalCode?: string;
}

/** Answers to the recipient and to the mail itself; what else is refused (signing in, the sender) is mended by the operator. */
const aboutTheMail = new Set(['RCPT TO', 'DATA']);
/** Out of order, or "sign in first": about the session, whatever it was said to. */
const aboutTheSession = new Set([421, 500, 501, 502, 503, 504, 530, 534, 535, 538]);
/** RFC 5321's codes for a mailbox that does not exist, moved, or has a name nobody can have. */
const noSuchMailbox = new Set([550, 551, 553]);
/** Failures before a mail could have been under way. */
const beforeTheMail = new Set(['EDNS', 'ETLS', 'EAUTH', 'ENOAUTH', 'ECONFIG']);
const neverConnected = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL']);

/** What a failed attempt means. */
export function mailFailure(error: unknown): MailRefused | MailDeferred | MailServerAway {
  const failure = error as SmtpError;
  const { code, command, response, responseCode } = failure;
  const answer = response ?? failure.message;
  if (responseCode === undefined) {
    // Our own library does not say such an address to any server.
    if (code === 'EENVELOPE') return new MailRefused(answer, true);
    return new MailServerAway(answer, mayHaveLeft(failure));
  }
  if (!aboutTheMail.has(command ?? '') || aboutTheSession.has(responseCode)) return new MailServerAway(answer, false);
  if (responseCode < 500) return new MailDeferred(answer);
  return new MailRefused(answer, isAboutTheAddress(answer, responseCode, command === 'RCPT TO'));
}

/**
 * RFC 3463: x.1 is about the address, x.2 about the mailbox; the others are about us, the network, or what the mail says. Without such a
 * code, where it was said tells.
 */
function isAboutTheAddress(answer: string, code: number, toRecipient: boolean): boolean {
  const subject = /^\d{3}[ -]\d\.(\d{1,3})\.\d{1,3}\b/.exec(answer)?.[1];
  if (subject !== undefined) return subject === '1' || subject === '2';
  return toRecipient || noSuchMailbox.has(code);
}

function mayHaveLeft({ code, timeoutType, originalCode }: SmtpError): boolean {
  if (timeoutType !== undefined) return timeoutType === 'SOCKET_TIMEOUT';
  return !beforeTheMail.has(code ?? '') && !neverConnected.has(originalCode ?? '');
}
