import { lookup } from 'node:dns/promises';
import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../../platform/config/index.js';
import { Sealer, type SealContext } from '../../../platform/crypto/index.js';
import { isPublicAddress, webhookUrl, type AddressProblem } from './webhook-address.rules.js';

/** How long a name may take to be found; one that is not found is checked again when it is called. */
const LOOKUP_MS = 3_000;

export type SealedField = 'address' | 'secret' | 'previous_secret';

/** Opens, seals and judges the addresses and secrets of webhooks. */
@Injectable()
export class WebhookTargetService {
  constructor(
    private readonly sealer: Sealer,
    private readonly config: AppConfig,
  ) {}

  /** Reads a URL, by its text alone. */
  read(text: string): URL | AddressProblem {
    return webhookUrl(text, { ownHost: new URL(this.config.publicUrl).hostname, allowLoopback: this.config.webhookLoopback });
  }

  /** As `read`, and refuses a name that leads to a private network now. */
  async check(text: string): Promise<URL | AddressProblem> {
    const url = this.read(text);
    if (typeof url === 'string' || this.config.webhookLoopback) return url;
    const addresses = await addressesOf(url.hostname.replace(/^\[|\]$/g, ''));
    return addresses.every(isPublicAddress) ? url : 'private';
  }

  seal(value: string, rowId: string, userId: string, field: SealedField): Buffer {
    return this.sealer.seal(value, at(rowId, userId, field));
  }

  open(sealed: Uint8Array, rowId: string, userId: string | null, field: SealedField): string {
    return this.sealer.open(sealed, at(rowId, userId, field)).toString('utf8');
  }

  /** Moves a secret that was just replaced: a value opens only for its own column. */
  asPrevious(sealed: Uint8Array, rowId: string, userId: string): Buffer {
    return this.seal(this.open(sealed, rowId, userId, 'secret'), rowId, userId, 'previous_secret');
  }

  /** The blind index of a URL. */
  hashOf(url: URL): Buffer {
    return this.sealer.fingerprint(`webhook ${url.href}`);
  }
}

const at = (rowId: string, userId: string | null, field: SealedField): SealContext => ({
  table: 'channel_addresses',
  rowId,
  userId,
  field,
});

/** Returns what a name leads to; nothing where it leads nowhere, or takes too long. */
async function addressesOf(host: string): Promise<string[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string[]>((resolve) => (timer = setTimeout(() => resolve([]), LOOKUP_MS)));
  try {
    const found = lookup(host, { all: true }).then(
      (addresses) => addresses.map(({ address }) => address),
      () => [],
    );
    return await Promise.race([found, late]);
  } finally {
    clearTimeout(timer);
  }
}
