import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import multipart from '@fastify/multipart';
import { Global, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { MikroORM, type EntityManager } from '@mikro-orm/postgresql';
import {
  AccessGuard,
  DenialJournal,
  ErrorFilter,
  multipartLimits,
  registerHttpHooks,
  schemaPipe,
  SessionLiveness,
  SessionReader,
  SessionStrategy,
  type Actor,
  type Standing,
} from '../../../src/platform/http/index.js';
import { registerRequestContext } from '../../../src/platform/http/request-context.js';
import type { ReviewStatus, Role } from '../../../src/platform/domain/index.js';
import type { AppConfig } from '../../../src/platform/config/index.js';
import { CoreModule } from '../../../src/core.module.js';
import { ExchangeAccountsModule, ExchangeAccountService } from '../../../src/trading/exchange-accounts/index.js';
import { SyncModule } from '../../../src/trading/sync/index.js';
import { FilesHttpModule } from '../../../src/club/files/index.js';
import { KycHttpModule } from '../../../src/club/kyc/index.js';
import { membershipOf, User } from '../../../src/club/users/index.js';
import { testConfig } from '../../support/test-config.js';
import { createTestDatabase } from '../../support/test-database.js';
import { form, type FormParts } from './multipart.js';
import { ScriptedExchange, ScriptedExchangeModule, ScriptedSyncModule } from './scripted-exchange.js';

/** Sessions without signing in: the token is the session's id. */
class KnownSessions implements SessionReader, SessionLiveness {
  readonly actors = new Map<string, Actor>();

  read(token: string): Promise<Actor | null> {
    return Promise.resolve(this.actors.get(token) ?? null);
  }
  async readWithCurrentUser(token: string) {
    const actor = await this.read(token);
    return actor && { actor, currentUserRow: undefined };
  }
  isAlive(sessionId: string): Promise<boolean> {
    return Promise.resolve(this.actors.has(sessionId));
  }
  standing(sessionId: string): Promise<Standing | null> {
    return Promise.resolve(this.actors.get(sessionId) ?? null);
  }
}

const sessions = new KnownSessions();

@Global()
@Module({
  providers: [
    { provide: SessionReader, useValue: sessions },
    { provide: SessionLiveness, useValue: sessions },
  ],
  exports: [SessionReader, SessionLiveness],
})
class KnownSessionsModule {}

export interface Person {
  userId: string;
  token: string;
}

/** The routes of KYC and files as they run in the API, on a database and a folder of their own, with a scripted exchange. */
export class KycApp {
  private constructor(
    readonly app: NestFastifyApplication,
    readonly config: AppConfig,
    private readonly drop: () => Promise<void>,
  ) {}

  static async start(env: NodeJS.ProcessEnv = {}): Promise<KycApp> {
    const database = await createTestDatabase();
    const config = testConfig(database.url, env);
    const module = await Test.createTestingModule({
      imports: [CoreModule.forRoot(config, { http: true }), KnownSessionsModule, KycHttpModule, FilesHttpModule],
      providers: [
        { provide: DenialJournal, useValue: { note: () => Promise.resolve() } },
        SessionStrategy,
        { provide: APP_GUARD, useClass: AccessGuard },
        { provide: APP_FILTER, useClass: ErrorFilter },
      ],
    })
      .overrideModule(ExchangeAccountsModule)
      .useModule(ScriptedExchangeModule)
      .overrideModule(SyncModule)
      .useModule(ScriptedSyncModule)
      .compile();
    const app = module.createNestApplication<NestFastifyApplication>(new FastifyAdapter({ exposeHeadRoutes: false }), {
      logger: false,
      bodyParser: false,
    });
    await app.register(multipart, { limits: multipartLimits });
    registerRequestContext(app.getHttpAdapter().getInstance(), app.get(MikroORM).em);
    app.setGlobalPrefix('api/v1');
    registerHttpHooks(app.getHttpAdapter().getInstance());
    app.useGlobalPipes(schemaPipe());
    await app.init();
    await app.getHttpAdapter().getInstance().ready();
    return new KycApp(app, config, database.drop);
  }

  async stop(): Promise<void> {
    await this.app.close();
    await this.drop();
    rmSync(this.config.dataDir, { recursive: true, force: true });
  }

  get exchange(): ScriptedExchange {
    return this.app.get<ScriptedExchange>(ExchangeAccountService as never, { strict: false });
  }

  em(): EntityManager {
    return this.app.get(MikroORM).em.fork() as EntityManager;
  }

  rows<T>(sql: string, parameters: unknown[] = []): Promise<T[]> {
    return this.em().execute<T[]>(sql, parameters);
  }

  async person(role: Role, kycStatus: ReviewStatus | null = null): Promise<Person> {
    const tag = randomUUID().slice(0, 8);
    const user = new User({
      email: `${tag}@example.com`,
      surname: 'Marlow',
      otherName: 'Ines',
      phoneNumber: '+4912345678',
      country: 'Germany',
      dateOfBirth: '1990-01-01',
      role,
      passwordHash: '$argon2id$',
      referralCode: randomUUID().slice(0, 12),
    });
    user.kycStatus = kycStatus;
    await this.em().persist(user).flush();
    return { userId: user.id, token: this.signIn(user.id, role) };
  }

  signIn(userId: string, role: Role): string {
    const sessionId = randomUUID();
    sessions.actors.set(sessionId, {
      userId,
      sessionId,
      role,
      teamRole: role === 'admin' ? 'admin' : null,
      membership: membershipOf(role),
      paid: false,
      scope: 'full',
      recentlyAuthenticated: true,
      recentlyReauthenticated: true,
    });
    return sessionId;
  }

  signOut({ token }: Person): void {
    sessions.actors.delete(token);
  }

  get(url: string, token?: string, headers: Record<string, string> = {}) {
    return this.app.inject({ method: 'GET', url, headers: { ...(token && { authorization: token }), ...headers } });
  }

  post(url: string, token?: string, payload: object = {}) {
    return this.app.inject({ method: 'POST', url, headers: { ...(token && { authorization: token }) }, payload });
  }

  async createKyc(person: Person, parts: FormParts) {
    const { payload, headers } = form(parts);
    return this.app.inject({ method: 'POST', url: '/api/v1/createkyc', headers: { authorization: person.token, ...headers }, payload });
  }

  /** Every stored file's bytes. */
  storedFiles(): Buffer[] {
    const root = join(this.config.dataDir, 'files');
    return readdirSync(this.config.dataDir).includes('files')
      ? readdirSync(root, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => readFileSync(join(entry.parentPath, entry.name)))
      : [];
  }
}
