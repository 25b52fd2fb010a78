import { MikroORM, type EntityManager } from '@mikro-orm/postgresql';
import { AuditAnchorsService, type Anchor } from '../../../src/operations/audit/audit-anchors.service.js';
import { AuditLog, AuditSealerService, AuditVerifierService, type AuditRecord } from '../../../src/operations/audit/index.js';
import type { AppConfig } from '../../../src/platform/config/index.js';
import { ormOptions } from '../../../src/mikro-orm.config.js';
import { removeDataFolders, testConfig } from '../../support/test-config.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';

/** The chain on a database of its own, without a worker: it is sealed when a test says so. */
export class ChainApp {
  readonly published: Anchor[] = [];
  private readonly orms: MikroORM[];

  private constructor(
    readonly config: AppConfig,
    private readonly database: TestDatabase,
    private readonly orm: MikroORM,
  ) {
    this.orms = [orm];
  }

  static async start(): Promise<ChainApp> {
    const database = await createTestDatabase();
    return new ChainApp(testConfig(database.url), database, await MikroORM.init(ormOptions(database.url, { maxConnections: 4 })));
  }

  async stop(): Promise<void> {
    for (const orm of this.orms) await orm.close(true);
    await this.database.drop();
    removeDataFolders();
  }

  get url(): string {
    return this.database.url;
  }

  em(): EntityManager {
    return this.orm.em.fork() as EntityManager;
  }

  /** A sealer with connections of its own, as another process has. */
  async anotherSealer(): Promise<AuditSealerService> {
    const orm = await MikroORM.init(ormOptions(this.database.url, { maxConnections: 2 }));
    this.orms.push(orm);
    return new AuditSealerService(orm, this.anchors());
  }

  seal(signal?: AbortSignal): Promise<number> {
    return new AuditSealerService(this.orm, this.anchors()).sealAll(signal);
  }

  verify(outside: Iterable<Anchor> | AsyncIterable<Anchor> = [], config = this.config) {
    return new AuditVerifierService(this.orm, new AuditAnchorsService(config)).verify(outside);
  }

  record(record: Partial<AuditRecord> = {}, em = this.em()): Promise<void> {
    return new AuditLog().record(em, { action: 'test.act', actorId: null, actorRole: null, ...record });
  }

  /** Events in one statement, as many as a test needs. */
  async records(count: number): Promise<void> {
    await this.em().execute(
      `insert into audit_events (id, action, target_type, target_id, detail)
        select gen_random_uuid(), 'test.many', 'thing', n::text, jsonb_build_object('n', n, 'half', n / 2.0) from generate_series(1, ?) n`,
      [count],
    );
  }

  rows<T extends object>(sql: string, values: unknown[] = []): Promise<T[]> {
    return this.em().execute<T[]>(sql, values);
  }

  /** What an owner of the database can do, whom no trigger holds back. */
  async tamper(...statements: string[]): Promise<void> {
    const tables = ['audit_events', 'audit_seals', 'audit_anchors'];
    await this.em().transactional(async (tx) => {
      for (const table of tables) await tx.execute(`alter table ${table} disable trigger all`);
      for (const statement of statements) await tx.execute(statement);
      for (const table of tables) await tx.execute(`alter table ${table} enable trigger all`);
    });
  }

  /** Publishes into `published`, in place of the log. */
  private anchors(): AuditAnchorsService {
    const anchors = new AuditAnchorsService(this.config);
    anchors.publish = async (anchor) => void this.published.push(anchor);
    return anchors;
  }
}
