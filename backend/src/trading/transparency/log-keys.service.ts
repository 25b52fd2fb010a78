import { createHash, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../platform/config/index.js';

export interface LogKey {
  /** SHA-256 of the public key, in hex. */
  id: string;
  /** SPKI, DER. */
  publicKey: Buffer;
}

/** Signature format of WebCrypto: r and s, 32 bytes each, instead of OpenSSL's DER. */
const ENCODING = 'ieee-p1363';

/** Signs heads, and verifies signatures of earlier keys. ECDSA P-256 with SHA-256, which every browser can verify. */
@Injectable()
export class LogKeysService {
  readonly current: LogKey;
  /** Newest first. */
  readonly all: readonly LogKey[];
  private readonly known: ReadonlyMap<string, KeyObject>;

  constructor(private readonly config: AppConfig) {
    const keys = [createPublicKey(config.logKeys.current), ...config.logKeys.earlier].map((key) => ({ key, info: keyOf(key) }));
    this.known = new Map(keys.map(({ key, info }) => [info.id, key]));
    this.all = keys.map(({ info }) => info).filter(({ id }, at, all) => all.findIndex((other) => other.id === id) === at);
    this.current = this.all[0]!;
  }

  sign(text: string): Buffer {
    return sign('sha256', Buffer.from(text), { key: this.config.logKeys.current, dsaEncoding: ENCODING });
  }

  knows(keyId: string): boolean {
    return this.known.has(keyId);
  }

  isSigned(text: string, keyId: string, signature: Uint8Array): boolean {
    const key = this.known.get(keyId);
    return key !== undefined && verify('sha256', Buffer.from(text), { key, dsaEncoding: ENCODING }, signature);
  }
}

function keyOf(key: KeyObject): LogKey {
  const publicKey = key.export({ type: 'spki', format: 'der' });
  return { id: createHash('sha256').update(publicKey).digest('hex'), publicKey };
}
