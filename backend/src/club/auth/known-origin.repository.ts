import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Sealer } from '../../platform/crypto/index.js';
import type { SessionOrigin } from './session.service.js';

/** Fingerprints under the index key: they do not reveal the address. */
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

/** A session that ended for one of these reasons may have been a stranger's: its origin does not count as known. */
const trusted = `coalesce(s.end_reason, '') not in ('account-changed', 'ended-elsewhere', 'ended-by-admin')`;
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Networks and browsers that an account has signed in from, read from its sessions for as long as these are kept. */
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
   * The same statement for an account that does not exist (`userId` null). Sessions from before there were fingerprints count by their
   * network.
   */
  async of(em: EntityManager, userId: string | null, origin: SessionOrigin): Promise<Known> {
    const { subnet, device } = this.keysOf(origin);
    const id = userId ?? NOBODY;
    const [row] = await em.execute<Known[]>(
      `select coalesce(bool_or(s.subnet_key = ?::bytea and ${trusted}), false) as network, coalesce(bool_or(s.device_key = ?::bytea and ${trusted}), false) as device,
         coalesce(bool_or((s.subnet_key = ?::bytea or (s.subnet_key is null and s.network = ?)) and coalesce(s.end_reason, '') not in ('ended-elsewhere', 'ended-by-admin')), false) as seen,
         count(s.id) = 0 and exists (select 1 from users where id = ? and email_confirmed_at > now() - interval '1 day') as "firstSignIn"
       from sessions s where s.user_id = ?`,
      [subnet, device, subnet, origin.network, id, id],
    );
    return row ?? { network: false, device: false, seen: false, firstSignIn: false };
  }
}
