import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { CommentWire, CommunityProfileWire } from '../src/lib/wire/types';
import { post } from './support/analysis';
import { type Call, community, type Reply, type Routes, serve } from './support/api';
import { rememberSession, sofia } from './support/people';
import { open } from './support/render-app';
import { text } from './support/texts';

jest.setTimeout(180_000);
beforeEach(rememberSession);

const answerOf = (data: unknown, message = ''): Reply => ({ body: { message, data } });
const comment = (changes: Partial<CommentWire> = {}): CommentWire => ({
  id: 'c-1',
  parentId: null,
  author: { name: 'Northern Light', isTeam: false, isOwn: false },
  text: 'Is 64,100 <b>firm</b>? https://example.com',
  mentions: [],
  state: 'visible',
  reason: null,
  createdAt: '2026-11-29T10:40:00.000Z',
  editedAt: null,
  editableUntil: null,
  counts: { agree: 2, thanks: 0, insightful: 0 },
  mine: [],
  isReported: false,
  replies: [],
  moreReplies: null,
  ...changes,
});
const own = (changes: Partial<CommentWire> = {}) => comment({ author: { name: 'Sea Wolf', isTeam: false, isOwn: true }, ...changes });
const page = (comments: readonly CommentWire[], next: string | null = null) => answerOf({ comments, next });

async function openPage(
  comments: readonly CommentWire[],
  { profile = {}, ...more }: { profile?: Partial<CommunityProfileWire> } & { routes?: Routes } = {},
) {
  const calls = serve({
    'GET /getuser': answerOf({ ...sofia, kycStatus: 'approved', paymentStatus: 'approved' }),
    'GET /me/analysis/the-range': answerOf(post('The text')),
    'GET /me/community': community(profile),
    'GET /me/comments': page(comments),
    ...more.routes,
  });
  await open('/analysis/the-range');
  await screen.findByRole('heading', { level: 2, name: text('comments.title') });
  return { calls, user: userEvent.setup({ delay: null }) };
}
const sent = (calls: readonly Call[], method: string) =>
  calls.filter((call) => call.method === method).map(({ path, json }) => [path, json]);
const articleBy = async (name: string) => within(await screen.findByRole('article', { name: text('comments.by', { name }) }));

