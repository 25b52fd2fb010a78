import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql, type SqlBool } from 'kysely';
import { DEFAULT_LANGUAGE, languageOf } from '../../platform/domain/index.js';
import { db } from '../../database.js';
import { isMailable } from '../mail/index.js';
import { memberPreferencesOf, NotificationPolicy, preferenceColumns } from '../preferences/index.js';
import { mayGet, standingColumns } from './channel-audience.query.js';
import { LEASE_SECONDS, type ClaimedDelivery, type WiredDelivery } from './delivery.repository.js';
import { isSummedUp } from './announced-kinds.rules.js';
import { eventDispatch, isMissed } from './event-dispatch.rules.js';

/** Codes of deliveries that were not tried. */
const NO_ACCESS = 'no-access';
const TURNED_OFF = 'preference';
const DISABLED = 'disabled';
const LATE = 'late';

const now = sql<string>`now()`;
const inSeconds = (seconds: number) => sql<string>`now() + make_interval(secs => ${seconds})`;

type HeldRow = Awaited<ReturnType<DeliveryWiringRepository['lockHeld']>>[number];

/** What a delivery has that is on its way. */
interface Mark {
  attempts: number;
  lease: string;
}

type Refusal = { state: 'suppressed' | 'expired'; answer: string } | { state: 'queued'; until: Date; isSummedUp: boolean };
type Verdict = { state: 'sending'; isSilent: boolean } | Refusal;

/** The statements of the moment before a request: what a claimed delivery carries, and whether it may go out. */
@Injectable()
export class DeliveryWiringRepository {
  constructor(
    private readonly em: EntityManager,
    private readonly policy: NotificationPolicy,
  ) {}

  /**
   * Marks claimed deliveries as on their way, just before their requests: right, preference, address and time are judged here. Returns, in
   * the order of the claims, null for one that must not go out, or not yet, which is stored, or that this worker no longer holds.
   */
  wire(claims: readonly ClaimedDelivery[]): Promise<(WiredDelivery | null)[]> {
    return this.em.transactional(async (tx) => {
      const judged = (await this.lockHeld(tx, claims)).map((row) => ({ row, verdict: this.judge(row) }));
      const refused = judged.flatMap(({ row: { id }, verdict }) => (verdict.state === 'sending' ? [] : [{ id, ...verdict }]));
      if (refused.length > 0) await this.letGo(tx, refused);
      const approved = judged.flatMap(({ row, verdict }) => (verdict.state === 'sending' ? [{ row, isSilent: verdict.isSilent }] : []));
      const marks = approved.length > 0 ? await this.mark(tx, approved) : new Map<string, Mark>();
      const wired = new Map(approved.map(({ row, isSilent }) => [row.id, wiredOf(row, marks.get(row.id)!, isSilent)]));
      return claims.map(({ id }) => wired.get(id) ?? null);
    });
  }

  private judge(found: HeldRow): Verdict {
    const dispatch = eventDispatch(this.policy, memberPreferencesOf(found), found);
    if (found.addressState !== 'active') return { state: 'suppressed', answer: DISABLED };
    if (!mayGet(found)) return { state: 'suppressed', answer: NO_ACCESS };
    if (dispatch.isOff) return { state: 'suppressed', answer: TURNED_OFF };
    if (found.isLate || isMissed(found)) return { state: 'expired', answer: LATE };
    if (dispatch.heldUntil !== null)
      return { state: 'queued', until: dispatch.heldUntil, isSummedUp: found.channel === 'push' && isSummedUp(found.kind) };
    return { state: 'sending', isSilent: found.isSilent || dispatch.isSilent };
  }

  /** Ends deliveries that must not go out, or lets go of them until the member's quiet hours end. Those to devices are summed up then. */
  private async letGo(tx: EntityManager, refused: readonly ({ id: string } & Refusal)[]): Promise<void> {
    const [ids, states] = [refused.map(({ id }) => id), refused.map(({ state }) => state)];
    const answers = refused.map((one) => ('answer' in one ? one.answer : null));
    const times = refused.map((one) => ('until' in one ? one.until.toISOString() : null));
    const summedUp = refused.map((one) => 'until' in one && one.isSummedUp);
    await sql`
      update deliveries d
      set state = r.state,
          last_answer = coalesce(r.answer, d.last_answer),
          available_at = coalesce(r.until, d.available_at),
          held_until = case when r.is_summed_up then r.until end,
          lease_until = null,
          updated_at = now()
      from unnest(${ids}::uuid[], ${states}::text[], ${answers}::text[], ${times}::timestamptz[], ${summedUp}::boolean[])
        as r (id, state, answer, until, is_summed_up)
      where d.id = r.id
    `.execute(db(tx));
  }

