import type { EntityManager } from '@mikro-orm/postgresql';
import { VERIFIED } from '../audit/index.js';
import { SILENT_SECONDS } from './heartbeat.service.js';

/** Ages are in seconds. Null: no rows. */
export interface BacklogRow {
  sync_overdue: number;
  sync_accounts: number;
  /** In the order of `QUANTILES`. */
  sync_ages: number[] | null;
  keys: Record<string, number> | null;
  kyc: number;
  kyc_age: number;
  payments: number;
  payments_age: number;
  unsealed_age: number;
  verified: { broken: boolean; age: number } | null;
  backup_age: number;
  processes: Record<string, number> | null;
}

export const QUANTILES = [0.5, 0.95, 1];

const age = (moment: string) => `coalesce(greatest(0, extract(epoch from now() - ${moment})), 0)::float8`;
/** Members in the rejected list wait for no decision. */
const pending = (table: string) => `from ${table} k join users u on u.id = k.user_id where k.status = 'pending' and u.rejected_at is null`;
/** A member who is asked for a document waits for no decision, and the time until they send it is not counted. */
const queued = `and not exists (select 1 from document_requests r where r.kind = 'kyc' and r.submission_id = k.id and r.ended_at is null)`;
const synced = 'from exchange_accounts where is_current and sync_enabled';

const statement = `select
    (select ${age('min(next_sync_at)')} ${synced}) as sync_overdue,
    (select count(*)::int ${synced}) as sync_accounts,
    (select percentile_disc(array[${QUANTILES.join(', ')}])
         within group (order by extract(epoch from now() - coalesce(last_synced_at, created_at))::float8)
       ${synced}) as sync_ages,
    (select json_object_agg(key_state, n)
       from (select key_state, count(*) as n from exchange_accounts where is_current group by key_state) k) as keys,
    (select count(*)::int ${pending('kyc_submissions')} ${queued}) as kyc,
    (select ${age('min(k.submitted_at + make_interval(secs => k.waited_seconds))')} ${pending('kyc_submissions')} ${queued}) as kyc_age,
    (select count(*)::int ${pending('payments')}) as payments,
    (select ${age('min(k.submitted_at)')} ${pending('payments')}) as payments_age,
    (select ${age('min(at)')} from audit_unsealed) as unsealed_age,
    (select json_build_object('broken', detail ->> 'fault' is not null, 'age', extract(epoch from now() - at))
       from audit_events where action = '${VERIFIED}' order by at desc limit 1) as verified,
    (select ${age('coalesce((select max(at) from backup_runs), (select min(executed_at) from mikro_orm_migrations))')}) as backup_age,
    (select json_object_agg(role, n)
       from (select role, count(*) as n from process_beats
              where seen_at > now() - interval '${SILENT_SECONDS} seconds' group by role) p) as processes`;

/** Reads every backlog in one statement, by the database's clock. */
export async function readBacklog(em: EntityManager): Promise<BacklogRow> {
  const [row] = await em.execute<BacklogRow[]>(statement);
  return row!;
}
