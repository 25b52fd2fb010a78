import { admins, everybody, list, type BadRequest, type Route } from './route.js';

const role: BadRequest[] = [
  { name: 'no role', as: 'admin', body: {}, status: 400, fields: ['teamRole'] },
  { name: 'a role that is none', as: 'admin', body: { teamRole: 'root' }, status: 400, fields: ['teamRole'] },
];
const invitation = { email: 'new@club.example', teamRole: 'support' };
const invitations: BadRequest[] = [
  { name: 'nothing', as: 'admin', body: {}, status: 400, fields: ['email', 'teamRole'] },
  { name: 'an address that is none', as: 'admin', body: { ...invitation, email: 'x' }, status: 400, fields: ['email'] },
  { name: 'a role that is none', as: 'admin', body: { ...invitation, teamRole: 'trade club' }, status: 400, fields: ['teamRole'] },
  { name: 'a language without texts', as: 'admin', body: { ...invitation, language: 'xx' }, status: 400, fields: ['language'] },
  { name: 'a field of its own', as: 'admin', body: { ...invitation, status: 'active' }, status: 400, fields: ['status'] },
];

export const teamRoutes: Route[] = [
  {
    method: 'GET',
    path: '/admin/team',
    allowed: admins,
    empty: 200,
    bad: [
      ...list(),
      { name: 'a role that is none', as: 'admin', query: 'filter={"teamRole":"x"}', status: 400, fields: ['filter.teamRole'] },
    ],
  },
  { method: 'GET', path: '/admin/team/{none}', allowed: admins, empty: 404 },
  { method: 'GET', path: '/admin/team/{member}', allowed: admins, empty: 404 },
  { method: 'PUT', path: '/admin/team/{none}', allowed: admins, empty: 400, bad: role },
  { method: 'DELETE', path: '/admin/team/{none}', allowed: admins, empty: 404 },
  { method: 'DELETE', path: '/admin/team/{member}', allowed: admins, empty: 404 },
  { method: 'GET', path: '/admin/team-invitations', allowed: admins, empty: 200, bad: list() },
  { method: 'GET', path: '/admin/team-invitations/{none}', allowed: admins, empty: 404 },
  { method: 'POST', path: '/admin/team-invitations', allowed: admins, empty: 400, bad: invitations },
  { method: 'DELETE', path: '/admin/team-invitations/{none}', allowed: admins, empty: 404 },
  { method: 'GET', path: '/team-invitation', allowed: everybody, empty: 400 },
  {
    method: 'POST',
    path: '/team-invitation/accept',
    allowed: everybody,
    empty: 400,
    bad: [
      { name: 'nothing', body: {}, status: 400, fields: ['firstName', 'lastName', 'password'] },
      {
        name: 'a role of its own',
        body: { firstName: 'Ada', lastName: 'Byron', password: 'correct horse battery', teamRole: 'owner' },
        status: 400,
        fields: ['teamRole'],
      },
    ],
  },
];
