import { admins, list, signedIn, type BadRequest, type Route } from './route.js';

const none = '0190a1f0-0000-7000-8000-000000000001';
const wrong = (name: string, body: object, field: string): BadRequest => ({ name, as: 'trade club', body, status: 400, fields: [field] });
const asked = (query: string, field: string): BadRequest => ({ name: query, as: 'trade club', query, status: 400, fields: [field] });
const comment = { on: 'analysis', subject: 'nonsense', text: 'Hello' };
const name = { displayName: 'Sea Wolf', guidelinesVersion: 1 };
const decided = (act: string): Route => ({
  method: 'POST',
  path: `/admin/comments/{none}/${act}`,
  allowed: admins,
  empty: 400,
  bad: [
    { name: 'a blank reason', as: 'admin', body: { reason: ' ' }, status: 400, fields: ['reason'] },
    { name: 'an endless reason', as: 'admin', body: { reason: 'x'.repeat(501) }, status: 400, fields: ['reason'] },
    { name: 'a comment that is not there', as: 'admin', body: { reason: 'Spam' }, status: 404 },
  ],
});

export const commentRoutes: Route[] = [
  { method: 'GET', path: '/me/community', allowed: signedIn, empty: 200 },
  {
    method: 'PUT',
    path: '/me/community',
    allowed: signedIn,
    empty: 400,
    bad: [
      wrong('a short name', { ...name, displayName: 'ab' }, 'displayName'),
      wrong('a name with an address', { ...name, displayName: 'ana@club' }, 'displayName'),
      wrong('a reserved name', { ...name, displayName: 'Tidemark' }, 'displayName'),
      wrong('a name that turns the direction of writing', { ...name, displayName: 'a\u202Enna' }, 'displayName'),
      wrong('guidelines of the future', { ...name, guidelinesVersion: 1000 }, 'guidelinesVersion'),
      wrong('somebody else', { ...name, userId: none }, 'userId'),
    ],
  },
  {
    method: 'GET',
    path: '/me/comments',
    allowed: signedIn,
    empty: 400,
    bad: [
      asked('on=users&subject=x', 'on'),
      asked('on=analysis&subject=', 'subject'),
      asked('on=analysis&subject=x&order=best', 'order'),
      asked('on=analysis&subject=x&after=yesterday', 'after'),
      asked('on=analysis&subject=x&limit=51', 'limit'),
      { name: 'an analysis that is not there', as: 'trade club', query: 'on=analysis&subject=x', status: 404 },
      { name: 'a signal that is no id', as: 'trade club', query: 'on=signal&subject=x', status: 404 },
    ],
  },
  { method: 'GET', path: '/me/comments/{none}/replies', allowed: signedIn, empty: 404, bad: [asked('limit=0', 'limit')] },
  {
    method: 'POST',
    path: '/me/comments',
    allowed: signedIn,
    empty: 400,
    bad: [
      wrong('a blank comment', { ...comment, text: ' \n ' }, 'text'),
      wrong('an endless comment', { ...comment, text: 'x'.repeat(2001) }, 'text'),
      wrong('a parent that is no id', { ...comment, parentId: 'x' }, 'parentId'),
      wrong('an author', { ...comment, authorId: none }, 'authorId'),
      { name: 'an analysis that is not there', as: 'trade club', body: comment, status: 404 },
    ],
  },
  {
    method: 'PATCH',
    path: '/me/comments/{none}',
    allowed: signedIn,
    empty: 400,
    bad: [{ name: 'a comment that is not there', as: 'trade club', body: { text: 'Hello' }, status: 404 }],
  },
  { method: 'DELETE', path: '/me/comments/{none}', allowed: signedIn, empty: 404 },
  {
    method: 'POST',
    path: '/me/comments/{none}/report',
    allowed: signedIn,
    empty: 400,
    bad: [
      wrong('a reason of their own', { reason: 'boring' }, 'reason'),
      wrong('endless details', { reason: 'spam', details: 'x'.repeat(501) }, 'details'),
    ],
  },
  {
    method: 'PUT',
    path: '/me/comments/{none}/reaction',
    allowed: signedIn,
    empty: 400,
    bad: [wrong('a reaction that is none', { reaction: 'angry', on: true }, 'reaction'), wrong('no state', { reaction: 'agree' }, 'on')],
  },
  {
    method: 'GET',
    path: '/admin/comments',
    allowed: admins,
    empty: 200,
    bad: [...list(), { name: 'a state that is none', as: 'admin', query: 'filter={"state":"odd"}', status: 400, fields: ['filter.state'] }],
  },
  { method: 'GET', path: '/admin/comments/{none}', allowed: admins, empty: 404 },
  ...['hide', 'restore', 'remove', 'dismiss', 'ban', 'readmit'].map(decided),
  {
    ...decided('mute'),
    bad: [
      { name: 'no days', as: 'admin', body: { reason: 'Spam' }, status: 400, fields: ['days'] },
      { name: 'ten years', as: 'admin', body: { reason: 'Spam', days: 3650 }, status: 400, fields: ['days'] },
    ],
  },
];
