import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { lengthPrefixed } from '../../platform/crypto/index.js';
import { Clock, DomainError, isUuid } from '../../platform/domain/index.js';
import type { Actor } from '../../platform/http/index.js';
import { AppConfig } from '../../platform/config/index.js';

const TTL_SECONDS = 300;
const MAC_BYTES = 32;
const UUID_BYTES = 16;
const STAFF = 1;

/** The session and user that a link was made for. */
export interface Viewer {
  sessionId: string;
  userId: string;
  /** True for admins, whose views are audited. */
  staff: boolean;
}

export interface FileLinkQuery {
  /** Seconds since 1970. */
  exp: string;
  kid: string;
  sig: string;
}

/** Whose session a link is made for. */
export type LinkHolder = Pick<Actor, 'userId' | 'sessionId' | 'role'>;

/** One error for links that are wrong, expired, or of a session that has ended. */
export class FileLinkRefused extends DomainError {
  constructor() {
    super('forbidden', 'file.link-refused', 'This link is invalid or has expired');
  }
}

/**
 * Links to files for `<img>` and downloads, which cannot send a token (security T8): five minutes, one file, one session.
 * `sig` = base64url(HMAC-SHA-256 ‖ session ‖ viewer ‖ staff flag), the HMAC over the subject (a file’s id), expiry and the rest.
 */
@Injectable()
export class FileLinksService {
  readonly #current: string;
  readonly #keys: ReadonlyMap<string, Buffer>;

  constructor(
    config: AppConfig,
    private readonly clock: Clock,
  ) {
    const { current, keys } = config.deriveKeys('file-links');
    this.#current = current;
    this.#keys = keys;
  }

  /** Returns a link to `fileId` for the session of `actor`, as a path on this site. */
  linkFor(fileId: string, actor: LinkHolder): string {
    return this.sign(`/api/v1/files/${fileId}`, fileId, actor);
  }

  /** Returns `path` with a signature for the session of `actor`. `subject` names what it opens: a link to one opens no other. */
  sign(path: string, subject: string, actor: LinkHolder): string {
    const exp = String(Math.floor(this.clock.now().getTime() / 1000) + TTL_SECONDS);
    const viewer = packed({ sessionId: actor.sessionId, userId: actor.userId, staff: actor.role === 'admin' });
    const sig = Buffer.concat([mac(this.#keys.get(this.#current)!, subject, exp, viewer), viewer]).toString('base64url');
    return `${path}?exp=${exp}&kid=${encodeURIComponent(this.#current)}&sig=${sig}`;
  }

  /** Returns whom the link was made for. Throws FileLinkRefused. The caller checks that the session is alive. */
  verify(subject: string, { exp, kid, sig }: FileLinkQuery): Viewer {
    const key = this.#keys.get(kid);
    const bytes = Buffer.from(sig, 'base64url');
    if (!key || bytes.length !== MAC_BYTES + 2 * UUID_BYTES + 1 || !/^\d{1,12}$/.test(exp)) throw new FileLinkRefused();
    const viewer = bytes.subarray(MAC_BYTES);
    if (!timingSafeEqual(bytes.subarray(0, MAC_BYTES), mac(key, subject, exp, viewer))) throw new FileLinkRefused();
    if (Number(exp) * 1000 < this.clock.now().getTime()) throw new FileLinkRefused();
    return unpacked(viewer);
  }
}

function mac(key: Buffer, subject: string, exp: string, viewer: Buffer): Buffer {
  return createHmac('sha256', key)
    .update(lengthPrefixed('file-link/v1', subject.toLowerCase(), exp, viewer))
    .digest();
}

function packed({ sessionId, userId, staff }: Viewer): Buffer {
  return Buffer.concat([uuidBytes(sessionId), uuidBytes(userId), Buffer.of(staff ? STAFF : 0)]);
}

function unpacked(bytes: Buffer): Viewer {
  return {
    sessionId: uuidText(bytes.subarray(0, UUID_BYTES)),
    userId: uuidText(bytes.subarray(UUID_BYTES, 2 * UUID_BYTES)),
    staff: bytes[2 * UUID_BYTES] === STAFF,
  };
}

function uuidBytes(uuid: string): Buffer {
  if (!isUuid(uuid)) throw new TypeError('not a UUID');
  return Buffer.from(uuid.replaceAll('-', ''), 'hex');
}

function uuidText(bytes: Buffer): string {
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
