import type { EntityManager } from '@mikro-orm/postgresql';
import type { Page } from '../common/http/index.js';
import { Conditions, COUNT_CAP } from '../common/persistence/list-reader.js';

export interface AuditFilter {
  id?: string[];
  /** The beginning of an action: `kyc.`. */
  q?: string;
  action?: string;
  actorId?: string;
  /** Somebody: what they did, what was done to them, and what became of what they submitted. */
  about?: string;
  targetType?: string;
  targetId?: string;
  /** Inclusive. */
  from?: Date;
  /** Exclusive. */
  to?: Date;
}

export type Order = 'ASC' | 'DESC';

/** What is read begins behind this event. `at` as the database writes it: with every microsecond. */
export interface Since {
  id: string;
  at: string;
  order: Order;
}

/**
 * The ways to the events about somebody, each through an index of its own. Decisions hang on a submission and not on its member: they are found by the
 * submissions that the log itself knows of them. An admin submits nothing, and has too many lines to look for it.
 */
const ABOUT = [
  'e.actor_id = ?',
  `e.target_type = 'user' and e.target_id = ?`,
  `e.action = 'file.view' and e.detail ->> 'userId' = ?`,
  `(e.target_type, e.target_id) in (
     select o.target_type, o.target_id from audit_events o
     where o.actor_id = (select u.id from users u where u.id = ? and u.role <> 'admin') and o.action in ('kyc.submit', 'payment.submit', 'privacy.export-ask') and o.target_id is not null)`,
];

/** One set of conditions, or several whose events together are the list. */
export function waysTo(filter: AuditFilter, since?: Since): Conditions[] {
  const { about } = filter;
  if (about === undefined) return [narrowed(new Conditions(), filter, since)];
  return ABOUT.map((text) => narrowed(new Conditions().add(text, about), filter, since));
}

function narrowed(where: Conditions, { id, q, action, actorId, targetType, targetId, from, to }: AuditFilter, since?: Since): Conditions {
  where.ids('e.id', id).given('e.action = ?', action).given('e.actor_id = ?', actorId);
  where.given('e.target_type = ?', targetType).given('e.target_id = ?', targetId).given('e.at >= ?', from).given('e.at < ?', to);
  if (q) where.add('e.action like ?', `${q.replaceAll(/[\\%_]/g, '\\$&')}%`);
  if (since) where.add(`(e.at, e.id) ${since.order === 'ASC' ? '>' : '<'} (?::timestamptz, ?::uuid)`, since.at, since.id);
  return where;
}

interface Statement {
  text: string;
  values: unknown[];
}

/** The ids of a page alone: an index holds them, so that a page deep in the log reads no event before its own. */
function idsOf(ways: readonly Conditions[], order: Order, { offset, limit }: Page): Statement {
  const by = `at ${order}, id ${order}`;
  const [only] = ways;
  if (ways.length === 1 && only) {
    return {
      text: `select e.id from audit_events e where ${only.text} order by e.at ${order}, e.id ${order} limit ? offset ?`,
      values: [...only.values, limit, offset],
    };
  }
  const parts = ways.map(
    ({ text }) => `(select e.id, e.at from audit_events e where ${text} order by e.at ${order}, e.id ${order} limit ?)`,
  );
  return {
    text: `select id from (${parts.join(' union ')}) found order by ${by} limit ? offset ?`,
    values: [...ways.flatMap(({ values }) => [...values, offset + limit]), limit, offset],
  };
}

const columns = `e.id, e.at, e.at::text as place, e.actor_id, e.actor_role, e.network, e.action, e.target_type, e.target_id, e.detail, s.seq, encode(s.hash, 'hex') as hash`;

/** Outside of any transaction: a file goes on being read after the request that began it. */
export function readPage<Row extends object>(em: EntityManager, ways: readonly Conditions[], order: Order, page: Page): Promise<Row[]> {
  const { text, values } = idsOf(ways, order, page);
  return em
    .getConnection()
    .execute<Row[]>(
      `select ${columns} from (${text}) page join audit_events e on e.id = page.id left join audit_seals s on s.event_id = e.id order by e.at ${order}, e.id ${order}`,
      values,
    );
}

/** Exact up to `cap`, one more beyond. */
export async function countEvents(em: EntityManager, ways: readonly Conditions[], cap = COUNT_CAP): Promise<number> {
  const parts = ways.map(({ text }) => `(select e.id from audit_events e where ${text} limit ${cap + 1})`);
  const [row] = await em.execute<{ n: string }[]>(
    `select count(*)::text as n from (select id from (${parts.join(' union ')}) found limit ${cap + 1}) counted`,
    ways.flatMap(({ values }) => values),
  );
  return Number(row?.n ?? 0);
}

/** Every action that stands in the log, from one to the next by the index, however many lines each has. */
export async function actionsOf(em: EntityManager): Promise<string[]> {
  const next = (behind: string) => `(select action from audit_events${behind} order by action using ~<~ limit 1)`;
  const rows = await em.execute<{ action: string }[]>(
    `with recursive actions(action) as (select ${next('')} union all select ${next(' where action ~>~ actions.action')} from actions where actions.action is not null)
     select action from actions where action is not null order by action limit 500`,
  );
  return rows.map(({ action }) => action);
}
