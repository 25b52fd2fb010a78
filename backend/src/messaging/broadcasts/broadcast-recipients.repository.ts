import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { expressionBuilder, sql } from 'kysely';
import { db, type Database } from '../../database.js';
import { addressBounces, isMailable } from '../mail/index.js';
import { choseByEmail, NotificationPolicy, wantsEmail, type ClubDefaults } from '../preferences/index.js';
import { type PersonalField, lacksField } from '../personal-fields/index.js';
import { isAmong } from './broadcast-segment.query.js';
import { NO_ADDRESS, NO_NEWS, type BroadcastKind, type Recipients } from './broadcast.types.js';

/** Recipients of a broadcast now, and who is left out and why. Numbers of people. */
export interface Reach {
  /** Everybody whom the audience names. */
  people: number;
  /** Of them, those who cannot be written to: not confirmed, deactivated, rejected or waiting to be erased. */
  unreachable: number;
  /** Of the others, those who turned news off, and those whose address takes no mail. None of a service broadcast. */
  refusedNews: number;
  bouncing: number;
  /** Members who get the email. */
  recipients: number;
  /** Recipients without a value for a field that the text needs. */
  lacking: { field: PersonalField; people: number }[];
  /** Recipients whose time zone is known; for the others the club's counts. */
  withZone: number;
}

/** A time zone of recipients and when the broadcast is due in it. */
export interface ZoneInstant {
  zone: string;
  at: Date;
}

const eb = expressionBuilder<Database & { u: Database['users'] }, 'u'>();

/** Users with a preference about news or any bounce. All others have the default: the conditions that read tables run for few. */
const mayDiffer = eb.or([choseByEmail('news'), eb('u.id', 'in', eb.selectFrom('mail_bounces as h').select('h.user_id'))]);

/** Returns the reason why a user gets no email of this kind, as the delivery stores it; null: they get it. */
function newsRefusalOf(kind: BroadcastKind, club: ClubDefaults) {
  if (kind === 'service') return sql<string | null>`null::text`;
  const byDefault = club.news?.email === 'off' ? sql`${NO_NEWS}::text` : sql`null`;
  return sql<string | null>`case when ${mayDiffer} then
    case when not ${wantsEmail('news', club)} then ${NO_NEWS}::text when ${addressBounces} then ${NO_ADDRESS}::text end
    else ${byDefault} end`;
}

const zoneOf = sql<string | null>`(select q.time_zone from quiet_hours q where q.user_id = u.id)`;

/** Counts the recipients of broadcasts and stores them. Each is one statement for any number of members. */
@Injectable()
export class BroadcastRecipientsRepository {
  constructor(private readonly policy: NotificationPolicy) {}

  /** `needed`: fields that the text has without a fallback. */
  async count(em: EntityManager, recipients: Recipients, kind: BroadcastKind, needed: readonly PersonalField[]): Promise<Reach> {
    const { rows } = await sql<
      Record<'people' | 'mailable' | 'refused' | 'bouncing' | 'recipients' | 'zones', string> & { lacking: string[] }
    >`
      select count(*) as people, count(*) filter (where mailable) as mailable,
        count(*) filter (where mailable and refusal = ${NO_NEWS}) as refused,
        count(*) filter (where mailable and refusal = ${NO_ADDRESS}) as bouncing,
        count(*) filter (where gets) as recipients, count(*) filter (where gets and zone is not null) as zones,
        array[${sql.join(needed.map((field) => sql`count(*) filter (where gets and ${sql.ref(field)})`))}]::text[] as lacking
      from (select f.*, mailable and refusal is null as gets
            from (select ${isMailable} as mailable, ${newsRefusalOf(kind, this.policy.club)} as refusal, ${zoneOf} as zone
                    ${needed.length > 0 ? sql`, ${sql.join(needed.map((field) => sql`${lacksField(field)} as ${sql.ref(field)}`))}` : sql``}
                  from users u where ${isAmong(recipients)}) f) g`.execute(db(em));
    const row = rows[0]!;
    return {
      people: Number(row.people),
      unreachable: Number(row.people) - Number(row.mailable),
      refusedNews: Number(row.refused),
      bouncing: Number(row.bouncing),
      recipients: Number(row.recipients),
      lacking: needed.map((field, i) => ({ field, people: Number(row.lacking[i]) })).filter(({ people }) => people > 0),
      withZone: Number(row.zones),
    };
  }

  /** The time zones that members have set. */
  async zones(em: EntityManager): Promise<string[]> {
    const rows = await db(em).selectFrom('quiet_hours').select('time_zone').distinct().execute();
    return rows.map((row) => row.time_zone);
  }

  /**
   * Stores who gets a broadcast. `due`: when each zone's recipients get it, and everybody else; null: as soon as it starts. Deliveries are
   * in the order in which they are due.
   */
  async insertFor(
    tx: EntityManager,
    { id, kind }: { id: string; kind: BroadcastKind },
    recipients: Recipients,
    due: { zones: readonly ZoneInstant[]; others: Date } | null = null,
  ): Promise<{ queued: number; suppressed: number }> {
    const at = due
      ? sql<string>`greatest(now(), coalesce((select z.at from unnest(${due.zones.map(({ zone }) => zone)}::text[],
          ${due.zones.map((zone) => zone.at.toISOString())}::timestamptz[]) z (zone, at) where z.zone = ${zoneOf}),
          ${due.others.toISOString()}::timestamptz))`
      : sql<string>`now()`;
    const { rows } = await sql<{ queued: string; suppressed: string }>`
      with ledger as (
        insert into broadcast_deliveries (broadcast_id, user_id, position, status, last_answer, available_at)
        select ${id}::uuid, f.id, row_number() over (order by f.due, f.created_at, f.id),
          case when f.refusal is null then 'queued' else 'suppressed' end, f.refusal, f.due
        from (select u.id, u.created_at, ${newsRefusalOf(kind, this.policy.club)} as refusal, ${at} as due
              from users u where ${isAmong(recipients)} and ${isMailable}) f
        returning status
      )
      select count(*) filter (where status = 'queued') as queued, count(*) filter (where status = 'suppressed') as suppressed
      from ledger`.execute(db(tx));
    return { queued: Number(rows[0]?.queued ?? 0), suppressed: Number(rows[0]?.suppressed ?? 0) };
  }
}
