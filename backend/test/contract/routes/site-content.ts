import { admins, list, type BadRequest, type Route } from './route.js';

const texts = (en: string) => ({ en, es: null, ar: null });
const content = { title: texts('T'), lead: texts('L'), items: [{ question: texts('Q'), answer: texts('A'), action: null }] };
const sent = { ...content, items: [{ ...content.items[0], answer: { en: ['A'], es: null, ar: null } }] };
const nothing = (...fields: string[]): BadRequest => ({ name: 'nothing', as: 'admin', body: {}, status: 400, fields });
const wrong = (name: string, change: object, fields: string[]): BadRequest => ({
  name,
  as: 'admin',
  body: { revision: 0, content: { ...sent, ...change } },
  status: 400,
  fields,
});
const conflict = (body: object): BadRequest => ({ name: 'a number that is not the current one', as: 'admin', body, status: 409 });

export const siteContentRoutes: Route[] = [
  { method: 'GET', path: '/admin/site-sections', allowed: admins, empty: 200, bad: list() },
  { method: 'GET', path: '/admin/site-sections/faqs', allowed: admins, empty: 200 },
  { method: 'GET', path: '/admin/site-sections/nonsense', allowed: admins, empty: 404 },
  { method: 'GET', path: '/admin/site-sections/faqs/versions', allowed: admins, empty: 200, bad: list() },
  {
    method: 'PUT',
    path: '/admin/site-sections/faqs/draft',
    allowed: admins,
    empty: 400,
    bad: [
      nothing('revision', 'content'),
      wrong('no title', { title: texts(' ') }, ['content.title.en']),
      wrong('a title in an unknown language', { title: { ...texts('T'), fr: 'T' } }, ['content.title.fr']),
      wrong('an endless introduction', { lead: texts('x'.repeat(201)) }, ['content.lead.en']),
      wrong('no questions', { items: [] }, ['content.items']),
      wrong('an answer that is a text', content, ['content.items.0.answer.en']),
      wrong('a figure that there is none of', { title: texts('{{nothing}}') }, ['content.title.en']),
      conflict({ revision: 7, content: sent }),
    ],
  },
  {
    method: 'POST',
    path: '/admin/site-sections/faqs/discard',
    allowed: admins,
    empty: 400,
    bad: [nothing('revision'), conflict({ revision: 7 })],
  },
  {
    method: 'POST',
    path: '/admin/site-sections/faqs/publish',
    allowed: admins,
    empty: 400,
    bad: [nothing('revision', 'version'), conflict({ revision: 7, version: 0 })],
  },
  {
    method: 'POST',
    path: '/admin/site-sections/faqs/restore',
    allowed: admins,
    empty: 400,
    bad: [nothing('from', 'version'), conflict({ from: 0, version: 7 })],
  },
];
