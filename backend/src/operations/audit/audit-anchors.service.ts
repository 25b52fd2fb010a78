import { createHmac, timingSafeEqual } from 'node:crypto';
import { appendFile } from 'node:fs/promises';
import { Injectable, Logger } from '@nestjs/common';
import { lengthPrefixed } from '../../platform/crypto/index.js';
import { AppConfig } from '../../platform/config/index.js';

/** A witness of the chain up to `seq`. */
export interface Anchor {
  seq: bigint;
  hash: Buffer;
  mac: Buffer;
  /** A backup was restored whose chain ended here: anchors before this one may know of later numbers, which are gone. */
  restored?: true;
}

/** The same as it leaves the database: a line of the log and of AUDIT_ANCHOR_FILE. */
export interface AnchorLine {
  seq: string;
  hash: string;
  mac: string;
  restored?: true;
}

/**
 * Makes and checks anchors. Their key is derived from the key ring, so whoever can write in the database alone can make none; and they go
 * where the database cannot reach: to the log, and to AUDIT_ANCHOR_FILE.
 */
@Injectable()
export class AuditAnchorsService {
  private readonly log = new Logger('Audit');
  readonly #key: Buffer;

  constructor(private readonly config: AppConfig) {
    this.#key = config.deriveKey('audit-anchor');
  }

  make(seq: bigint, hash: Buffer): Anchor {
    return { seq, hash, mac: this.mac(seq, hash) };
  }

  /** Whether we made it. */
  isOurs({ seq, hash, mac, restored }: Anchor): boolean {
    const right = this.mac(seq, hash, restored);
    return mac.length === right.length && timingSafeEqual(mac, right);
  }

  /** Tells the world outside of the database; call it after the commit. */
  async publish(anchor: Anchor): Promise<void> {
    const line = lineOf(anchor);
    this.log.log({ anchor: line }, 'audit anchor');
    await this.append(line);
  }

  /**
   * Records in AUDIT_ANCHOR_FILE that the chain continues from the end of a restored backup. Write access to the database alone cannot
   * forge this line.
   */
  async publishRestore(seq: bigint, hash: Buffer): Promise<void> {
    await this.append({ ...lineOf({ seq, hash, mac: this.mac(seq, hash, true) }), restored: true });
  }

  private async append(line: AnchorLine): Promise<void> {
    const { auditAnchorFile } = this.config;
    if (!auditAnchorFile) return;
    try {
      await appendFile(auditAnchorFile, `${JSON.stringify(line)}\n`, { mode: 0o600 });
    } catch (error) {
      this.log.error({ err: error, seq: line.seq }, 'AUDIT_ANCHOR_FILE: an anchor could not be written');
    }
  }

  private mac(seq: bigint, hash: Buffer, restored?: true): Buffer {
    return createHmac('sha256', this.#key)
      .update(lengthPrefixed(restored ? 'audit-restore/v1' : 'audit-anchor/v1', String(seq), hash))
      .digest();
  }
}

const lineOf = ({ seq, hash, mac }: Anchor): AnchorLine => ({ seq: String(seq), hash: hash.toString('hex'), mac: mac.toString('hex') });

/** The anchor of a line of the log or of AUDIT_ANCHOR_FILE; null for any other line. */
export function anchorOfLine(line: string): Anchor | null {
  if (!line.includes('"mac"')) return null;
  let parsed: Partial<AnchorLine> & { anchor?: Partial<AnchorLine> };
  try {
    parsed = JSON.parse(line) as typeof parsed;
  } catch {
    return null; // a line that was cut off by a crash
  }
  const { seq, hash, mac, restored } = parsed.anchor ?? parsed;
  if (typeof seq !== 'string' || typeof hash !== 'string' || typeof mac !== 'string' || !/^\d{1,18}$/.test(seq)) return null;
  return { seq: BigInt(seq), hash: Buffer.from(hash, 'hex'), mac: Buffer.from(mac, 'hex'), ...(restored === true && { restored }) };
}
