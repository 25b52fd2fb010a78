import { sql, type RawBuilder } from 'kysely';
import { retentionTable } from '../../platform/config/index.js';
import { fieldValuesOf } from '../personal-fields/index.js';
import type { NoticePosition, NoticeReader } from './notice.types.js';

/** Older items are not listed, and not counted: those of one member are deleted then. */
const LISTED_DAYS = retentionTable.noticeDays;
/** Where nobody counts any further: the bell shows 9+. */
export const MAX_COUNTED = 100;

const window = sql`make_interval(days => ${sql.lit(LISTED_DAYS)})`;

/** Which items are read from each table: the newest below a position, or those that are not read. */
export interface Slice {
  before?: NoticePosition | null;
  unreadOnly?: boolean;
  limit: number;
}

/** The relation `r`, one row: since when which items are for this member, and how far they have read. */
export const reader = ({ userId }: NoticeReader) => sql`
  select u.id, u.role, greatest(u.created_at, now() - ${window}) as since,
    greatest((select max(p.decided_at) from payments p where p.user_id = u.id and p.status = 'approved'),
      u.created_at, now() - ${window}) as signals_since,
    coalesce(c.read_until, 'epoch') as read_until, coalesce(c.read_ids, '[]') as read_ids, ${fieldValuesOf} as field_values
  from users u left join notice_cursors c on c.user_id = u.id where u.id = ${userId}`;

export const instantOf = ({ micros }: NoticePosition) => sql<string>`('epoch'::timestamptz + ${`${micros} microseconds`}::interval)`;

export const microsOf = (at: RawBuilder<unknown>) => sql<string>`(extract(epoch from ${at}) * 1000000)::bigint::text`;

/** Bounds one table by itself: its index gives the newest, whatever the others have. */
function sliced(slice: Slice | null, at: RawBuilder<unknown>, id: RawBuilder<unknown>, unread: RawBuilder<unknown>) {
  if (slice === null) return sql``;
  const { before = null, unreadOnly = false, limit } = slice;
  return sql`${before ? sql`and (${at}, ${id}) < (${instantOf(before)}, ${before.id}::uuid)` : sql``}
    ${unreadOnly ? sql`and ${unread}` : sql``} order by ${at} desc, ${id} desc limit ${limit}`;
}

/** Notices of one member. */
const personal = ({ userId }: NoticeReader, slice: Slice) => sql`
  (select n.id, n.created_at as at, n.kind, n.facts::text as content, n.read_at is not null as is_read
  from notices n where n.user_id = ${userId} and n.created_at > now() - ${window}
  ${sliced(slice, sql`n.created_at`, sql`n.id`, sql`n.read_at is null`)})`;

const isRead = (at: RawBuilder<unknown>, id: RawBuilder<unknown>) =>
  sql`(${at} <= (select read_until from r) or jsonb_exists((select read_ids from r), ${id}::text))`;
/** The first condition is one that an index knows. */
const isUnread = (at: RawBuilder<unknown>, id: RawBuilder<unknown>) => sql`${at} > (select read_until from r) and not ${isRead(at, id)}`;

/**
 * What is for many members and for this one: signals while they may see them, and from the start of that right; broadcasts to their
 * audience that are being sent or have been; analyses while they are published. The audience of a broadcast to a segment are those who
 * have a delivery of it. Needs the relation `r`. Without a slice: all of them.
 */
export const clubItems = ({ seesSignals }: NoticeReader, slice: Slice | null = null) => {
  const [signalAt, signalId, newsAt, newsId] = [sql`e.created_at`, sql`e.id`, sql`b.announced_at`, sql`b.id`];
  const [postAt, postId] = [sql`p.published_at`, sql`p.id`];
  return sql`
  (select e.id, e.created_at as at, e.kind, e.payload as content, ${isRead(signalAt, signalId)} as is_read
  from events e where e.audience = 'signal-readers' and e.created_at >= (select signals_since from r) and ${seesSignals}::boolean
  ${sliced(slice, signalAt, signalId, isUnread(signalAt, signalId))})
  union all
  (select p.id, p.published_at, 'analysis', json_build_object('title', p.title, 'slug', p.slug)::text, ${isRead(postAt, postId)}
  from analysis_posts p where p.state = 'published' and p.published_at >= (select since from r)
  ${sliced(slice, postAt, postId, isUnread(postAt, postId))})
  union all
  (select b.id, b.announced_at, 'broadcast',
    json_build_object('subject', b.subject, 'message', b.message, 'values', (select field_values from r))::text, ${isRead(newsAt, newsId)}
  from broadcasts b where b.announced_at between (select since from r) and now() and b.state in ('sending', 'done')
    and (b.audience in ('all', (select role from r)) or b.audience_user_id = (select id from r)
      or b.audience = 'segment' and exists (
        select from broadcast_deliveries d where d.broadcast_id = b.id and d.user_id = (select id from r)))
  ${sliced(slice, newsAt, newsId, isUnread(newsAt, newsId))})`;
};

/** Whatever this member is told. */
export const allItems = (who: NoticeReader, slice: Slice) => sql`${personal(who, slice)} union all ${clubItems(who, slice)}`;
