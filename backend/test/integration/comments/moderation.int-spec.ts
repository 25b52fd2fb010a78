import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type {
  CommentCaseWire,
  CommentPageWire,
  CommentWire,
  CommunityProfileWire,
  InboxItemWire,
  ModeratedCommentWire,
} from '../../../src/platform/wire/index.js';
import { MemberDataRepository } from '../../../src/club/privacy/erasure/member-data.repository.js';
import { call, signedInMember, signedInTeam, type SignedIn } from '../../support/people.js';
import { AnalysisWorld } from '../analysis/analysis-world.js';

let world: AnalysisWorld;
let support: SignedIn;
let other: SignedIn;
let slug: string;
let comment: CommentWire;

const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body: object | undefined, as: SignedIn) =>
  call(world.api, method, path, body, { token: as.token });
const act = (name: string, body: object = { reason: 'Against the guidelines' }, as = support) =>
  send('POST', `/admin/comments/${comment.id}/${name}`, body, as);
const report = (as = other) => send('POST', `/me/comments/${comment.id}/report`, { reason: 'offensive', details: 'See line 1' }, as);
const filtered = async (filter: object) =>
  (await send('GET', `/admin/comments?filter=${encodeURIComponent(JSON.stringify(filter))}`, undefined, support)).json<
    ModeratedCommentWire[]
  >();
const shown = async (as: SignedIn) =>
  (await send('GET', `/me/comments?on=analysis&subject=${slug}`, undefined, as)).json<{ data: CommentPageWire }>().data.comments;
const community = async (as: SignedIn) => (await send('GET', '/me/community', undefined, as)).json<{ data: CommunityProfileWire }>().data;
const write = (text: string, as: SignedIn) => send('POST', '/me/comments', { on: 'analysis', subject: slug, text }, as);
const auditOf = (id: string) =>
  world.rows<{ action: string; detail: { reason: string } }>(
    `select action, detail from audit_events where target_id = ? and action like 'comment.%' order by id`,
    [id],
  );

beforeAll(async () => {
  world = await AnalysisWorld.start();
  support = await signedInTeam(world.api, 'support');
  await world.rows(`update sessions set confirmed_at = now() + interval '1 hour' where user_id = ?`, [support.userId]);
  other = await signedInMember(world.api);
  slug = (await world.published()).slug;
  for (const [displayName, as] of [
    ['Sea Wolf', world.paying],
    ['Northern Light', other],
    ['Harbour Desk', support],
  ] as const)
    await send('PUT', '/me/community', { displayName, guidelinesVersion: 1 }, as);
}, 180_000);
afterAll(() => world.api.close(), 60_000);
beforeEach(async () => {
  await world.rows('delete from comments');
  await world.rows('delete from rate_limits');
  await world.rows('update community_profiles set muted_until = null, muted_reason = null, banned_at = null, banned_reason = null');
  comment = (await write('Something rude', world.paying)).json<{ data: CommentWire }>().data;
});

describe('a report', () => {
  it('brings a comment into the queue and the inbox until the team has decided', async () => {
    expect((await report(world.paying)).statusCode).toBe(409);
    expect((await report()).json()).toMatchObject({ data: { isReported: true } });
    await report();
    const [listed] = await filtered({ reports: 'open' });
    expect(listed).toMatchObject({
      id: comment.id,
      openReports: 1,
      may: ['hide', 'remove', 'dismiss'],
      subjectTitle: 'Bitcoin holds its range',
    });
    const found = (await send('GET', `/admin/comments/${comment.id}`, undefined, support)).json<CommentCaseWire>();
    expect(found.reports).toMatchObject([{ reason: 'offensive', details: 'See line 1', by: 'Northern Light', resolvedAt: null }]);
    const inbox = async () =>
      (await send('GET', `/admin/inbox?filter=${encodeURIComponent('{"kind":"comment"}')}`, undefined, support)).json<InboxItemWire[]>();
    expect(await inbox()).toMatchObject([{ kind: 'comment', target: comment.id, title: 'Sea Wolf', count: 1 }]);
    expect((await act('dismiss', { reason: 'It is fine' })).statusCode).toBe(200);
    expect([await filtered({ reports: 'open' }), await inbox()]).toEqual([[], []]);
    expect(await shown(other)).toMatchObject([{ state: 'visible', text: 'Something rude' }]);
  });
});

