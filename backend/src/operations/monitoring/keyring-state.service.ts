import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Clock } from '../../platform/domain/index.js';
import { AppConfig } from '../../platform/config/index.js';
import { countByKey, type SealedPlace } from './sealed-columns.sql.js';

export interface SealingKey {
  id: string;
  /** Seals new values. */
  current: boolean;
  /** False if values are sealed with this key but the ring does not hold it. */
  inRing: boolean;
  /** Number of values that it seals, by place. */
  values: Record<SealedPlace, number>;
}

export interface KeyringState {
  keys: SealingKey[];
  /** Files whose key was not recorded when they were sealed. */
  unknownFiles: number;
  readAt: Date;
}

/** TTL of the counts, which read every sealed value. */
const TTL_MS = 60_000;

/** Counts the values that each key seals, so that unused keys can be removed from the ring. Returns key ids, never keys. */
@Injectable()
export class KeyringStateService {
  #kept: { until: number; state: Promise<KeyringState> } | null = null;

  constructor(
    private readonly em: EntityManager,
    private readonly config: AppConfig,
    private readonly clock: Clock,
  ) {}

  /** Returns counts at most a minute old. */
  read(): Promise<KeyringState> {
    const now = this.clock.now().getTime();
    if (this.#kept && now < this.#kept.until) return this.#kept.state;
    const state = this.count();
    const kept = { until: now + TTL_MS, state };
    this.#kept = kept;
    // Failures are not cached.
    state.catch(() => {
      if (this.#kept === kept) this.#kept = null;
    });
    return state;
  }

  private async count(): Promise<KeyringState> {
    const rows = await countByKey(this.em);
    const { current, keys: ring } = this.config.keyring;
    const keys = new Map([...ring.keys()].map((id) => [id, sealingKey(id, { current: id === current, inRing: true })]));
    let unknownFiles = 0;
    for (const { place: where, kid, n } of rows) {
      if (kid === null) {
        if (where === 'files') unknownFiles += n;
        continue;
      }
      const key = keys.get(kid) ?? sealingKey(kid, { current: false, inRing: false });
      key.values[where] += n;
      keys.set(kid, key);
    }
    return { keys: [...keys.values()], unknownFiles, readAt: this.clock.now() };
  }
}

function sealingKey(id: string, { current, inRing }: { current: boolean; inRing: boolean }): SealingKey {
  return {
    id,
    current,
    inRing,
    values: { 'exchange-keys': 0, 'kyc-addresses': 0, 'authenticator-apps': 0, 'waiting-messages': 0, 'channel-addresses': 0, files: 0 },
  };
}
