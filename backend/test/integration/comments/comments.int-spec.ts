import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { CommentPageWire, CommentWire, CommunityProfileWire, NoticesPageWire } from '../../../src/platform/wire/index.js';
import { call, signedInMember, signedInTeam, type SignedIn } from '../../support/people.js';
import { AnalysisWorld } from '../analysis/analysis-world.js';

let world: AnalysisWorld;
let support: SignedIn;
let other: SignedIn;
let slug: string;
let closed: string;

const send = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body: object | undefined, as?: SignedIn, headers = {}) =>
  call(world.api, method, path, body, { ...(as && { token: as.token }), headers });
const join = (displayName: string, as: SignedIn) => send('PUT', '/me/community', { displayName, guidelinesVersion: 1 }, as);
const named = async (displayName: string, as: SignedIn) => expect((await join(displayName, as)).statusCode).toBe(200);
const write = (text: string, as: SignedIn, more: object = {}, headers = {}) =>
  send('POST', '/me/comments', { on: 'analysis', subject: slug, text, ...more }, as, headers);
const written = async (text: string, as: SignedIn, more: object = {}) => {
  const response = await write(text, as, more);
  expect([response.statusCode, response.json<{ message: string }>().message]).toEqual([201, 'Your comment is published']);
  return response.json<{ data: CommentWire }>().data;
};
const page = async (as: SignedIn, more = '') =>
  (await send('GET', `/me/comments?on=analysis&subject=${slug}${more}`, undefined, as)).json<{ data: CommentPageWire }>().data;
const act = (id: string, name: string, body: object = { reason: 'Against the guidelines' }, as = support) =>
  send('POST', `/admin/comments/${id}/${name}`, body, as);
const notices = async (as: SignedIn) =>
  (await send('GET', '/me/notifications', undefined, as))
    .json<{ data: NoticesPageWire }>()
    .data.items.filter(({ kind }) => kind.startsWith('comment-'));

beforeAll(async () => {
  world = await AnalysisWorld.start();
  support = await signedInTeam(world.api, 'support');
  await world.rows(`update sessions set confirmed_at = now() + interval '1 hour' where user_id = ?`, [support.userId]);
  other = await signedInMember(world.api);
  await world.rows(`update users set payment_status = 'approved' where id = ?`, [other.userId]);
  slug = (await world.published()).slug;
  closed = (await world.published({ title: 'For members', audience: 'members' })).slug;
  await named('Sea Wolf', world.paying);
  await named('Northern Light', other);
}, 180_000);
afterAll(() => world.api.close(), 60_000);
beforeEach(async () => {
  await world.rows('delete from comments');
  await world.rows('delete from notices');
  await world.rows('delete from rate_limits');
});

describe('a display name', () => {
  it('is chosen once before the first comment, with the guidelines', async () => {
    const member = await signedInMember(world.api);
    expect((await write('Hello', member)).statusCode).toBe(409);
    expect((await send('PUT', '/me/community', { displayName: 'New Moon', guidelinesVersion: 2 }, member)).json()).toMatchObject({
      errors: [{ field: 'guidelinesVersion' }],
    });
    const joined = (await join('New Moon', member)).json<{ data: CommunityProfileWire }>().data;
    expect(joined).toMatchObject({ displayName: 'New Moon', agreedVersion: 1, block: null });
    await written('Hello', member);
  });

  it('is one member’s alone, also against look-alikes and at the same time', async () => {
    const [one, two] = [await signedInMember(world.api), await signedInMember(world.api)];
    for (const name of ['sea wolf', 'SEA-WOLF', 'Seа Wolf', 'Ｓｅａ Ｗｏｌｆ', 'Sea W0lf'])
      expect([name, (await join(name, one)).json()]).toMatchObject([name, { errors: [{ field: 'displayName' }] }]);
    const answers = await Promise.all([join('Red Kite', one), join('red.kite', two)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400]);
  });

  it('changes once in 30 days', async () => {
    const member = await signedInMember(world.api);
    await named('First Name', member);
    expect((await join('Second Name', member)).statusCode).toBe(400);
    expect((await join('First Name', member)).statusCode).toBe(200);
    await world.rows(`update community_profiles set name_changed_at = now() - interval '31 days' where user_id = ?`, [member.userId]);
    await named('Second Name', member);
    expect((await join('Third Name', member)).statusCode).toBe(400);
  });
});

