import multipart from '@fastify/multipart';
import { Body, Controller, Get, HttpException, Module, Param, Post, Query, Req } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppConfig } from '../config/index.js';
import { DomainError, TooMany } from '../domain/domain.errors.js';
import {
  Access,
  AccessGuard,
  CurrentActor,
  ErrorFilter,
  answer,
  idParam,
  listAnswer,
  multipartLimits,
  pageQuery,
  parseListQuery,
  readForm,
  schemaPipe,
  registerHttpHooks,
  SessionReader,
  SessionStrategy,
  DenialJournal,
  AllowDuringMfaSetup,
  StateChangingGet,
  StepUp,
  LoadCurrentUser,
  withTotal,
  type Actor,
  type AuthenticatedRequest,
} from './index.js';

const OWNER = '11111111-1111-4111-8111-111111111111';
const usual = { teamRole: null, paid: false, scope: 'full', recentlyAuthenticated: false, recentlyReauthenticated: false } as const;
const admin: Actor = {
  ...usual,
  userId: '22222222-2222-4222-8222-222222222222',
  sessionId: 'a',
  role: 'admin',
  teamRole: 'admin',
  membership: null,
};
const owner: Actor = { ...usual, userId: OWNER, sessionId: 'o', role: 'trade club', membership: 'trade club' };
const other: Actor = {
  ...usual,
  userId: '33333333-3333-4333-8333-333333333333',
  sessionId: 'x',
  role: 'hedge fund',
  membership: 'hedge fund',
};
const actors: Record<string, Actor> = {
  admin,
  owner,
  other,
  'paid-club': { ...owner, paid: true },
  'paid-fund': { ...other, paid: true },
  'admin-new': { ...admin, recentlyAuthenticated: true },
  'admin-sure': { ...admin, recentlyReauthenticated: true },
  enrolling: { ...admin, scope: 'enrol', recentlyAuthenticated: true, recentlyReauthenticated: true },
};

const denied: string[] = [];

class Sessions extends SessionReader {
  async read(token: string): Promise<Actor | null> {
    return actors[token] ?? null;
  }
  async readWithCurrentUser(token: string) {
    const actor = await this.read(token);
    return actor && { actor, currentUserRow: { id: actor.userId } };
  }
}

const person = z.object({ name: z.string('name is required').min(2, 'name is too short'), age: z.number('age must be a number') });

@Controller()
class Doors {
  @Get('open') @Access('public') open() {
    return answer('open', 1);
  }
  @Get('forgotten') forgotten() {
    return answer('never', 1);
  }
  @Get('me') @Access('session') me(@CurrentActor() actor: Actor) {
    return answer('me', actor.userId);
  }
  @Get('own') @Access('session') @LoadCurrentUser() own(@CurrentActor() actor: Actor, @Req() { currentUserRow }: AuthenticatedRequest) {
    return answer('own', [actor.userId, currentUserRow]);
  }
  @Get('member') @Access('member') member() {
    return answer('member', 1);
  }
  @Get('admin') @Access('users.read') admin() {
    return answer('admin', 1);
  }
  @Get('wallet/:userId') @Access('trades.read', { orOwner: true }) wallet(@Param('userId', { schema: idParam('member') }) id: string) {
    return answer('wallet', id);
  }
  @Get('signals') @Access('signals') signals() {
    return answer('signals', 1);
  }
  @Get('delicate') @Access('users.block') @StepUp() delicate() {
    return answer('delicate', 1);
  }
  @Get('secret') @Access('kyc.reveal') @StepUp('explicit') secret() {
    return answer('secret', 1);
  }
  @Get('enrol') @Access('session') @AllowDuringMfaSetup() enrol() {
    return answer('enrol', 1);
  }
  @Get('toggle') @Access('users.block') @StateChangingGet() toggle() {
    return answer('toggled', 1);
  }
  @Post('person') @Access('public') person(@Body({ schema: person }) body: z.infer<typeof person>) {
    return answer('person', body);
  }
  @Get('paged') @Access('public') paged(@Query({ schema: pageQuery }) page: { offset: number; limit: number }) {
    return withTotal(answer('page', [page]), 7);
  }
  @Get('list') @Access('public') list(@Query() query: Record<string, string>) {
    const parsed = parseListQuery(query, { sortable: ['date', 'name'], filters: { userId: z.uuid('userId must be an id') } });
    return listAnswer('things', { rows: [parsed], total: 41 }, parsed.offset);
  }
  @Get('fail/:how') @Access('public') fail(@Param('how') how: string) {
    if (how === 'conflict') throw new DomainError('conflict', 'x.y', 'That is taken');
    if (how === 'rate') throw new TooMany(7.2);
    if (how === 'framework') throw new HttpException('internal words', 400);
    if (how === 'database') throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    throw new Error('password=hunter2');
  }
  @Post('form') @Access('public') async form(@Req() request: FastifyRequest) {
    const form = await readForm(request, {
      fields: z.object({ address: z.string('address is required').min(3, 'address is too short') }),
      files: { idCard: { maxBytes: 10, required: true, label: 'An image of your identity card' } },
    });
    return answer('form', { address: form.fields.address, bytes: form.files.idCard?.buffer.length });
  }
}

