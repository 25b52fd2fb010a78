import { randomBytes } from 'node:crypto';
import { eventually } from './eventually.js';
import { expectations, shownAndExpected, type HistoryRoute, type VenueRows } from './expected-rows.js';
import { join, kycForm, signIn, Api } from './member-api.js';
import { ADMIN, type Tidemark } from './tidemark.js';

export interface Admitted {
  member: Api;
  admin: Api;
  userId: string;
  email: string;
}

export const PASSWORD = 'seven lanterns over the harbour';

/** A new member sends KYC with this key. */
export async function applyWithKey(product: Tidemark, key: { apiKey: string; secretKey: string }): Promise<Admitted> {
  const api = new Api(product.url);
  const email = `member.${randomBytes(4).toString('hex')}@club.example`;
  const { api: member, userId } = await join(api, { email, password: PASSWORD, membership: 'trade club' });
  const reply = await member.post('/createkyc', kycForm(key));
  if (reply.status !== 201) throw new Error(`KYC of ${email}: ${reply.status} ${JSON.stringify(reply.body)}`);
  const { api: admin } = await signIn(api, ADMIN.email, ADMIN.password);
  return { member, admin, userId, email };
}

export async function approve({ admin, userId }: Admitted): Promise<void> {
  const reply = await admin.get(`/approvekyc/${userId}`);
  if (reply.status !== 200) throw new Error(`approval: ${reply.status} ${reply.body.message}`);
}

/** Waits for the first sync of a member to end. */
export async function synced({ admin, userId }: Pick<Admitted, 'admin' | 'userId'>, deadlineMs = 120_000): Promise<void> {
  await eventually(async () => {
    const wallet = await admin.get(`/wallet/${userId}`);
    const { syncedAt } = wallet.body as unknown as { syncedAt: string | null };
    if (!syncedAt) throw new Error(`not synced yet: ${JSON.stringify((await runs(admin, userId)).body)}`);
  }, deadlineMs);
}

/** Has the account read until no gap is left: what no row pointed at, back to the exchange's first day. */
export async function settled({ admin, userId }: Admitted, deadlineMs = 180_000): Promise<void> {
  await eventually(async () => {
    const { lastRun, coverage } = (await admin.get(`/admin/members/${userId}`)).body as unknown as {
      lastRun: { state: string } | null;
      coverage: { dataset: string; gapCount: number }[];
    };
    const open = coverage.filter(({ gapCount }) => gapCount > 0);
    if (lastRun?.state === 'done' && open.length > 0) await admin.post(`/admin/members/${userId}/sync`);
    if (lastRun?.state !== 'done' || open.length > 0) throw new Error(`not settled yet: ${JSON.stringify({ lastRun, open })}`);
  }, deadlineMs);
}

export function runs(admin: Api, userId: string) {
  return admin.get(`/admin/sync-runs?filter=${encodeURIComponent(JSON.stringify({ userId }))}`);
}

/** Data sets whose shown rows are not the venue's, with how they differ; empty when all are equal. */
export async function differences(api: Api, userId: string, venue: VenueRows): Promise<string[]> {
  const found: string[] = [];
  for (const route of Object.keys(expectations) as HistoryRoute[]) {
    const { shown, expected } = await shownAndExpected(api, route, userId, venue);
    if (JSON.stringify(shown) === JSON.stringify(expected)) continue;
    const missing = expected.filter((row) => !shown.includes(row));
    const surplus = shown.filter((row) => !expected.includes(row));
    found.push(
      `${route}: ${shown.length} rows shown, ${expected.length} expected; missing ${missing.length} (${missing[0]}), surplus ` +
        `${surplus.length} (${surplus[0]})`,
    );
  }
  return found;
}
