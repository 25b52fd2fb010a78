import { Controller, Get, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AppConfig } from '../config/index.js';
import {
  Access,
  AccessGuard,
  answer,
  CurrentActor,
  DenialJournal,
  ErrorFilter,
  SessionReader,
  SessionStrategy,
  type Actor,
} from './index.js';

/** Every application of this file knows one token, its own name. */
const applicationOf = async (name: string): Promise<NestFastifyApplication> => {
  const actor: Actor = {
    userId: name,
    sessionId: name,
    role: 'admin',
    teamRole: 'admin',
    membership: null,
    paid: false,
    scope: 'full',
    recentlyAuthenticated: false,
    recentlyReauthenticated: false,
  };
  class Sessions extends SessionReader {
    async read(token: string) {
      await new Promise(setImmediate);
      if (token === 'database down') throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
      return token === name ? actor : null;
    }
    async readWithCurrentUser(token: string) {
      const found = await this.read(token);
      return found && { actor: found, currentUserRow: undefined };
    }
  }
  @Controller()
  class Routes {
    @Get('me') @Access('session') me(@CurrentActor() { userId }: Actor) {
      return answer('me', userId);
    }
  }
  @Module({
    controllers: [Routes],
    providers: [
      SessionStrategy,
      { provide: AppConfig, useValue: { publicUrl: 'https://club.example' } },
      { provide: SessionReader, useClass: Sessions },
      { provide: DenialJournal, useValue: { note: () => Promise.resolve() } },
      { provide: APP_GUARD, useClass: AccessGuard },
      { provide: APP_FILTER, useClass: ErrorFilter },
    ],
  })
  class Application {}
  const module = await Test.createTestingModule({ imports: [Application] }).compile();
  const app = module.createNestApplication<NestFastifyApplication>(new FastifyAdapter(), { logger: false });
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
  return app;
};

describe('AccessGuard', () => {
  let first: NestFastifyApplication;
  let second: NestFastifyApplication;
  beforeAll(async () => {
    first = await applicationOf('first');
    second = await applicationOf('second');
  });
  afterAll(() => Promise.all([first.close(), second.close()]));

  const get = async (app: NestFastifyApplication, url: string, authorization?: string) => {
    const response = await app.inject({ method: 'GET', url, headers: authorization === undefined ? {} : { authorization } });
    return [response.statusCode, response.json().data ?? response.json().message];
  };

  it('asks the sessions of its own application, however many share the process and its passport', async () => {
    const answers = await Promise.all([
      get(first, '/me', 'first'),
      get(second, '/me', 'second'),
      get(first, '/me', 'second'),
      get(second, '/me', 'first'),
    ]);
    expect(answers).toEqual([
      [200, 'first'],
      [200, 'second'],
      [401, 'Please sign in'],
      [401, 'Please sign in'],
    ]);
  });

  it('answers as many requests at a time as come, each with its own caller', async () => {
    const tokens = Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? 'first' : 'nobody'));
    const answers = await Promise.all(tokens.map((token) => get(first, '/me', token)));
    expect(answers.map(([status]) => status)).toEqual(tokens.map((token) => (token === 'first' ? 200 : 401)));
  });

  it('says 503, not 401, where sessions cannot be read', async () => {
    expect((await get(first, '/me', 'database down'))[0]).toBe(503);
  });
});