@Module({
  controllers: [Doors],
  providers: [
    { provide: AppConfig, useValue: { publicUrl: 'https://club.example' } },
    { provide: SessionReader, useClass: Sessions },
    {
      provide: DenialJournal,
      useValue: {
        note: async ({ userId }: Actor, { method, route }: { method: string; route: string }) =>
          void denied.push(`${userId} ${method} ${route}`),
      },
    },
    SessionStrategy,
    { provide: APP_GUARD, useClass: AccessGuard },
    { provide: APP_FILTER, useClass: ErrorFilter },
  ],
})
class DoorsModule {}

describe('the door of the API', () => {
  let app: NestFastifyApplication;
  beforeAll(async () => {
    const module = await Test.createTestingModule({ imports: [DoorsModule] }).compile();
    app = module.createNestApplication<NestFastifyApplication>(new FastifyAdapter({ exposeHeadRoutes: false }), {
      logger: false,
      bodyParser: false,
    });
    await app.register(multipart, { limits: multipartLimits });
    registerHttpHooks(app.getHttpAdapter().getInstance());
    app.useGlobalPipes(schemaPipe());
    await app.init();
    await app.getHttpAdapter().getInstance().ready();
  });
  afterAll(() => app.close());

  const get = async (url: string, token?: string, headers: Record<string, string> = {}) => {
    const response = await app.inject({ method: 'GET', url, headers: { ...headers, ...(token && { authorization: token }) } });
    return { status: response.statusCode, body: response.json(), headers: response.headers };
  };

  it('writes down what somebody signed in was refused, without the ids of the address', async () => {
    denied.length = 0;
    await get(`/wallet/${OWNER}`, 'other');
    await get(`/wallet/${OWNER}`, 'owner');
    await get('/admin', undefined);
    expect(denied).toEqual([`${other.userId} GET /wallet/:userId`]);
  });

  it('says what is missing: a confirmation, or a second factor', async () => {
    expect((await get('/delicate', 'admin')).body).toMatchObject({ statusCode: 403, stepUp: true });
    expect((await get('/me', 'enrolling')).body).toMatchObject({ statusCode: 403, enrolmentRequired: true });
    expect((await get('/delicate', 'owner')).body).not.toHaveProperty('stepUp');
  });

  it.each([
    ['/open', undefined, 200],
    ['/forgotten', 'admin', 403],
    ['/me', undefined, 401],
    ['/me', 'nobody', 401],
    ['/me', 'owner', 200],
    ['/own', undefined, 401],
    ['/own', 'nobody', 401],
    ['/own', 'enrolling', 403],
    ['/own', 'owner', 200],
    ['/me', 'Bearer owner', 200],
    ['/member', 'admin', 403],
    ['/member', 'other', 200],
    ['/admin', 'owner', 403],
    ['/admin', 'admin', 200],
    [`/wallet/${OWNER}`, undefined, 401],
    [`/wallet/${OWNER}`, 'other', 403],
    [`/wallet/${OWNER}`, 'owner', 200],
    [`/wallet/${OWNER.toUpperCase()}`, 'owner', 200],
    [`/wallet/${OWNER}`, 'admin', 200],
    ['/wallet/nonsense', 'admin', 404],
    ['/signals', 'owner', 403],
    ['/signals', 'paid-fund', 403],
    ['/signals', 'paid-club', 200],
    ['/signals', 'admin', 200],
    ['/delicate', 'admin', 403],
    ['/delicate', 'admin-new', 200],
    ['/delicate', 'admin-sure', 200],
    ['/secret', 'admin-new', 403],
    ['/secret', 'admin-sure', 200],
    ['/enrol', 'enrolling', 200],
    ['/me', 'enrolling', 403],
    ['/admin', 'enrolling', 403],
    ['/secret', 'enrolling', 403],
  ])('answers %s for %s with %i', async (url, token, status) => {
    expect((await get(url, token)).status).toBe(status);
  });

  it('takes no session from a cookie or the query', async () => {
    expect((await get('/me?token=owner&authorization=owner', undefined, { cookie: 'token=owner' })).status).toBe(401);
  });

  it.each([
    ['a link', { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' }],
    ['an image', { 'sec-fetch-dest': 'image', 'sec-fetch-mode': 'no-cors' }],
    ['a prefetch', { 'sec-purpose': 'prefetch' }],
    ['a foreign page', { origin: 'https://evil.example' }],
  ])('refuses a state-changing GET made by %s', async (_, headers) => {
    expect((await get('/toggle', 'admin', headers)).status).toBe(403);
  });

  it('lets our own fetch make a state-changing GET, never stored and never by HEAD', async () => {
    const own = await get('/toggle', 'admin', { 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'cors', origin: 'https://club.example' });
    expect(own.status).toBe(200);
    expect(own.headers['cache-control']).toBe('no-store');
    const head = await app.inject({ method: 'HEAD', url: '/toggle', headers: { authorization: 'admin' } });
    expect(head.statusCode).toBe(404);
  });

  it('names every bad field once, in the words of the schema', async () => {
    const response = await app.inject({ method: 'POST', url: '/person', payload: { name: 'x' } });
    expect(response.json()).toEqual({
      statusCode: 400,
      message: 'Some fields need your attention',
      errors: [
        { field: 'name', message: 'name is too short' },
        { field: 'age', message: 'age must be a number' },
      ],
    });
    const broken = await app.inject({
      method: 'POST',
      url: '/person',
      payload: '{"name":',
      headers: { 'content-type': 'application/json' },
    });
    expect(broken.statusCode).toBe(400);
    const unknown = await app.inject({ method: 'POST', url: '/person', payload: '<a/>', headers: { 'content-type': 'application/xml' } });
    expect(unknown.statusCode).toBe(415);
  });

  it('turns each failure into its status and says nothing of its inside', async () => {
    expect((await get('/fail/conflict')).body).toEqual({ statusCode: 409, message: 'That is taken' });
    const rate = await get('/fail/rate');
    expect(rate.status).toBe(429);
    expect(rate.headers['retry-after']).toBe('8');
    expect((await get('/fail/framework')).body.message).not.toContain('internal');
    const database = await get('/fail/database');
    expect(database.status).toBe(503);
    expect(database.headers['retry-after']).toBeDefined();
    const bug = await get('/fail/bug');
    expect(bug.status).toBe(500);
    expect(JSON.stringify(bug.body)).not.toContain('hunter2');
    expect((await get('/nowhere')).body).toEqual({ statusCode: 404, message: 'There is nothing at this address' });
  });

  it('pages lists of the specification and carries the total', async () => {
    const page = await get('/paged?page=3&perPage=10');
    expect(page.body).toEqual({ message: 'page', data: [{ offset: 20, limit: 10 }] });
    expect(page.headers['x-total-count']).toBe('7');
    expect((await get('/paged')).body.data[0]).toEqual({ offset: 0, limit: 1000 });
    for (const bad of ['page=0', 'page=x', 'perPage=0', 'perPage=100000', 'page=1e9']) {
      const answerOf = await get(`/paged?${bad}`);
      expect(answerOf.status).toBe(400);
      expect(answerOf.body.errors[0].field).toBe(bad.split('=')[0]);
    }
  });

  it("speaks ra-data-simple-rest's dialect", async () => {
    const list = await get(`/list?sort=["name","ASC"]&range=[10,19]&filter={"userId":"${OWNER}"}`);
    expect(list.body).toEqual([{ sort: 'name', order: 'ASC', offset: 10, limit: 10, filter: { userId: OWNER } }]);
    expect(list.headers['content-range']).toBe('things 10-10/41');
    for (const [field, query] of [
      ['sort', 'sort=["price","ASC"]'],
      ['sort', 'sort=["name","DROP"]'],
      ['sort', 'sort=nonsense'],
      ['range', 'range=[5,4]'],
      ['range', 'range=[0,5000]'],
      ['range', 'range=[-1,5]'],
      ['filter', 'filter=[]'],
      ['filter.password', 'filter={"password":"x"}'],
      ['filter.userId', 'filter={"userId":{"$ne":null}}'],
      ['filter.constructor', 'filter={"constructor":1}'],
    ] as const) {
      const refused = await get(`/list?${query}`);
      expect([query, refused.status, refused.body.errors?.[0]?.field]).toEqual([query, 400, field]);
    }
  });

  const form = (parts: [string, string, string?][]) => {
    const lines = parts.flatMap(([name, value, filename]) => [
      '--b',
      `content-disposition: form-data; name="${name}"${filename ? `; filename="${filename}"` : ''}`,
      ...(filename ? ['content-type: image/png'] : []),
      '',
      value,
    ]);
    return app.inject({
      method: 'POST',
      url: '/form',
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
      payload: [...lines, '--b--', ''].join('\r\n'),
    });
  };

  it('reads a form with its files, and names what is missing in fields and files together', async () => {
    expect(
      (
        await form([
          ['address', 'A street'],
          ['idCard', '12345', 'id.png'],
        ])
      ).json().data,
    ).toEqual({ address: 'A street', bytes: 5 });
    const empty = await form([]);
    expect(empty.statusCode).toBe(400);
    expect(empty.json().errors.map((e: { field: string }) => e.field)).toEqual(['address', 'idCard']);
    const large = await form([
      ['address', 'A street'],
      ['idCard', '12345678901', 'id.png'],
    ]);
    expect([large.statusCode, large.json().errors[0].field]).toEqual([413, 'idCard']);
    const surplus = await form([
      ['address', 'A street'],
      ['other', '1', 'x.png'],
    ]);
    expect([surplus.statusCode, surplus.json().errors[0].field]).toEqual([400, 'other']);
    const notForm = await app.inject({ method: 'POST', url: '/form', payload: { address: 'A street' } });
    expect(notForm.statusCode).toBe(415);
    const cut = await app.inject({
      method: 'POST',
      url: '/form',
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
      payload: '--b\r\ncontent-disposition: form-data; name="idCard"; filename="x.png"\r\n\r\n123',
    });
    expect(cut.statusCode).toBe(400);
  });
});
