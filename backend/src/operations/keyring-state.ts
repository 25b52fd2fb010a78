import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Clock } from '../common/domain/index.js';
import { AppConfig } from '../config/index.js';

/** What is sealed, in an operator's words. */
export const sealedPlaces = ['exchange-keys', 'kyc-addresses', 'authenticator-apps', 'waiting-messages', 'files'] as const;
export type SealedPlace = (typeof sealedPlaces)[number];

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

/** The id of the key stands in clear before what it sealed (security 3.1): `0xE1 | length | id`. */
const keyOf = (value: string) => `case when octet_length(${value}) > 2 and get_byte(${value}, 0) = 225 then convert_from(substring(${value} from 3 for get_byte(${value}, 1)), 'UTF8') end`;
const place = (name: SealedPlace, table: string, column: string) => `select '${name}' as place, ${keyOf(column)} as kid from ${table} where ${column} is not null`;

const statement = `select place, kid, count(*)::int as n from (
    ${place('exchange-keys', 'exchange_accounts', 'api_key')}
    union all ${place('exchange-keys', 'exchange_accounts', 'secret_key')}
    union all ${place('exchange-keys', 'exchange_accounts', 'passphrase')}
    union all ${place('kyc-addresses', 'kyc_submissions', 'address')}
    union all ${place('authenticator-apps', 'totp_factors', 'seed')}
    union all ${place('waiting-messages', 'outbox', 'payload')}
    union all select 'files' as place, key_id as kid from files
  ) sealed group by place, kid`;

interface Row {
  place: SealedPlace;
  kid: string | null;
  n: number;
}

/** Which keys hold what: a key that holds nothing may be taken out of the ring. Never a key itself. */
@Injectable()
export class KeyringStates {
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
    const rows = await this.em.execute<Row[]>(statement);
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
  return { id, current, inRing, values: { 'exchange-keys': 0, 'kyc-addresses': 0, 'authenticator-apps': 0, 'waiting-messages': 0, files: 0 } };
}