describe('comments', () => {
  it('are for those who may read the page, never for visitors', async () => {
    await written('Members only', world.paying, { subject: closed });
    const read = async (as?: SignedIn) => (await send('GET', `/me/comments?on=analysis&subject=${closed}`, undefined, as)).statusCode;
    expect([await read(), await read(world.unpaid), await read(other), await read(support)]).toEqual([401, 403, 200, 200]);
    expect((await write('No', world.unpaid, { subject: closed })).statusCode).toBe(403);
    const { id } = (await written('Open', world.paying)) as CommentWire;
    expect((await send('GET', `/me/comments/${id}/replies`, undefined)).statusCode).toBe(401);
    await world.rows(`update comments set subject_id = (select id from analysis_posts where slug = ?) where id = ?`, [closed, id]);
    expect((await send('GET', `/me/comments/${id}/replies`, undefined, world.unpaid)).statusCode).toBe(403);
    expect((await send('PUT', `/me/comments/${id}/reaction`, { reaction: 'agree', on: true }, world.unpaid)).statusCode).toBe(403);
    expect((await send('POST', `/me/comments/${id}/report`, { reason: 'spam' }, world.unpaid)).statusCode).toBe(403);
    for (const path of [`/analysis/${slug}`, '/analysis', '/analysis.atom']) {
      expect((await send('GET', path, undefined)).body).not.toContain('Members only');
    }
  });

  it('on a signal are for those who may see signals', async () => {
    const id = randomUUID();
    await world.rows(
      `insert into signals (id, asset, base, quote, trade_type, side, time_frame, risk_level, leverage, leverage_factor,
        recommended_position_size, duration, current_price, entry_price, stop_loss, trailing_stop_loss, take_profit_1, take_profit_2,
        take_profit_3, market_condition, signal_message, date, time, projected_date_of_closure, projected_closure_at, published_at,
        created_by)
       values (?, 'DOGEUSDT', 'DOGE', 'USDT', 'Buy', 'long', '1 Hour', 'Low', '1x', 1, '1 %', 'a day', '1', '1', '0.5', 'none', '2', '3',
         '4', 'Flat', 'Watch it', '2026-11-01', '00:00', '2026-12-01', now(), now(), ?)`,
      [id, randomUUID()],
    );
    await written('On a signal', world.paying, { on: 'signal', subject: id });
    const read = async (as: SignedIn) => (await send('GET', `/me/comments?on=signal&subject=${id}`, undefined, as)).statusCode;
    expect([await read(other), await read(world.unpaid), await read(support), await read(world.author)]).toEqual([200, 403, 403, 200]);
    expect((await write('No', world.unpaid, { on: 'signal', subject: id })).statusCode).toBe(403);
  });

  it('name their author by the display name alone, and the team by a flag', async () => {
    await named('Harbour Desk', support);
    const comment = await written('Plain <b>text</b> & https://example.com', world.paying);
    await written('We looked at it', support, { parentId: comment.id });
    const response = await send('GET', `/me/comments?on=analysis&subject=${slug}`, undefined, other);
    const [shown] = response.json<{ data: CommentPageWire }>().data.comments;
    expect(shown).toMatchObject({
      text: 'Plain <b>text</b> & https://example.com',
      author: { name: 'Sea Wolf', isTeam: false, isOwn: false },
      replies: [{ text: 'We looked at it', author: { name: 'Harbour Desk', isTeam: true, isOwn: false } }],
    });
    for (const who of [world.paying, support]) {
      const [person] = await world.rows<{ id: string; email: string; full_name: string }>(
        `select u.id, u.email, u.other_name || ' ' || u.surname as full_name from users u where id = ?`,
        [who.userId],
      );
      for (const secret of Object.values(person!)) expect(response.body).not.toContain(secret);
    }
  });

  it('come in pages from either end, with three replies each', async () => {
    const ids: string[] = [];
    for (const n of [1, 2, 3]) ids.push((await written(`Comment ${n}`, world.paying)).id);
    const replies: string[] = [];
    for (const n of [1, 2, 3, 4]) replies.push((await written(`Reply ${n}`, other, { parentId: ids[0] })).id);
    const first = await page(other, '&limit=2');
    expect([first.comments.map(({ id }) => id), first.next]).toEqual([[ids[2], ids[1]], ids[1]]);
    const second = await page(other, `&limit=2&after=${first.next}`);
    expect([second.comments.map(({ id }) => id), second.next]).toEqual([[ids[0]], null]);
    expect((await page(other, '&order=oldest')).comments.map(({ id }) => id)).toEqual(ids);
    const [shown] = second.comments;
    expect([shown!.replies.map(({ id }) => id), shown!.moreReplies]).toEqual([replies.slice(0, 3), replies[2]]);
    const rest = await send('GET', `/me/comments/${ids[0]}/replies?after=${shown!.moreReplies}`, undefined, other);
    expect(rest.json<{ data: CommentPageWire }>().data).toMatchObject({ comments: [{ id: replies[3] }], next: null });
    expect((await write('Deeper', other, { parentId: replies[0] })).json()).toMatchObject({ errors: [{ field: 'parentId' }] });
  });

  it('are stored once for a double click', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const answers = await Promise.all([write('Once', world.paying, {}, headers), write('Once', world.paying, {}, headers)]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201]);
    expect((await page(other)).comments).toHaveLength(1);
  });

  it('are five a minute, and the refusal says when it goes on', async () => {
    for (const n of [1, 2, 3, 4, 5]) await written(`Comment ${n}`, world.paying);
    const refused = await write('Comment 6', world.paying);
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
  });

  it('are changed by their author within 15 minutes', async () => {
    const { id } = await written('Frist', world.paying);
    const edit = (as: SignedIn) => send('PATCH', `/me/comments/${id}`, { text: 'First' }, as);
    expect((await edit(other)).statusCode).toBe(403);
    const edited = (await edit(world.paying)).json<{ data: CommentWire }>().data;
    expect([edited.text, edited.editedAt !== null]).toEqual(['First', true]);
    await world.rows(`update comments set created_at = now() - interval '16 minutes' where id = ?`, [id]);
    expect((await edit(world.paying)).statusCode).toBe(409);
  });

  it('that were deleted stay only where others replied, without text and name', async () => {
    const [first, second] = [await written('Alone', world.paying), await written('Answered', world.paying)];
    await written('A reply', other, { parentId: second.id });
    expect((await send('DELETE', `/me/comments/${first.id}`, undefined, other)).statusCode).toBe(403);
    for (const { id } of [first, second])
      expect((await send('DELETE', `/me/comments/${id}`, undefined, world.paying)).statusCode).toBe(200);
    expect((await page(other)).comments).toMatchObject([
      { id: second.id, state: 'deleted', text: null, author: { name: null }, replies: [{ text: 'A reply' }] },
    ]);
    expect(await world.rows(`select 1 from comments where text in ('Alone', 'Answered')`)).toEqual([]);
  });

  it('take one reaction of a kind from each other member', async () => {
    const { id } = await written('Good', world.paying);
    const react = (on: boolean, as: SignedIn) => send('PUT', `/me/comments/${id}/reaction`, { reaction: 'agree', on }, as);
    expect((await react(true, world.paying)).statusCode).toBe(409);
    await react(true, other);
    expect((await react(true, other)).json<{ data: CommentWire }>().data).toMatchObject({ counts: { agree: 1 }, mine: ['agree'] });
    expect((await react(false, other)).json<{ data: CommentWire }>().data).toMatchObject({ counts: { agree: 0 }, mine: [] });
  });
});

