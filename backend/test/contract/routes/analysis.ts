import { admins, everybody, list, picture, signedIn, type BadRequest, type Route } from './route.js';

const post = { title: 'T', summary: 'S', body: 'B', pairs: [], tags: [], audience: 'public', language: null };
const wrong = (name: string, query: string, fields: string[]): BadRequest => ({ name, query, status: 400, fields });
const wrongPost = (name: string, change: object, fields: string[]): BadRequest => ({
  name,
  as: 'admin',
  body: { ...post, ...change },
  status: 400,
  fields,
});
const texts = (more: object): BadRequest[] => [
  wrongPost('no title', { ...more, title: ' ' }, ['title']),
  wrongPost('a title that turns the direction of writing', { ...more, title: 'a\u202Eb' }, ['title']),
  wrongPost('an endless summary', { ...more, summary: 'x'.repeat(301) }, ['summary']),
  wrongPost('an endless text', { ...more, body: 'x'.repeat(20_001) }, ['body']),
  wrongPost('a picture', { ...more, body: '![x](https://example.com/x.png)' }, ['body']),
  wrongPost('a chart that is none', { ...more, body: '```chart\nBTC/USDT\n```' }, ['body']),
  wrongPost('a link that runs', { ...more, body: '[x](javascript:alert(1))' }, ['body']),
  wrongPost('endless quotes', { ...more, body: '>'.repeat(20_000) }, ['body']),
  wrongPost('a pair without a slash', { ...more, pairs: ['BTCUSDT'] }, ['pairs.0']),
  wrongPost('an endless tag', { ...more, tags: ['x'.repeat(31)] }, ['tags.0']),
  wrongPost('an unknown audience', { ...more, audience: 'friends' }, ['audience']),
  wrongPost('a field of its own', { ...more, state: 'published' }, ['state']),
];
const nothing = (...fields: string[]): BadRequest => ({ name: 'nothing', as: 'admin', body: {}, status: 400, fields });
const all = ['title', 'summary', 'body', 'pairs', 'tags', 'audience', 'language'];
const unknown = (body: object): BadRequest => ({ name: 'an analysis that does not exist', as: 'admin', body, status: 404 });

export const analysisRoutes: Route[] = [
  {
    method: 'GET',
    path: '/analysis',
    allowed: everybody,
    empty: 200,
    bad: [
      wrong('an endless search', `q=${'x'.repeat(101)}`, ['q']),
      wrong('a tag that is markup', 'tag=%3Cb%3E', ['tag']),
      wrong('a pair without a slash', 'pair=BTC', ['pair']),
      wrong('a position that is none', 'before=x', ['before']),
      wrong('a limit of nothing', 'limit=0', ['limit']),
      wrong('an endless limit', 'limit=51', ['limit']),
    ],
  },
  { method: 'GET', path: '/analysis.atom', allowed: everybody, empty: 200 },
  { method: 'GET', path: '/analysis/nonsense', allowed: everybody, empty: 404 },
  { method: 'GET', path: '/me/analysis/nonsense', allowed: signedIn, empty: 404 },
  {
    method: 'GET',
    path: '/analysis/pictures/{none}',
    allowed: everybody,
    empty: 404,
    bad: [{ name: 'a link that nobody signed', query: 'exp=9999999999&kid=k1&sig=x', status: 403 }],
  },
  { method: 'GET', path: '/analysis/nonsense/charts/{none}', allowed: everybody, empty: 404 },
  { method: 'GET', path: '/me/analysis/nonsense/charts/{none}', allowed: signedIn, empty: 404 },
  {
    method: 'POST',
    path: '/admin/analysis/charts',
    allowed: admins,
    empty: 400,
    bad: [
      nothing('source'),
      { name: 'what is no chart', as: 'admin', body: { source: 'BTC/USDT' }, status: 400, fields: ['source'] },
      {
        name: 'a pair without candles',
        as: 'admin',
        body: { source: 'NONE/USDT 1d 2026-01-01 2026-01-02' },
        status: 400,
        fields: ['source'],
      },
      { name: 'an endless chart', as: 'admin', body: { source: 'x'.repeat(2001) }, status: 400, fields: ['source'] },
    ],
  },
  {
    method: 'GET',
    path: '/admin/analysis/pictures',
    allowed: admins,
    empty: 400,
    bad: [
      { name: 'no ids', as: 'admin', status: 400, fields: ['ids'] },
      { name: 'an id that is none', as: 'admin', query: 'ids=x', status: 400, fields: ['ids'] },
    ],
  },
  {
    method: 'POST',
    path: '/admin/analysis/pictures',
    allowed: admins,
    empty: 415,
    bad: [
      { name: 'an empty form', as: 'admin', form: {}, status: 400, fields: ['picture'] },
      { name: 'text for a file', as: 'admin', form: { picture: 'x' }, status: 400, fields: ['picture'] },
      {
        name: 'an SVG',
        as: 'admin',
        form: { picture: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>') },
        status: 400,
        fields: ['picture'],
      },
      { name: 'a picture that ends early', as: 'admin', form: { picture: picture.subarray(0, 60) }, status: 400, fields: ['picture'] },
    ],
  },
  {
    method: 'GET',
    path: '/admin/analysis',
    allowed: admins,
    empty: 200,
    bad: [
      ...list(),
      { name: 'an unknown state', as: 'admin', query: 'filter={"state":"x"}', status: 400, fields: ['filter.state'] },
      { name: 'an unknown audience', as: 'admin', query: 'filter={"audience":"x"}', status: 400, fields: ['filter.audience'] },
    ],
  },
  { method: 'GET', path: '/admin/analysis/reach', allowed: admins, empty: 200 },
  { method: 'GET', path: '/admin/analysis/{none}', allowed: admins, empty: 404 },
  { method: 'GET', path: '/admin/analysis/{none}/revisions', allowed: admins, empty: 404, bad: list() },
  { method: 'POST', path: '/admin/analysis', allowed: admins, empty: 400, bad: [nothing(...all), ...texts({})] },
  {
    method: 'PUT',
    path: '/admin/analysis/{none}',
    allowed: admins,
    empty: 400,
    bad: [nothing(...all, 'revision'), ...texts({ revision: 1 }), unknown({ ...post, revision: 1 })],
  },
  {
    method: 'POST',
    path: '/admin/analysis/{none}/correct',
    allowed: admins,
    empty: 400,
    bad: [nothing(...all, 'revision'), ...texts({ revision: 1 }), unknown({ ...post, revision: 1 })],
  },
  {
    method: 'POST',
    path: '/admin/analysis/{none}/publish',
    allowed: admins,
    empty: 400,
    bad: [nothing('revision'), unknown({ revision: 1 })],
  },
  {
    method: 'POST',
    path: '/admin/analysis/{none}/schedule',
    allowed: admins,
    empty: 400,
    bad: [
      nothing('revision', 'publishAt'),
      { name: 'a day for a time', as: 'admin', body: { revision: 1, publishAt: '2099-01-01' }, status: 400, fields: ['publishAt'] },
      {
        name: 'a time that has passed',
        as: 'admin',
        body: { revision: 1, publishAt: '2020-01-01T00:00:00Z' },
        status: 400,
        fields: ['publishAt'],
      },
    ],
  },
  { method: 'POST', path: '/admin/analysis/{none}/unschedule', allowed: admins, empty: 404 },
  { method: 'POST', path: '/admin/analysis/{none}/withdraw', allowed: admins, empty: 404 },
];
