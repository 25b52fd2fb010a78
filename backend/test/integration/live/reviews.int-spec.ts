import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { post } from '../payments/paying.js';
import { reviewCases, waiting } from '../reviews/cases.js';
import { LiveWorld } from './live-world.js';

let world: LiveWorld;
beforeAll(async () => {
  world = await LiveWorld.start();
});
afterEach(() => world.calm());
afterAll(() => world.close());

describe.each(reviewCases)('the topic of reviews, about one $kind', (kind) => {
  const { name, resource, code } = kind;

  it('tells admins who comes and goes, but not who stays', async () => {
    const { id } = await waiting(world.api, kind);
    const client = await world.subscribed(world.admin, ['reviews']);
    const visit = randomUUID();
    for (const act of ['watch', 'watch', 'leave', 'leave']) await post(world.api, `${resource}/${id}/${act}`, { visit }, world.admin);
    await post(world.api, `${resource}/${id}/approve`, {}, world.admin);
    await client.told(({ data }) => data?.['change'] === 'decided');
    expect(client.events('reviews')).toEqual([
      { review: name, id, change: 'presence' },
      { review: name, id, change: 'presence' },
      { review: name, id, change: 'decided' },
    ]);
  });

  it('tells that another try was allowed, and the member hears of it as of any change', async () => {
    const { member, id } = await waiting(world.api, kind);
    await post(world.api, `${resource}/${id}/reject`, { code, outcome: 'final' }, world.admin);
    const [boss, own] = [await world.subscribed(world.admin, ['reviews']), await world.subscribed(member, ['account'])];
    await post(world.api, `${resource}/${id}/allow-retry`, { reason: 'The member called us' }, world.admin);
    await boss.told(({ data }) => data?.['change'] === 'reopened');
    await own.told(({ topic }) => topic === 'account');
    expect(boss.events('reviews')).toEqual([{ review: name, id, change: 'reopened' }]);
    expect(own.events('account')).toEqual([{ userId: member.userId, changed: name, state: 'rejected' }]);
  });
});

it('the topic of reviews tells who claims a case, but not who goes on with it', async () => {
  const [kyc] = reviewCases;
  const { id } = await waiting(world.api, kyc!);
  const client = await world.subscribed(world.admin, ['reviews']);
  const visit = randomUUID();
  for (const act of ['claim', 'claim', 'leave', 'claim']) await post(world.api, `/admin/kyc-reviews/${id}/${act}`, { visit }, world.admin);
  await post(world.api, `/admin/kyc-reviews/${id}/approve`, {}, world.admin);
  await client.told(({ data }) => data?.['change'] === 'decided');
  expect(client.events('reviews')).toEqual(
    ['presence', 'claim', 'presence', 'claim', 'presence', 'claim', 'decided'].map((change) => ({ review: 'kyc', id, change })),
  );
});

it('the topic of reviews tells what is decided and can be undone, and that it was', async () => {
  const { id } = await waiting(world.api, reviewCases[0]!);
  const client = await world.subscribed(world.admin, ['reviews']);
  for (const [act, body] of [
    ['decision', { decision: 'reject', code: 'address-old' }],
    ['undo', {}],
  ] as const)
    expect((await post(world.api, `/admin/kyc-reviews/${id}/${act}`, body, world.admin)).statusCode).toBe(200);
  await client.told(({ data }) => data?.['change'] === 'undone');
  expect(client.events('reviews')).toEqual(['scheduled', 'undone'].map((change) => ({ review: 'kyc', id, change })));
});

it('the topic of reviews is for admins', async () => {
  const client = await world.subscribed(world.member, ['account']);
  client.say({ type: 'subscribe', topics: ['reviews'] });
  await client.told(({ code, topic }) => code === 'topic.forbidden' && topic === 'reviews');
  const { id } = await waiting(world.api, reviewCases[0]!);
  const proof = await world.subscribed(world.admin, ['reviews']);
  await post(world.api, `/admin/kyc-reviews/${id}/watch`, { visit: randomUUID() }, world.admin);
  await proof.told(({ topic }) => topic === 'reviews');
  await client.settled();
  expect(client.events('reviews')).toEqual([]);
});
