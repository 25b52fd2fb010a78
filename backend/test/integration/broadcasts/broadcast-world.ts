import { randomUUID } from 'node:crypto';
import { call, type SignedIn } from '../../support/people.js';
import type { TestApi } from '../../support/test-app.js';
import type { MailWorld, Person } from '../mail/mail-world.js';

/** Writes a broadcast straight into the ledger, as the service does, for tests that are about sending. */
export async function broadcast(
  world: MailWorld,
  recipients: readonly Person[],
  {
    kind = 'service',
    audience = 'all',
    subject = `News ${randomUUID()}`,
  }: { kind?: 'service' | 'news'; audience?: 'all' | 'user'; subject?: string } = {},
): Promise<string> {
  const id = randomUUID();
  await world.em().transactional(async (em) => {
    await em.execute(
      `insert into broadcasts (id, subject, message, audience, audience_user_id, kind, starts_at)
        values (?, ?, 'Line one\nLine two', ?, ?, ?, clock_timestamp())`,
      [id, subject, audience, audience === 'user' ? recipients[0]?.id : null, kind],
    );
    for (const [i, { id: userId }] of recipients.entries())
      await em.execute('insert into broadcast_deliveries (broadcast_id, user_id, position) values (?, ?, ?)', [id, userId, i + 1]);
  });
  return id;
}

export async function stateOf(
  world: MailWorld,
  id: string,
): Promise<{ state: string; counts: Record<string, number>; problem: string | null }> {
  const [row] = await world.rows<{ state: string; problem: string | null }>('select state, problem from broadcasts where id = ?', [id]);
  const counts = await world.rows<{ status: string; n: string }>(
    'select status, count(*)::text as n from broadcast_deliveries where broadcast_id = ? group by status',
    [id],
  );
  return {
    state: row?.state ?? 'missing',
    problem: row?.problem ?? null,
    counts: Object.fromEntries(counts.map(({ status, n }) => [status, Number(n)])),
  };
}

/** Ids of the deliveries of a broadcast in their order: those in the Message-IDs. */
export async function deliveryIds(world: MailWorld, id: string): Promise<Map<string, string>> {
  const rows = await world.rows<{ id: string; email: string }>(
    'select d.id, u.email from broadcast_deliveries d join users u on u.id = d.user_id where d.broadcast_id = ? order by d.position',
    [id],
  );
  return new Map(rows.map((row) => [row.email, row.id]));
}

export function send(api: TestApi, admin: SignedIn, body: object, headers: Record<string, string> = {}) {
  return call(api, 'POST', '/senduseremail', { subject: 'Hello', message: 'Dear all', ...body }, { token: admin.token, headers });
}
