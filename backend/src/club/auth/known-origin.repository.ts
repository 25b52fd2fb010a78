import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql, type Expression, type SqlBool } from 'kysely';
import { Sealer } from '../../platform/crypto/index.js';
import { db } from '../../database.js';
import type { SessionOrigin } from './session.service.js';

/** Fingerprints under the index key, which do not reveal the address. */
export interface OriginKeys {
  subnet: Buffer | null;
  device: Buffer;
}

export interface Known {
  network: boolean;
  device: boolean;
  /** A session was opened from this network and was not ended by the owner or an admin: the owner gets no notice. */
  seen: boolean;
  /** The account has had no session yet, and its address was confirmed within a day. */
  firstSignIn: boolean;
}

/** Excludes sessions whose end reason suggests that a stranger opened them. */
const trusted = sql<SqlBool>`coalesce(s.end_reason, '') not in ('account-changed', 'ended-elsewhere', 'ended-by-admin')`;
const notRevoked = sql<SqlBool>`coalesce(s.end_reason, '') not in ('ended-elsewhere', 'ended-by-admin')`;
const any = (condition: Expression<SqlBool>) => sql<boolean>`coalesce(bool_or(${condition}), false)`;
const UNKNOWN_USER = '00000000-0000-0000-0000-000000000000';

/** Reads the networks and browsers that an account has signed in from, out of its stored sessions. */
@Injectable()
export class KnownOriginRepository {
  constructor(private readonly sealer: Sealer) {}

  keysOf({ subnet, device }: SessionOrigin): OriginKeys {
    return {
      subnet: subnet === null ? null : this.sealer.fingerprint(`sign-in-subnet:${subnet}`),
      device: this.sealer.fingerprint(`sign-in-device:${device}`),
    };
  }

  /**
   * Runs the same statement for an unknown account (`userId` null), so that the time does not differ. Sessions without fingerprints, from
   * earlier versions, match by their network.
   */
  async of(em: EntityManager, userId: string | null, origin: SessionOrigin): Promise<Known> {
    const { subnet, device } = this.keysOf(origin);
    const id = userId ?? UNKNOWN_USER;
    return db(em)
      .selectFrom('sessions as s')
      .select((eb) => {
        const sameSubnet = eb('s.subnet_key', '=', subnet);
        const sameNetwork = eb.or([sameSubnet, eb.and([eb('s.subnet_key', 'is', null), eb('s.network', '=', origin.network)])]);
        const justConfirmed = eb
          .selectFrom('users')
          .select('id')
          .where('id', '=', id)
          .where('email_confirmed_at', '>', sql<string>`now() - interval '1 day'`);
        return [
          any(eb.and([sameSubnet, trusted])).as('network'),
          any(eb.and([eb('s.device_key', '=', device), trusted])).as('device'),
          any(eb.and([sameNetwork, notRevoked])).as('seen'),
          sql<boolean>`count(s.id) = 0 and ${eb.exists(justConfirmed)}`.as('firstSignIn'),
        ];
      })
      .where('s.user_id', '=', id)
      .executeTakeFirstOrThrow();
  }
}
