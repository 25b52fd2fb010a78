import { call, signedInAdmin, signedInMember, type SignedIn } from '../../support/people.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';
import { storedUser } from '../users/people.js';
import { storedAccount, storedCursor, type StoredAccount } from './stored-accounts.js';

export const OPENED = '2017-07-01T00:00:00.000Z';
export const T1 = '2026-01-01T00:00:00.000Z';
export const T2 = '2026-02-01T00:00:00.000Z';
export const T3 = '2026-03-01T00:00:00.000Z';
export const NEWEST = '2026-03-02T00:00:00.000Z';

interface Coverage {
  dataset: string;
  completeFrom: string | null;
  completeTo: string | null;
  horizon: string | null;
  gaps: { from: string; to: string; reason: string }[];
  gapCount: number;
  symbols: { done: number; reading: number; gone: string[]; wanted: string[] };
}
export type SyncState = Record<string, unknown> & { coverage: Coverage[] };

/** What the console shows of the syncs of members whose rows a test writes by itself. */
export class SyncConsole {
  private constructor(
    readonly api: TestApi,
    readonly admin: SignedIn,
    readonly member: SignedIn,
  ) {}

  static async start(): Promise<SyncConsole> {
    const api = await createTestApi();
    return new SyncConsole(api, await signedInAdmin(api), await signedInMember(api));
  }

  stop(): Promise<void> {
    return this.api.close();
  }

  get(path: string, who: SignedIn = this.admin) {
    return call(this.api, 'GET', path, undefined, { token: who.token });
  }

  async list(resource: string, query: Record<string, unknown> = {}) {
    const parameters = new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, JSON.stringify(value)]));
    const response = await this.get(`/admin/${resource}?${parameters}`);
    return {
      status: response.statusCode,
      rows: response.statusCode === 200 ? response.json<Record<string, unknown>[]>() : [],
      range: response.headers['content-range'],
    };
  }

  /** A verified member with an account. */
  async person(account: StoredAccount | null = {}): Promise<{ userId: string; accountId: string }> {
    const { id } = await storedUser(this.api, { kycStatus: 'approved' });
    return { userId: id, accountId: account ? await storedAccount(this.api, id, account) : '' };
  }

  async stateOf(userId: string): Promise<SyncState> {
    return (await this.get(`/admin/members/${userId}`)).json<SyncState>();
  }

  /** Deposits and withdrawals read whole, so that a test says only what it is about. */
  async capital(accountId: string): Promise<void> {
    for (const dataset of ['deposits', 'withdrawals']) await storedCursor(this.api, accountId, dataset, { covered: [[OPENED, NEWEST]] });
  }
}