describe('a notice of a reply', () => {
  it('goes to the author of the comment, without a text, and not for one’s own reply', async () => {
    const { id } = await written('Question', world.paying);
    await written('My own addition', world.paying, { parentId: id });
    expect(await notices(world.paying)).toEqual([]);
    await written('An answer', other, { parentId: id });
    expect(await notices(world.paying)).toMatchObject([{ kind: 'comment-reply', facts: { on: 'analysis', key: slug } }]);
    const [letter] = await world.rows<{ letter: string }>(
      `select letter from mail_deliveries where user_id = ? and letter = 'comment-reply'`,
      [world.paying.userId],
    );
    expect(letter).toEqual({ letter: 'comment-reply' });
  });

  it.each(['hide', 'remove', 'delete'])('is taken back once the reply is hidden, removed or deleted: %s', async (how) => {
    const { id } = await written('Question', world.paying);
    const reply = await written('An answer', other, { parentId: id });
    expect(await notices(world.paying)).toHaveLength(1);
    if (how === 'delete') await send('DELETE', `/me/comments/${reply.id}`, undefined, other);
    else expect((await act(reply.id, how)).statusCode).toBe(200);
    expect(await notices(world.paying)).toEqual([]);
    expect(await world.rows(`select 1 from outbox where dedupe_key = ? and sent_at is null`, [`mail:comment-reply:${reply.id}`])).toEqual(
      [],
    );
  });

  it('does not go to a member who may not read the page any more', async () => {
    const { id } = await written('Question', world.paying, { subject: closed });
    await world.rows(`update users set payment_status = null where id = ?`, [world.paying.userId]);
    await written('An answer', other, { subject: closed, parentId: id });
    await world.rows(`update users set payment_status = 'approved' where id = ?`, [world.paying.userId]);
    expect(await notices(world.paying)).toEqual([]);
  });
});