describe('the erasure of an author', () => {
  it('closes the reports of their comments, and leaves neither text nor name', async () => {
    const author = await signedInMember(world.api);
    await send('PUT', '/me/community', { displayName: 'Brief Visitor', guidelinesVersion: 1 }, author);
    comment = (await write('Something rude of mine', author)).json<{ data: CommentWire }>().data;
    await report();
    expect(await filtered({ reports: 'open' })).toHaveLength(1);
    const em = world.api.em();
    await em.transactional((tx) =>
      world.api.app.get(MemberDataRepository, { strict: false }).deletePersonalRows(tx as never, author.userId),
    );
    expect(await filtered({ reports: 'open' })).toEqual([]);
    expect(await world.rows('select text, state, author_id as author from comments where id = ?', [comment.id])).toEqual([
      { text: null, state: 'deleted', author: null },
    ]);
  });
});

describe('moderation', () => {
  it('hides a comment from everybody but its author, who reads why, and restores it', async () => {
    expect((await act('hide')).statusCode).toBe(200);
    expect(await shown(other)).toEqual([]);
    expect(await shown(world.paying)).toMatchObject([{ state: 'hidden', text: 'Something rude', reason: 'Against the guidelines' }]);
    expect((await act('hide')).statusCode).toBe(409);
    await act('restore', { reason: 'A mistake' });
    expect(await shown(other)).toMatchObject([{ state: 'visible', text: 'Something rude', reason: null }]);
    expect((await auditOf(comment.id)).map(({ action, detail }) => [action, detail.reason])).toEqual([
      ['comment.hide', 'Against the guidelines'],
      ['comment.restore', 'A mistake'],
    ]);
  });

  it('keeps the text of a hidden comment from others also where it has replies', async () => {
    await send('POST', '/me/comments', { on: 'analysis', subject: slug, text: 'A reply', parentId: comment.id }, other);
    await act('hide');
    const [hidden] = await shown(other);
    expect(hidden).toMatchObject({ state: 'hidden', text: null, reason: null, author: { name: null }, replies: [{ text: 'A reply' }] });
  });

  it('removes a text for good', async () => {
    expect((await act('remove')).statusCode).toBe(200);
    expect(await world.rows('select text, state from comments where id = ?', [comment.id])).toEqual([{ text: null, state: 'removed' }]);
    expect(await shown(world.paying)).toMatchObject([{ state: 'removed', text: null, reason: 'Against the guidelines' }]);
    expect((await act('restore')).statusCode).toBe(409);
    // Its author cannot delete the decision with it.
    expect((await send('DELETE', `/me/comments/${comment.id}`, undefined, world.paying)).statusCode).toBe(409);
    expect(await shown(world.paying)).toMatchObject([{ state: 'removed', reason: 'Against the guidelines' }]);
  });

  it('mutes a member, who reads why and until when', async () => {
    expect((await act('mute', { reason: 'Cool down', days: 3 })).statusCode).toBe(200);
    expect(await community(world.paying)).toMatchObject({ block: 'muted', reason: 'Cool down' });
    expect((await write('Again', world.paying)).statusCode).toBe(403);
    await world.rows(`update community_profiles set muted_until = now() - interval '1 second' where user_id = ?`, [world.paying.userId]);
    expect(await community(world.paying)).toMatchObject({ block: null, reason: null, mutedUntil: null });
    expect((await write('Again', world.paying)).statusCode).toBe(201);
  });

  it('bans a member from comments, and readmits them', async () => {
    await act('ban', { reason: 'Spam again' });
    expect(await community(world.paying)).toMatchObject({ block: 'banned', reason: 'Spam again' });
    expect((await write('Again', world.paying)).statusCode).toBe(403);
    await act('readmit', { reason: 'Asked nicely' });
    expect((await write('Again', world.paying)).statusCode).toBe(201);
    expect((await act('readmit')).statusCode).toBe(409);
    expect((await auditOf(world.paying.userId)).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['comment.ban-author', 'comment.readmit-author']),
    );
  });

  it('is for those who may moderate; an auditor reads', async () => {
    const auditor = await signedInTeam(world.api, 'auditor');
    expect((await send('GET', `/admin/comments/${comment.id}`, undefined, auditor)).statusCode).toBe(200);
    for (const name of ['hide', 'restore', 'remove', 'dismiss', 'ban', 'readmit'])
      expect([name, (await act(name, undefined, auditor)).statusCode]).toEqual([name, 403]);
    expect((await act('mute', { reason: 'x', days: 1 }, auditor)).statusCode).toBe(403);
    expect((await act('hide', undefined, other)).statusCode).toBe(403);
  });

  it('does not restrict the team', async () => {
    comment = (await write('From the team', support)).json<{ data: CommentWire }>().data;
    expect((await act('ban')).statusCode).toBe(409);
  });
});
