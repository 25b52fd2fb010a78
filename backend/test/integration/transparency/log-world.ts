import { MikroORM } from '@mikro-orm/postgresql';
import { AuditLog } from '../../../src/operations/audit/index.js';
import type { AppConfig } from '../../../src/platform/config/index.js';
import { SignalLogRepository } from '../../../src/trading/signals/log/signal-log.repository.js';
import { HeadSignerService } from '../../../src/trading/transparency/head-signer.service.js';
import { headText } from '../../../src/trading/transparency/leaf.js';
import { LogBackfillService } from '../../../src/trading/transparency/log-backfill.service.js';
import { LogKeysService } from '../../../src/trading/transparency/log-keys.service.js';
import { LogVerifierService } from '../../../src/trading/transparency/log-verifier.service.js';
import { TransparencyLogService } from '../../../src/trading/transparency/index.js';
import type { Answer, SignalWire } from '../../../src/platform/wire/index.js';
import { call, confirmedAdmin, type SignedIn } from '../../support/people.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';
import { aSignal } from '../signals/a-signal.js';

const TABLES = ['signals', 'signal_amendments', 'signal_scores', 'log_leaves', 'log_heads', 'audit_events', 'audit_seals', 'audit_anchors'];

export interface StoredLeaf {
  index: string;
  kind: string;
  subject_id: string;
  signal_id: string;
  content: string;
  nonce: Buffer;
  leaf_hash: Buffer;
  at: string;
}

interface HeadRow {
  number: string;
  size: string;
  root: Buffer;
  signed_at: string;
  audit_count: string | null;
  audit_hash: Buffer | null;
}

/** The API on a database of its own, without a worker: heads are signed when a test says so. */
export class LogWorld {
  private constructor(
    readonly api: TestApi,
    readonly admin: SignedIn,
  ) {}

  static async start(): Promise<LogWorld> {
    const api = await createTestApi();
    return new LogWorld(api, await confirmedAdmin(api));
  }

  stop(): Promise<void> {
    return this.api.close();
  }

  async publish(overrides: Record<string, unknown> = {}): Promise<SignalWire> {
    const response = await call(this.api, 'POST', '/createsignal', aSignal(overrides), { token: this.admin.token });
    if (response.statusCode !== 201) throw new Error(response.body);
    return response.json<Answer<SignalWire>>().data;
  }

  async publishMany(count: number): Promise<SignalWire[]> {
    const signals: SignalWire[] = [];
    for (let i = 0; i < count; i++) signals.push(await this.publish({ signalMessage: `Idea ${i}` }));
    return signals;
  }

  /** As the scorer writes it when a signal has ended, or has not. */
  async score(signalId: string, status: string): Promise<void> {
    await this.rows('insert into signal_scores (signal_id, methodology, status) values (?, 1, ?)', [signalId, status]);
  }

  log(): TransparencyLogService {
    return this.api.app.get(TransparencyLogService, { strict: false });
  }

  signer(config: AppConfig = this.api.config): HeadSignerService {
    return new HeadSignerService(this.orm, this.log(), new LogKeysService(config), new AuditLog());
  }

  backfill(): LogBackfillService {
    return new LogBackfillService(this.orm, this.log(), new SignalLogRepository());
  }

  async faults(config: AppConfig = this.api.config): Promise<string[]> {
    return (await this.verify(config)).faults;
  }

  verify(config: AppConfig = this.api.config) {
    return new LogVerifierService(this.orm, new LogKeysService(config), new SignalLogRepository()).verify();
  }

  rows<T extends object>(sql: string, values: unknown[] = []): Promise<T[]> {
    return this.api.em().execute<T[]>(sql, values);
  }

  leaves(): Promise<StoredLeaf[]> {
    return this.rows<StoredLeaf>('select * from log_leaves order by index');
  }

  /** As if every head had been signed so much earlier, and what it vouches for been published before. */
  async ageHeads(by: string): Promise<void> {
    await this.tamper(
      `update log_leaves set at = at - interval '${by}' where index < (select max(size) from log_heads)`,
      `update log_heads set signed_at = signed_at - interval '${by}'`,
    );
    const keys = new LogKeysService(this.api.config);
    for (const head of await this.rows<HeadRow>('select number, size, root, signed_at, audit_count, audit_hash from log_heads')) {
      const audit = head.audit_hash && { count: Number(head.audit_count), hash: head.audit_hash };
      const [number, size, signedAt] = [Number(head.number), Number(head.size), new Date(head.signed_at)];
      const signature = keys.sign(headText({ number, size, root: head.root, signedAt, audit }));
      await this.tamper(`update log_heads set signature = '\\x${signature.toString('hex')}' where number = ${number}`);
    }
  }

  /** What an owner of the database can do, whom no trigger and no constraint holds back. */
  async tamper(...statements: string[]): Promise<void> {
    await this.api.em().transactional(async (tx) => {
      for (const table of TABLES) await tx.execute(`alter table ${table} disable trigger all`);
      for (const statement of statements) await tx.execute(statement);
      for (const table of TABLES) await tx.execute(`alter table ${table} enable trigger all`);
    });
  }

  async get<T>(path: string): Promise<{ status: number; data: T; headers: Record<string, unknown>; body: string }> {
    const response = await call(this.api, 'GET', path);
    return { status: response.statusCode, data: response.json<Answer<T>>().data, headers: response.headers, body: response.body };
  }

  private get orm(): MikroORM {
    return this.api.app.get(MikroORM);
  }
}
