import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { RequestContext } from '@mikro-orm/core';
import { MikroORM } from '@mikro-orm/postgresql';
import { Sealer } from '../../../src/platform/crypto/index.js';
import { FileStore, newStorageKey } from '../../../src/platform/storage/index.js';
import { RetentionService, type RetentionReport } from '../../../src/club/privacy/index.js';
import type { User } from '../../../src/club/users/index.js';
import { storedUser } from '../users/people.js';
import { privacyWorld, type PrivacyWorld } from './privacy-world.js';

/** A thousandth of a second before a period ends, at its end, and a day after it. */
export const moments = ['1 millisecond', '0', '-1 day'] as const;
/** Which of them a run leaves. */
export const keptBefore = [true, false, false];

/** What the worker writes by itself while it waits, signal_practice at every tenth minute. */
const BY_ITSELF = new Set(['process_beats', 'job_tallies', 'audit_unsealed', 'audit_seals', 'audit_anchors', 'signal_practice']);

/** The product with its retention job; `at` is the instant that all of its runs are about. */
export class RetentionWorld {
  private constructor(
    private readonly world: PrivacyWorld,
    readonly at: Date,
  ) {}

  static async start(): Promise<RetentionWorld> {
    const world = await privacyWorld();
    // Five years before a leap day is the 28th, which is not five years after the day before it.
    const [row] = await world.api
      .em()
      .execute<{ now: string }[]>(
        `select now() - case when to_char(now(), 'MMDD') = '0229' then interval '1 day' else interval '0' end as now`,
      );
    return new RetentionWorld(world, new Date(row!.now));
  }

  get api() {
    return this.world.api;
  }

  get worker() {
    return this.world.worker;
  }

  stop(): Promise<void> {
    return this.world.close();
  }

  rows<T>(sql: string, values: unknown[] = []): Promise<T[]> {
    return this.api.em().execute<T[]>(sql, values);
  }

  /** SQL: the instant that lies `period` before the run, and so much later. */
  ago(period: string, later = '0'): string {
    return `timestamptz '${this.at.toISOString()}' - interval '${period}' + interval '${later}'`;
  }

  run(wish: { dryRun?: boolean } = {}): Promise<RetentionReport> {
    const { em } = this.worker.get(MikroORM);
    return RequestContext.create(em, () =>
      this.worker.get(RetentionService, { strict: false }).run({ dryRun: false, at: this.at, ...wish }, 'command'),
    );
  }

  /** Which of these ids a table still has, as many as there are. */
  async left(table: string, ids: readonly string[], column = 'id'): Promise<boolean[]> {
    const rows = await this.rows<{ id: string }>(`select ${column}::text as id from ${table} where ${column}::text = any(?::text[])`, [
      `{${ids.join(',')}}`,
    ]);
    return ids.map((id) => rows.some((row) => row.id === id));
  }

  /** How many lines of the audit log say that a rule deleted something of a member. */
  async recorded(rule: string, userId: string): Promise<number> {
    const lines = await this.rows(
      `select 1 from audit_events where action = 'retention.delete' and target_id = ? and detail ->> 'rule' = ?`,
      [userId, rule],
    );
    return lines.length;
  }

  member(fields: Partial<User> = {}): Promise<User> {
    return storedUser(this.api, { emailConfirmedAt: new Date('2020-01-01'), ...fields });
  }

  /** A member for each of the moments around the end of a period that began when `column` says. */
  async around(column: string, period: string, fields: Partial<User> = {}): Promise<string[]> {
    const ids: string[] = [];
    for (const moment of moments) {
      const { id } = await this.member(fields);
      await this.rows(`update users set ${column} = ${this.ago(period, moment)} where id = ? returning 1`, [id]);
      ids.push(id);
    }
    return ids;
  }

