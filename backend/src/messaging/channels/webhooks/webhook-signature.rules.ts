import { createHmac, randomBytes } from 'node:crypto';

// Standard Webhooks 1.0: https://github.com/standard-webhooks/standard-webhooks

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** Returns a new secret, in the form in which members and their libraries keep it. */
export const newSecret = (): string => `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;

/** Names a message. No dots: they divide what is signed. */
export const messageIdOf = (eventId: string): string => `msg_${eventId}`;

/** Returns the signatures of a message, one a secret. `seconds`: of this try. */
export function signaturesOf(secrets: readonly string[], id: string, seconds: number, body: string): string {
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
      return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`, 'utf8').digest('base64')}`;
    })
    .join(' ');
}
