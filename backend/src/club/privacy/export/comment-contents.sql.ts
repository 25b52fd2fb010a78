import type { MemberSet } from './member-set.types.js';

/** What a member wrote, reported and marked in comments, and where others mention them. */
export const commentSet: MemberSet = {
  path: 'comments.json',
  about: 'Your display name, your comments and replies, your reactions, comments that you reported, and comments that mention you',
  tables: ['community_profiles', 'comments', 'comment_mentions', 'comment_reactions', 'comment_reports'],
  sql: `select x.kind, x.at, x.content from (
      select 'display name' as kind, p.name_changed_at as at, jsonb_build_object('name', p.display_name,
        'guidelinesVersion', p.guidelines_version, 'guidelinesAcceptedAt', p.guidelines_agreed_at, 'mutedUntil', p.muted_until,
        'mutedReason', p.muted_reason, 'bannedAt', p.banned_at, 'bannedReason', p.banned_reason) as content
      from community_profiles p where p.user_id = $1
      union all
      select 'comment', c.created_at, jsonb_build_object('id', c.id, 'on', c.subject_kind, 'subject', c.subject_id,
        'replyTo', c.parent_id, 'text', c.text, 'state', c.state, 'reason', c.reason, 'editedAt', c.edited_at)
      from comments c where c.author_id = $1
      union all
      select 'mention', c.created_at, jsonb_build_object('comment', c.id, 'on', c.subject_kind, 'subject', c.subject_id)
      from comments c where c.id in (select m.comment_id from comment_mentions m where m.user_id = $1)
      union all
      select 'reaction', r.created_at, jsonb_build_object('comment', r.comment_id, 'reaction', r.reaction)
      from comment_reactions r where r.user_id = $1
      union all
      select 'report', r.created_at, jsonb_build_object('comment', r.comment_id, 'reason', r.reason, 'details', r.details)
      from comment_reports r where r.user_id = $1) x order by x.at, x.kind, x.content::text`,
};
