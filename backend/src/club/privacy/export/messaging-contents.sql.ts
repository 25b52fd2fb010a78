import type { MemberSet } from './member-set.types.js';

/** What leaves the product for a member, and what they chose to be told about. */
export const messagingSets: MemberSet[] = [
  {
    path: 'webhooks.json',
    about:
      'Your webhooks, your Telegram account and your devices with notifications, what they were sent and what was answered; their ' +
      'addresses, which their pages show, and secrets are sealed',
    tables: ['channel_addresses', 'deliveries', 'delivery_attempts'],
    sql: `select a.id, a.channel, a.state, a.reason as "disabledBecause", a.created_at as "addedAt", a.last_ok_at as "lastAcceptedAt",
        a.failing_since as "failingSince", a.service as "pushService", a.renewed_at as "lastSeenAt",
        (select json_agg(json_build_object('about', d.thread_id, 'kind', e.kind, 'revision', e.revision, 'state', d.state,
          'createdAt', d.created_at, 'attempts', (select json_agg(json_build_object('at', t.at, 'revision', t.revision,
            'status', t.status, 'milliseconds', t.ms, 'answer', t.answer) order by t.at, t.id)
            from delivery_attempts t where t.delivery_id = d.id)) order by d.created_at, d.id)
          from deliveries d join events e on e.subject_id = d.thread_id and e.revision = d.wanted_revision
          where d.address_id = a.id) as deliveries
      from channel_addresses a where a.user_id = $1 order by a.created_at, a.id`,
  },
  {
    path: 'notifications.json',
    about: 'What you chose to be told about and where, and your quiet hours in minutes of the day',
    tables: ['notification_preferences', 'quiet_hours'],
    sql: `select n.kind, n.channel, n.value, null::int as "fromMinute", null::int as "toMinute", null as "timeZone",
          n.updated_at as "chosenAt" from notification_preferences n where n.user_id = $1
      union all select 'quiet hours', null, null, q.from_minute, q.to_minute, q.time_zone, q.updated_at
        from quiet_hours q where q.user_id = $1 order by 1, 2`,
  },
  {
    path: 'daily-email.json',
    about: 'What your next daily email about signals will tell, and when it is due',
    tables: ['signal_digests'],
    sql: `select due_at as "dueAt", events from signal_digests where user_id = $1`,
  },
  {
    path: 'notification-centre.json',
    about: 'What you were told in the notification centre, and how far you have read what is for all members',
    tables: ['notices', 'notice_cursors'],
    sql: `select n.kind, n.facts, n.created_at as "toldAt", n.read_at as "readAt" from notices n where n.user_id = $1
      union all select 'items for all members', jsonb_build_object('items', c.read_ids), null, c.read_until
        from notice_cursors c where c.user_id = $1 order by 3, 1`,
  },
  {
    path: 'telegram-links.json',
    about: 'Links with which you wanted to connect Telegram and that were not confirmed',
    tables: ['telegram_link_codes'],
    sql: `select created_at as "createdAt", expires_at as "expiresAt", used_at as "usedAt", is_refused as "refused"
      from telegram_link_codes where user_id = $1`,
  },
  {
    path: 'signal-drafts.json',
    about: 'Drafts of signals that you sent to your own Telegram',
    tables: ['signal_drafts'],
    sql: `select terms, state, created_at as "sentAt", expires_at as "expiresAt", signal_id as signal
      from signal_drafts where user_id = $1 order by created_at, id`,
  },
  {
    path: 'telegram-group.json',
    about: 'The state of your Telegram account in the group of members. The account itself is encrypted and left out.',
    tables: ['chat_members'],
    sql: `select status, link_expires_at as "linkExpiresAt", created_at as "createdAt", updated_at as "changedAt", checked_at as "checkedAt"
      from chat_members where user_id = $1`,
  },
];
