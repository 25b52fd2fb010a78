import { jest } from '@jest/globals';
import type {
  AccessWire,
  CommunityProfileWire,
  KycQueueCountsWire,
  MyCurrencyWire,
  PermissionWire,
  TeamRoleWire,
} from '../../src/lib/wire/types';

/** One call as it reached the edge of the network. */
export interface Call {
  method: string;
  path: string;
  search: URLSearchParams;
  authorization: string | null;
  json: unknown;
}

export interface Reply {
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
}

type Answerer = Reply | ((call: Call) => Reply | Promise<Reply>);

/** `"GET /getuser"` to its answer; a path ending in `*` answers everything that begins so. */
export type Routes = Record<string, Answerer>;

export const config: Reply = {
  body: {
    message: '',
    data: {
      exchange: 'sandbox',
      developmentMailbox: true,
      minimumPasswordLength: 12,
      platforms: [{ id: 'binance', name: 'Binance', passphrase: false }],
      egressAddress: null,
    },
  },
};

function find(routes: Routes, key: string): Answerer | undefined {
  const exact = routes[key];
  if (exact !== undefined) return exact;
  return Object.entries(routes).find(([route]) => route.endsWith('*') && key.startsWith(route.slice(0, -1)))?.[1];
}

const permissions: readonly PermissionWire[] = [
  'dashboard.read',
  'users.read',
  'users.export',
  'users.block',
  'kyc.read',
  'kyc.decide',
  'kyc.reveal',
  'payments.read',
  'payments.decide',
  'erasure.read',
  'erasure.decide',
  'sync.read',
  'sync.start',
  'trades.read',
  'trades.export',
  'signals.read',
  'signals.publish',
  'analysis.read',
  'analysis.publish',
  'calendar.read',
  'calendar.publish',
  'calendar.signups',
  'site.read',
  'comments.read',
  'comments.moderate',
  'site.publish',
  'broadcasts.read',
  'broadcasts.send',
  'audit.read',
  'system.read',
  'system.manage',
  'team.read',
  'team.manage',
  'invoices.read',
  'invoices.export',
  'invoices.void',
  'addresses.approve',
  'fund.read',
  'fund.manage',
  'fund.invoice',
  'disputes.read',
  'disputes.decide',
];

/** What the server says of a person of the team; without permissions of an admin, who holds all. */
export const access = (teamRole: TeamRoleWire = 'admin', held: readonly PermissionWire[] = permissions): Reply => ({
  body: { message: '', data: { teamRole, permissions: held } satisfies AccessWire },
});

/** What the server says of a member's currency; without a rate of a member who chose none. */
export const currency = (choice: Partial<MyCurrencyWire> = {}): Reply => ({
  body: {
    message: '',
    data: { currency: 'USD', currencies: ['USD'], conversion: null, problem: null, ...choice } satisfies MyCurrencyWire,
  },
});

/** What the server says of a member's display name; by itself they have one and may write. */
export const community = (changes: Partial<CommunityProfileWire> = {}): Reply => ({
  body: {
    message: '',
    data: {
      displayName: 'Sea Wolf',
      nameChangeableAt: '2026-12-29T10:00:00.000Z',
      guidelinesVersion: 1,
      agreedVersion: 1,
      mutedUntil: null,
      reason: null,
      block: null,
      ...changes,
    } satisfies CommunityProfileWire,
  },
});

/** What the server counts of the queue of KYC; by itself nothing waits. */
export const queueCounts = (counts: Partial<KycQueueCountsWire> = {}): Reply => ({
  body: {
    message: '',
    data: {
      total: 0,
      serviceHours: 24,
      values: { userType: [], platform: [], country: [], keyState: [], age: [], reviewer: [], waitsFor: [] },
      ...counts,
    } satisfies KycQueueCountsWire,
  },
});

/** Stands in for the network: the app's own client runs unchanged. What no route answers is a 404. Answers the calls made. */
export function serve(routes: Routes): Call[] {
  const calls: Call[] = [];
  globalThis.fetch = jest.fn(async (input: unknown, init: RequestInit = {}) => {
    const url = new URL(String(input), 'http://localhost');
    const headers = new Headers(init.headers);
    const call: Call = {
      method: init.method ?? 'GET',
      path: url.pathname.replace('/api/v1', ''),
      search: url.searchParams,
      authorization: headers.get('Authorization'),
      json: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    };
    calls.push(call);
    const answerer = find(
      {
        'GET /public/config': config,
        'GET /me/access': access(),
        'GET /me/currency': currency(),
        'GET /me/notifications/unread': { body: { message: '', data: { unread: 0 } } },
        'GET /me/community': community(),
        'GET /me/comments': { body: { message: '', data: { comments: [], next: null } } },
        'GET /admin/kyc-reviews/counts': queueCounts(),
        'GET /admin/deliveries/of-signal/*': { body: { message: '', data: [] } },
        ...routes,
      },
      `${call.method} ${call.path}`,
    );
    const reply =
      typeof answerer === 'function'
        ? await answerer(call)
        : (answerer ?? { status: 404, body: { statusCode: 404, message: 'Not found' } });
    const status = reply.status ?? 200;
    const text = reply.body === undefined ? '' : typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body);
    return {
      ok: status >= 200 && status < 300,
      status,
      headers: new Headers(reply.headers),
      text: async () => text,
      blob: async () => new Blob([text]),
    } as Response;
  }) as unknown as typeof fetch;
  return calls;
}

/** A network that gives no answer at all. */
export function serveNothing(): void {
  globalThis.fetch = jest.fn(async () => {
    throw new TypeError('Failed to fetch');
  }) as unknown as typeof fetch;
}

/** A list of a console resource, in ra-data-simple-rest's dialect. */
export const list = (resource: string, rows: readonly unknown[], total = rows.length): Reply => ({
  body: rows,
  headers: { 'Content-Range': rows.length === 0 ? `${resource} */${total}` : `${resource} 0-${rows.length - 1}/${total}` },
});

/** An answer that comes when the test says so. */
export function later(): { reply: Promise<Reply>; answer: (reply: Reply) => void } {
  let answer: (reply: Reply) => void = () => undefined;
  const reply = new Promise<Reply>((resolve) => {
    answer = resolve;
  });
  return { reply, answer };
}