describe('comments', () => {
  it('show plain text with its author, the team, replies and edits', async () => {
    const { calls } = await openPage([
      comment({
        editedAt: '2026-11-29T10:45:00.000Z',
        replies: [comment({ id: 'c-2', parentId: 'c-1', text: 'Yes', author: { name: 'Harbour Desk', isTeam: true, isOwn: false } })],
      }),
    ]);
    expect(await screen.findByText('Is 64,100 <b>firm</b>? https://example.com')).toBeVisible();
    expect(screen.queryByRole('link', { name: /example\.com/ })).toBeNull();
    expect(screen.getByText(new RegExp(text('comments.edited')))).toBeVisible();
    const reply = await articleBy('Harbour Desk');
    expect(reply.getByText(text('comments.team'))).toBeVisible();
    expect(reply.getByText('Yes')).toBeVisible();
    expect(screen.getByText('Sea Wolf').closest('p')).toHaveTextContent('You comment as Sea Wolf.');
    expect(calls.find(({ path }) => path === '/me/comments')?.search.toString()).toBe('on=analysis&subject=the-range&order=newest');
  });

  it('say that there are none, and that they could not be loaded', async () => {
    let fails = true;
    const { user } = await openPage([], {
      routes: { 'GET /me/comments': () => (fails ? { status: 400, body: { message: 'Not today' } } : page([])) },
    });
    expect(await screen.findByText('Not today')).toBeVisible();
    fails = false;
    await user.click(screen.getByRole('button', { name: text('common.tryAgain') }));
    expect(await screen.findByText(text('comments.empty'))).toBeVisible();
  });

  it('go on, and come in the other order', async () => {
    const { user } = await openPage([], {
      routes: {
        'GET /me/comments': ({ search }) =>
          search.get('order') === 'oldest'
            ? page([comment({ text: 'The oldest' })])
            : search.has('after')
              ? page([comment({ id: 'c-0', text: 'Earlier' })])
              : page([comment()], 'c-1'),
      },
    });
    await user.click(await screen.findByRole('button', { name: text('comments.more') }));
    expect(await screen.findByText('Earlier')).toBeVisible();
    await user.selectOptions(screen.getByLabelText(text('comments.order')), 'oldest');
    expect(await screen.findByText('The oldest')).toBeVisible();
  });

  it('are written once, and stay in the form where the server refuses them', async () => {
    let refuses = true;
    const { user, calls } = await openPage([], {
      routes: {
        'POST /me/comments': () =>
          refuses
            ? { status: 429, body: { message: 'Too many attempts. Please try again later' }, headers: { 'Retry-After': '30' } }
            : answerOf(own(), 'Published'),
      },
    });
    const field = await screen.findByLabelText(text('comments.form.comment'));
    await user.click(screen.getByRole('button', { name: text('comments.form.send') }));
    expect(await screen.findByText(text('comments.form.missing'))).toBeVisible();
    await user.type(field, 'A thought');
    await user.click(screen.getByRole('button', { name: text('comments.form.send') }));
    expect(await screen.findByText(/30 seconds/)).toBeVisible();
    expect(field).toHaveValue('A thought');
    refuses = false;
    await user.click(screen.getByRole('button', { name: text('comments.form.send') }));
    await waitFor(() => expect(field).toHaveValue(''));
    expect(sent(calls, 'POST').at(-1)).toEqual([
      '/me/comments',
      { on: 'analysis', subject: 'the-range', parentId: null, text: 'A thought' },
    ]);
  });

  it('are answered, reported and marked', async () => {
    const { user, calls } = await openPage([comment()], {
      routes: {
        'POST /me/comments': answerOf(own(), 'Published'),
        'POST /me/comments/c-1/report': answerOf(comment({ isReported: true }), 'Thank you'),
        'PUT /me/comments/c-1/reaction': answerOf(comment()),
      },
    });
    await user.click(await screen.findByRole('button', { name: text('comments.reaction.agree', { count: 2 }) }));
    await waitFor(() => expect(sent(calls, 'PUT')).toEqual([['/me/comments/c-1/reaction', { reaction: 'agree', on: true }]]));
    await user.click(screen.getByRole('button', { name: text('comments.replyTo', { name: 'Northern Light' }) }));
    await user.type(screen.getByLabelText(text('comments.form.reply')), 'It is');
    await user.click(screen.getByRole('button', { name: text('comments.form.sendReply') }));
    await waitFor(() =>
      expect(sent(calls, 'POST')).toEqual([['/me/comments', { on: 'analysis', subject: 'the-range', parentId: 'c-1', text: 'It is' }]]),
    );
    await user.click(await screen.findByRole('button', { name: text('comments.report.of', { name: 'Northern Light' }) }));
    await user.click(screen.getByLabelText(text('comments.report.reason.offensive')));
    await user.click(screen.getByRole('button', { name: text('comments.report.send') }));
    await waitFor(() => expect(sent(calls, 'POST').at(-1)).toEqual(['/me/comments/c-1/report', { reason: 'offensive', details: '' }]));
  });

  it('mark the members whom they mention, also one whose account was deleted', async () => {
    await openPage([
      comment({
        text: '😀 @Sea Wolf, @… and @Harbour Desk agree',
        mentions: [
          { start: 2, length: 9, name: 'Sea Wolf', isYou: true },
          { start: 13, length: 2, name: null, isYou: false },
          { start: 20, length: 13, name: 'Harbour Desk', isYou: false },
        ],
      }),
    ]);
    const shown = (await articleBy('Northern Light')).getByText(/agree/);
    expect(shown).toHaveTextContent(`😀 @Sea Wolf, @${text('comments.deletedMember')} and @Harbour Desk agree`);
    const mentions = within(shown)
      .getAllByText(/^@/)
      .map(({ textContent }) => textContent);
    expect(mentions).toEqual(['@Sea Wolf', `@${text('comments.deletedMember')}`, '@Harbour Desk']);
  });

  it('complete the name of a member with the keyboard or a press', async () => {
    const { user, calls } = await openPage(
      [comment(), comment({ id: 'c-2', author: { name: 'Northern Star', isTeam: false, isOwn: false } }), own({ id: 'c-3' })],
      { routes: { 'POST /me/comments': answerOf(own(), 'Published') } },
    );
    const field = await screen.findByLabelText(text('comments.form.comment'));
    await user.type(field, 'Yes, @nor');
    const options = () =>
      within(screen.queryByRole('listbox', { name: text('comments.form.mention') }) ?? document.createElement('ul'))
        .queryAllByRole('option')
        .map(({ textContent }) => textContent);
    expect(options()).toEqual(['Northern Light', 'Northern Star']);
    await user.keyboard('{Escape}');
    expect(options()).toEqual([]);
    await user.type(field, 't');
    await user.keyboard('{ArrowDown}{Enter}');
    expect(field).toHaveValue('Yes, @Northern Star ');
    await user.type(field, 'and @n');
    await user.click(screen.getByRole('option', { name: 'Northern Light' }));
    expect(field).toHaveValue('Yes, @Northern Star and @Northern Light ');
    expect(field).toHaveFocus();
    await user.type(field, 'a@b');
    expect(options()).toEqual([]);
    await user.click(screen.getByRole('button', { name: text('comments.form.send') }));
    await waitFor(() => expect(sent(calls, 'POST').at(-1)?.[1]).toMatchObject({ text: 'Yes, @Northern Star and @Northern Light a@b' }));
  });

  it('answer a reply below the same comment, with its author mentioned', async () => {
    const reply = comment({ id: 'c-2', parentId: 'c-1', text: 'Yes', author: { name: 'Harbour Desk', isTeam: true, isOwn: false } });
    const { user, calls } = await openPage([comment({ replies: [reply] })], {
      routes: { 'POST /me/comments': answerOf(own(), 'Published') },
    });
    await user.click(await screen.findByRole('button', { name: text('comments.replyTo', { name: 'Harbour Desk' }) }));
    const field = screen.getByLabelText(text('comments.form.reply'));
    expect(field).toHaveValue('@Harbour Desk ');
    await user.type(field, 'thanks');
    await user.click(screen.getByRole('button', { name: text('comments.form.sendReply') }));
    await waitFor(() => expect(sent(calls, 'POST').at(-1)?.[1]).toMatchObject({ parentId: 'c-1', text: '@Harbour Desk thanks' }));
  });

  it('of one’s own are edited while there is time, and deleted', async () => {
    const late = own({ id: 'c-2', text: 'Late', editableUntil: '2020-01-01T00:00:00.000Z' });
    const { user, calls } = await openPage([own({ editableUntil: '2999-01-01T00:00:00.000Z' }), late], {
      routes: { 'PATCH /me/comments/c-1': answerOf(own(), 'Changed'), 'DELETE /me/comments/c-1': answerOf(null, 'Deleted') },
    });
    const edits = await screen.findAllByRole('button', { name: text('comments.edit') });
    expect(edits).toHaveLength(1);
    await user.click(edits[0]!);
    await user.type(screen.getAllByLabelText(text('comments.form.comment')).at(-1)!, '!');
    await user.click(screen.getByRole('button', { name: text('comments.form.save') }));
    await waitFor(() => expect(sent(calls, 'PATCH')).toHaveLength(1));
    await user.click((await screen.findAllByRole('button', { name: text('comments.delete.action') }))[0]!);
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: text('comments.delete.action') }));
    await waitFor(() => expect(sent(calls, 'DELETE')).toEqual([['/me/comments/c-1', undefined]]));
  });

  it('that are not visible say why to their author alone', async () => {
    await openPage([
      own({ state: 'hidden', reason: 'Rude' }),
      comment({
        id: 'c-2',
        state: 'deleted',
        text: null,
        author: { name: null, isTeam: false, isOwn: false },
        replies: [comment({ id: 'c-3' })],
      }),
    ]);
    expect(await screen.findByText(text('comments.own.hidden'))).toBeVisible();
    expect(screen.getByText(text('comments.reason', { reason: 'Rude' }))).toBeVisible();
    expect(screen.getByText(text('comments.gone.deleted'))).toBeVisible();
  });
});

