import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Clock } from '../../platform/domain/index.js';
import { AppConfig } from '../../platform/config/index.js';
import { keyUse, type SealedPlace } from './sealed-columns.sql.js';

export interface SealingKey {
  id: string;
  /** Seals what is new. */
  current: boolean;
  /** False: something was sealed with it, and it is not there to open that. */
  inRing: boolean;
  /** How many values it has sealed, by place. */
  values: Record<SealedPlace, number>;
}

export interface KeyringState {
  keys: SealingKey[];
  /** Files whose key was not written down when they were sealed. */
  unknownFiles: number;
  readAt: Date;
}

/** Counting goes through every sealed value: it is done once a minute at most. */
const KEPT_MS = 60_000;

interface Row {
  place: SealedPlace;
  kid: string | null;
  n: number;
}

/** Which keys hold what: a key that holds nothing may be taken out of the ring. Never a key itself. */
@Injectable()
export class KeyringStateService {
  #kept: { until: number; state: Promise<KeyringState> } | null = null;

  constructor(
    private readonly em: EntityManager,
    private readonly config: AppConfig,
    private readonly clock: Clock,
  ) {}

  /** At most a minute old. */
  read(): Promise<KeyringState> {
    const now = this.clock.now().getTime();
    if (this.#kept && now < this.#kept.until) return this.#kept.state;
    const state = this.count();
    const kept = { until: now + KEPT_MS, state };
    this.#kept = kept;
    // A failure is not kept.
    state.catch(() => {
      if (this.#kept === kept) this.#kept = null;
    });
    return state;
  }

  private async count(): Promise<KeyringState> {
    const rows = await this.em.execute<Row[]>(keyUse);
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
    values: { 'exchange-keys': 0, 'kyc-addresses': 0, 'authenticator-apps': 0, 'waiting-messages': 0, files: 0 },
  };
}