  async file(userId: string, purpose = 'id-card'): Promise<{ id: string; path: string }> {
    const [id, key] = [randomUUID(), newStorageKey()];
    await this.worker.get(FileStore, { strict: false }).put(
      key,
      (async function* () {
        yield randomBytes(64);
      })(),
    );
    await this.rows(
      `insert into files (id, user_id, purpose, mime, byte_size, storage_key, sha256) values (?, ?, ?, 'image/jpeg', 64, ?, ?) returning 1`,
      [id, userId, purpose, key, createHash('sha256').update(key).digest()],
    );
    return { id, path: join(this.api.config.dataDir, 'files', key.slice(0, 2), key.slice(2, 4), key) };
  }

  async kyc(
    userId: string,
    status: 'pending' | 'approved' | 'rejected',
    more: { decided?: string; submitted?: string; final?: boolean } = {},
  ): Promise<{ id: string; paths: string[] }> {
    const [id, card, proof] = [randomUUID(), await this.file(userId), await this.file(userId, 'proof-of-address')];
    const address = this.api.app.get(Sealer).seal('1 Quiet Street', { table: 'kyc_submissions', rowId: id, userId, field: 'address' });
    await this.rows(
      `insert into kyc_submissions (id, user_id, user_type, platform, address, id_card_file_id, proof_file_id, status, is_final, reason,
        submitted_at, decided_at)
       values (?, ?, 'trade club', 'binance', ?, ?, ?, ?, ?, 'No', ${more.submitted ?? 'now()'}, ${more.decided ?? 'null'}) returning 1`,
      [id, userId, address, card.id, proof.id, status, more.final ?? false],
    );
    await this.rows('update users set kyc_status = ? where id = ? returning 1', [status, userId]);
    return { id, paths: [card.path, proof.path] };
  }

  /** A document of a verification that was asked for again and replaced at `ended` (SQL). Returns the path of the one before. */
  async replaced(userId: string, submissionId: string, ended: string): Promise<string> {
    const { id, path } = await this.file(userId, 'proof-of-address');
    await this.rows(
      `insert into document_requests (id, kind, submission_id, document, reason, asked_at, ended_at, is_answered, earlier_file_id)
       values (gen_random_uuid(), 'kyc', ?, 'proof-of-address', 'Too old', ${ended} - interval '1 day', ${ended}, true, ?) returning 1`,
      [submissionId, id],
    );
    return path;
  }

  async account(userId: string, more: { state?: string; current?: boolean; checked?: string } = {}): Promise<string> {
    const id = randomUUID();
    await this.rows(
      `insert into exchange_accounts (id, user_id, venue, api_key, secret_key, key_hint, fingerprint, key_state, is_current, key_checked_at)
       values (?, ?, 'binance', '\\x01', '\\x02', 'abcd', ?, ?, ?, ${more.checked ?? 'null'}) returning 1`,
      [id, userId, randomBytes(32), more.state ?? 'valid', more.current ?? true],
    );
    return id;
  }

  async hold(userId: string): Promise<void> {
    await this.rows(`insert into retention_holds (id, user_id, reason) values (gen_random_uuid(), ?, 'File 12/26') returning 1`, [userId]);
  }

  async asksToBeErased(userId: string): Promise<void> {
    await this.rows(
      `insert into erasure_requests (id, user_id, state, answer_due_at) values (gen_random_uuid(), ?, 'restricted', now()) returning 1`,
      [userId],
    );
  }

  /** A sum over every row of every table of the product. */
  async everything(): Promise<Record<string, string | null>> {
    const tables = await this.rows<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
    );
    const sums: Record<string, string | null> = {};
    for (const { name } of tables.filter((table) => !BY_ITSELF.has(table.name))) {
      const [row] = await this.rows<{ sum: string | null }>(
        `select md5(string_agg(t::text, '|' order by t::text)) as sum from "${name}" t`,
      );
      sums[name] = row!.sum;
    }
    return sums;
  }
}

export const lineOf = ({ lines }: RetentionReport, name: string) => {
  const line = lines.find((one) => one.name === name);
  if (!line) throw new Error(`the report has no ${name}`);
  return line;
};

export const there = (paths: readonly string[]): boolean[] => paths.map((path) => existsSync(path));