  private async mark(tx: EntityManager, approved: readonly { row: HeldRow }[]): Promise<Map<string, Mark>> {
    const ids = approved.map(({ row }) => row.id);
    const marks = await db(tx)
      .updateTable('deliveries')
      .set((eb) => ({
        state: 'sending' as const,
        wired_at: now,
        wired_revision: eb.ref('wanted_revision'),
        attempts: eb('attempts', '+', 1),
        lease_until: inSeconds(LEASE_SECONDS),
      }))
      .where(sql<SqlBool>`id = any(${ids}::uuid[])`)
      .returning(['id', 'attempts', sql<string>`lease_until::text`.as('lease')])
      .execute();
    return new Map(marks.map(({ id, ...mark }) => [id, mark]));
  }

  private lockHeld(tx: EntityManager, claims: readonly ClaimedDelivery[]) {
    const ids = claims.map(({ id }) => id);
    const leases = claims.map(({ lease }) => lease);
    return db(tx)
      .selectFrom('deliveries as d')
      .innerJoin('channel_addresses as a', 'a.id', 'd.address_id')
      .innerJoin('users as u', 'u.id', 'a.user_id')
      .innerJoin('events as e', (join) => join.onRef('e.subject_id', '=', 'd.thread_id').onRef('e.revision', '=', 'd.wanted_revision'))
      .select([
        'd.id',
        'a.id as addressId',
        'a.user_id as userId',
        'a.channel',
        'a.address',
        'a.secret',
        'a.state as addressState',
        'e.id as eventId',
        'e.kind',
        'e.revision',
        'e.audience',
        'e.payload',
        'e.is_silent as isSilent',
        'u.language',
        'd.provider_id as providerId',
        'd.is_replay as isReplay',
        'd.sent_revision as sentRevision',
      ])
      .select(standingColumns)
      .select(preferenceColumns)
      .select((eb) => [
        isMailable.$castTo<boolean>().as('isMember'),
        eb('a.last_ok_at', 'is not', null).$castTo<boolean>().as('hasAccepted'),
        eb.case().when('a.previous_secret_until', '>', now).then(eb.ref('a.previous_secret')).else(null).end().as('previousSecret'),
        eb
          .and([eb('e.expires_at', '<=', now), eb('d.is_replay', '=', false)])
          .$castTo<boolean>()
          .as('isLate'),
        sql<number>`extract(epoch from e.expires_at - now())::float8`.as('secondsLeft'),
        eb('d.created_at', '<', eb.ref('e.created_at')).$castTo<boolean>().as('hadEarlier'),
      ])
      .where(sql<SqlBool>`(d.id, d.lease_until) in (select * from unnest(${ids}::uuid[], ${leases}::timestamptz[]))`)
      .where('d.state', '=', 'claimed')
      .where('d.lease_until', '>', now)
      .orderBy('d.address_id')
      .orderBy('d.id')
      .forUpdate('d')
      .execute();
  }
}

function wiredOf(row: HeldRow, { attempts, lease }: Mark, isSilent: boolean): WiredDelivery {
  const { id, addressId, userId, channel, address, secret, previousSecret, hasAccepted } = row;
  const { eventId, kind, revision, payload, providerId, sentRevision, isReplay, secondsLeft } = row;
  const language = languageOf(row.language) ?? DEFAULT_LANGUAGE;
  return {
    id,
    attempts,
    lease,
    target: { addressId, userId, channel, language, address, secret, previousSecret, hasAccepted },
    content: { eventId, kind, revision, payload, isSilent, providerId, sentRevision },
    secondsLeft: isReplay ? Infinity : secondsLeft,
  };
}
