import { jest } from '@jest/globals';
import { Clock } from '../../../src/platform/domain/index.js';
import { fundAnswer, fundCaseSchema } from '../../../src/money/fund-fees/index.js';
import { FundComputingService } from '../../../src/money/fund/fund-computing.service.js';
import { FundInvoicingService } from '../../../src/money/fund/fund-invoicing.service.js';
import { MandateRepository } from '../../../src/money/fund/mandate.repository.js';
import type { FundDryRunWire, FundTermsWire, MyFundWire } from '../../../src/platform/wire/index.js';
import { confirmedAdmin, signedInMember, type SignedIn } from '../../support/people.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';
import { get, mustBe, post } from '../payments/paying.js';
import { storedAccount } from '../portfolio/stored-portfolio.js';

export const DAY_MS = 86_400_000;
export const at = (text: string) => new Date(text.length === 10 ? `${text}T00:00:00Z` : text);

export interface FundClient extends SignedIn {
  accountId: string;
}

/** The API with clients of the fund, whose accounts and whose time the tests set. */
export class FundWorld {
  private constructor(
    readonly api: TestApi,
    readonly admin: SignedIn,
  ) {}

  static async start(): Promise<FundWorld> {
    const api = await createTestApi();
    return new FundWorld(api, await confirmedAdmin(api));
  }

  stop(): Promise<void> {
    return this.api.close();
  }

  rows<T extends object>(sql: string, values: unknown[] = []): Promise<T[]> {
    return this.api.em().execute<T[]>(sql, values);
  }

  /** What the product takes for the present from now on. Sessions go by the database's clock. */
  setTime(text: string): void {
    const clock = this.api.app.get(Clock, { strict: false });
    jest.spyOn(clock, 'now').mockReturnValue(at(text));
  }

  /** A verified client with an account that has no days yet. */
  async client(): Promise<FundClient> {
    const member = await signedInMember(this.api, 'hedge fund');
    const accountId = await storedAccount(this.api, member.userId);
    await this.rows(`update exchange_accounts set api_key = '\\x01' where id = ?`, [accountId]);
    await this.rows(`update users set kyc_status = 'approved' where id = ?`, [member.userId]);
    return { ...member, accountId };
  }

  /** Stores the account's value at the end of each day, as the worker would have computed it at `computedAt`. */
  async days(
    { accountId }: Pick<FundClient, 'accountId'>,
    days: Readonly<Record<string, string | null>>,
    { computedAt, flags = [] }: { computedAt: string; flags?: readonly string[] },
  ): Promise<void> {
    const rows = Object.entries(days).map(([day, equity]) => ({ day, equity }));
    await this.rows(
      `insert into portfolio_days (account_id, day, equity, inflow, outflow, segment, flags)
         select ?::uuid, d.day, d.equity, 0, 0, 1, ?::jsonb from jsonb_to_recordset(?::jsonb) as d (day date, equity numeric)
       on conflict (account_id, day) do update set equity = excluded.equity, flags = excluded.flags`,
      [accountId, JSON.stringify(flags), JSON.stringify(rows)],
    );
    await this.rows(
      `insert into portfolio_states (account_id, computed_at, equity, methodology_version) values (?, ?, ?, 2)
       on conflict (account_id) do update set computed_at = excluded.computed_at, equity = excluded.equity`,
      [accountId, at(computedAt).toISOString(), rows.at(-1)?.equity ?? null],
    );
  }

  async flow({ accountId }: FundClient, time: string, value: string | null): Promise<void> {
    await this.rows(
      `insert into portfolio_flows (account_id, kind, id, at, asset, quantity, value) values (?, 'deposit', ?, ?, 'USDT', '1', ?)`,
      [accountId, time, at(time).toISOString(), value],
    );
  }

  async terms(client: SignedIn): Promise<FundTermsWire> {
    return (await get(this.api, '/me/fund/terms', client)).json<{ data: FundTermsWire }>().data;
  }

  async sign(client: SignedIn, change: object = {}) {
    const { version, sha256 } = await this.terms(client);
    const [person] = await this.rows<{ name: string }>(`select other_name || ' ' || surname as name from users where id = ?`, [
      client.userId,
    ]);
    return post(this.api, '/me/fund/mandate', { version, sha256, name: person!.name, ...change }, client);
  }

  async mandateOf({ userId }: SignedIn): Promise<string> {
    return (await this.rows<{ id: string }>('select id from fund_mandates where user_id = ? order by signed_at desc', [userId]))[0]!.id;
  }

  countersign(mandateId: string, who = this.admin) {
    return post(this.api, `/admin/fund-mandates/${mandateId}/countersign`, {}, who);
  }

  /** A client whose mandate is signed by both sides at a time, with this value at the start. */
  async started(time: string, equity = '20000'): Promise<FundClient & { mandateId: string }> {
    const client = await this.client();
    const start = new Date(Math.ceil(at(time).getTime() / DAY_MS) * DAY_MS);
    const before = dayText(start.getTime() - DAY_MS);
    await this.days(client, { [before]: equity }, { computedAt: time });
    this.setTime(time);
    await mustBe(201, this.sign(client));
    const mandateId = await this.mandateOf(client);
    await mustBe(200, this.countersign(mandateId));
    return { ...client, mandateId };
  }

  /** Values at the end of each of the days, from the day of `from` on. */
  static values(from: string, values: readonly (string | null)[]): Record<string, string | null> {
    return Object.fromEntries(values.map((value, n) => [dayText(at(from).getTime() + n * DAY_MS), value]));
  }

  get computing(): FundComputingService {
    return this.api.app.get(FundComputingService, { strict: false });
  }
  get invoicing(): FundInvoicingService {
    return this.api.app.get(FundInvoicingService, { strict: false });
  }
  get mandates(): MandateRepository {
    return this.api.app.get(MandateRepository, { strict: false });
  }

  async mine(client: SignedIn): Promise<MyFundWire> {
    return (await get(this.api, '/me/fund', client)).json<{ data: MyFundWire }>().data;
  }

  async dryRun(): Promise<FundDryRunWire> {
    return (await get(this.api, '/admin/fund-invoices', this.admin)).json<{ data: FundDryRunWire }>().data;
  }

  /** What the published engine says about the file that the client downloads. */
  async answerToFile(client: SignedIn, path = '/me/fund/case') {
    const file = await get(this.api, path, client);
    return fundAnswer(fundCaseSchema.parse(JSON.parse(file.body)));
  }
}

export const dayText = (time: number) => new Date(time).toISOString().slice(0, 10);
