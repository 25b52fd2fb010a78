import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { AppConfig } from '../../../platform/config/index.js';
import { Sealer, type SealContext } from '../../../platform/crypto/index.js';
import { pushEndpoint, type EndpointProblem } from './push-endpoint.rules.js';

/** What a browser gives for messages to it. */
export interface BrowserSubscription {
  endpoint: URL;
  /** Public key of the browser, 65 bytes in base64url. */
  p256dh: string;
  /** Secret of the browser, 16 bytes in base64url. */
  auth: string;
}

/** A subscription as it is stored. */
export interface PushTarget {
  endpoint: string;
  /** What the browser calls itself (User-Agent). */
  device: string;
}

export interface PushKeys {
  p256dh: string;
  auth: string;
  /** Our public key with which the browser subscribed: it takes nothing that another one signs. */
  ours: string;
}

const storedTarget = z.object({ endpoint: z.string(), device: z.string() });
const storedKeys = z.object({ p256dh: z.string(), auth: z.string(), ours: z.string() });

/** Judges, seals and opens subscriptions of browsers. */
@Injectable()
export class PushTargets {
  constructor(
    private readonly sealer: Sealer,
    private readonly config: AppConfig,
  ) {}

  /** Reads an endpoint, by its text alone. */
  read(text: string): URL | EndpointProblem {
    return pushEndpoint(text, { hosts: this.config.webPush?.hosts ?? [], allowLoopback: this.config.webhookLoopback });
  }

  seal({ endpoint, p256dh, auth }: BrowserSubscription, device: string, ours: string, row: TargetRow): { address: Buffer; secret: Buffer } {
    const target: PushTarget = { endpoint: endpoint.href, device };
    const keys: PushKeys = { p256dh, auth, ours };
    return {
      address: this.sealer.seal(JSON.stringify(target), at(row, 'address')),
      secret: this.sealer.seal(JSON.stringify(keys), at(row, 'secret')),
    };
  }

  open(sealed: Uint8Array, row: TargetRow): PushTarget {
    return storedTarget.parse(JSON.parse(this.sealer.open(sealed, at(row, 'address')).toString('utf8')));
  }

  openKeys(sealed: Uint8Array, row: TargetRow): PushKeys {
    return storedKeys.parse(JSON.parse(this.sealer.open(sealed, at(row, 'secret')).toString('utf8')));
  }

  /** The blind index of an endpoint. */
  hashOf(endpoint: URL): Buffer {
    return this.sealer.fingerprint(`push ${endpoint.href}`);
  }
}

export interface TargetRow {
  rowId: string;
  userId: string | null;
}

const at = ({ rowId, userId }: TargetRow, field: 'address' | 'secret'): SealContext => ({
  table: 'channel_addresses',
  rowId,
  userId,
  field,
});