describe('a member', () => {
  it('chooses a display name and accepts the guidelines before the first comment', async () => {
    const { user, calls } = await openPage([comment()], {
      profile: { displayName: null, nameChangeableAt: null, agreedVersion: null, block: 'no-name' },
      routes: { 'PUT /me/community': answerOf({}, 'Saved') },
    });
    await user.type(await screen.findByLabelText(text('comments.name.label')), 'Sea Wolf');
    expect(screen.queryByLabelText(text('comments.form.comment'))).toBeNull();
    expect(screen.queryByRole('button', { name: text('comments.replyTo', { name: 'Northern Light' }) })).toBeNull();
    await user.click(screen.getByRole('button', { name: text('comments.name.save') }));
    expect(await screen.findByText(text('comments.guidelines.missing'))).toBeVisible();
    await user.click(screen.getByLabelText(text('comments.guidelines.accept')));
    await user.click(screen.getByRole('button', { name: text('comments.name.save') }));
    await waitFor(() => expect(sent(calls, 'PUT')).toEqual([['/me/community', { displayName: 'Sea Wolf', guidelinesVersion: 1 }]]));
  });

  it('who is muted reads why and until when', async () => {
    await openPage([comment()], { profile: { block: 'muted', mutedUntil: '2026-12-03T10:00:00.000Z', reason: 'Cool down' } });
    expect(await screen.findByText(/You cannot comment until/)).toBeVisible();
    expect(screen.getByText(text('comments.reason', { reason: 'Cool down' }))).toBeVisible();
    expect(screen.queryByLabelText(text('comments.form.comment'))).toBeNull();
  });
});

it('a visitor gets no comments', async () => {
  localStorage.clear();
  const calls = serve({ 'GET /analysis/the-range': answerOf(post('The text')) });
  await open('/analysis/the-range');
  await screen.findByRole('article', { name: 'The range' });
  expect(calls.filter(({ path }) => path.startsWith('/me/comm'))).toEqual([]);
});