describe('a mention', () => {
  const shown = async (as: SignedIn) => (await page(as)).comments[0]!;

  it('names a member and tells them once, without a text, and not as a reply too', async () => {
    const comment = await written('Is @northern light right? @Northern Light! And @Sea Wolf, that is me', world.paying);
    expect(comment).toMatchObject({
      text: 'Is @Northern Light right? @Northern Light! And @Sea Wolf, that is me',
      mentions: [
        { start: 3, length: 15, name: 'Northern Light', isYou: false },
        { start: 26, length: 15, name: 'Northern Light', isYou: false },
        { start: 47, length: 9, name: 'Sea Wolf', isYou: true },
      ],
    });
    expect(await notices(other)).toMatchObject([{ kind: 'comment-mention', facts: { on: 'analysis', key: slug } }]);
    await written('@Sea Wolf, it is', other, { parentId: comment.id });
    expect((await notices(world.paying)).map(({ kind }) => kind)).toEqual(['comment-reply']);
    expect((await shown(other)).mentions.map(({ isYou }) => isYou)).toEqual([true, true, false]);
  });

  it('is plain text where the member may not read the page, and of at most ten members', async () => {
    const reader = await signedInMember(world.api);
    await named('Without Plan', reader);
    const comment = await written('@Without Plan', world.paying, { subject: closed });
    expect([comment.mentions, await notices(reader)]).toEqual([[], []]);
    const crowd = await Promise.all(
      Array.from('BCDFGHKMPQR', async (letter) => {
        const name = `Crowd ${letter.repeat(3)}`;
        await named(name, await signedInMember(world.api));
        return `@${name}`;
      }),
    );
    expect((await write(crowd.join(' '), world.paying)).json()).toMatchObject({
      errors: [{ field: 'text', message: 'Mention at most 10 members' }],
    });
    expect((await written(crowd.slice(1).join(' '), world.paying)).mentions).toHaveLength(10);
  });

  it('follows an edit: who is mentioned now is told, who is not any more is not', async () => {
    const third = await signedInMember(world.api);
    await named('Third Sail', third);
    const { id } = await written('@Northern Light', world.paying);
    await send('PATCH', `/me/comments/${id}`, { text: 'Hello @Third Sail' }, world.paying);
    expect([await notices(other), (await notices(third)).map(({ kind }) => kind)]).toEqual([[], ['comment-mention']]);
    expect((await shown(other)).mentions).toEqual([{ start: 6, length: 11, name: 'Third Sail', isYou: false }]);
  });

  it.each(['hide', 'remove', 'delete'])('is taken back with its comment: %s', async (how) => {
    const { id } = await written('@Northern Light', world.paying);
    expect(await notices(other)).toHaveLength(1);
    if (how === 'delete') await send('DELETE', `/me/comments/${id}`, undefined, world.paying);
    else expect((await act(id, how)).statusCode).toBe(200);
    expect(await notices(other)).toEqual([]);
    expect(await world.rows('select 1 from comment_mentions')).toHaveLength(how === 'hide' ? 1 : 0);
  });

  it('shows the present name of its member', async () => {
    const member = await signedInMember(world.api);
    await named('Old Anchor', member);
    await written('@Old Anchor and @Northern Light', world.paying);
    await world.rows(`update community_profiles set name_changed_at = now() - interval '31 days' where user_id = ?`, [member.userId]);
    await named('Compass', member);
    expect(await shown(other)).toMatchObject({
      text: '@Compass and @Northern Light',
      mentions: [
        { start: 0, length: 8, name: 'Compass' },
        { start: 13, length: 15, name: 'Northern Light' },
      ],
    });
  });
});
