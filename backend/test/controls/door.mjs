import {
  editText,
  removeElement,
  removeIf,
  removeOperand,
  removeStatement,
  replace,
  setProperty,
  setValue,
} from '../../../scripts/lib/mutation/operations.mjs';

const routes = (name) => ({ project: 'contract', tests: 'routes', ...(name && { name }) });
const door = (file, name) => ({ project: 'integration', tests: `door/${file}`, ...(name && { name }) });
const hostile = { project: 'integration', tests: 'hostile-input|hostile/' };

export const doorControls = [
  {
    id: 'T19.10',
    control: 'the documents of the API are for admins in production',
    mutation: setProperty('createApi', 'onlyAdmins', 'false'),
    ...door('api-docs'),
  },
  {
    id: 'T19.11',
    control: 'a member reads no documents of the console',
    mutation: removeOperand('docsRefusal', 'permits(..._)'),
    ...door('api-docs'),
  },
  {
    id: 'T2.1',
    control: 'the page runs our own scripts alone',
    mutation: editText('pagePolicy', "script-src 'self'", "script-src 'self' 'unsafe-inline'"),
    project: 'unit',
    tests: 'web-app',
  },
  {
    id: 'T2.2',
    control: 'no text becomes markup',
    mutation: removeElement('pagePolicy', `"require-trusted-types-for 'script'"`),
    project: 'unit',
    tests: 'web-app',
  },
  {
    id: 'T22.90',
    control: 'only the proxies of TRUSTED_PROXIES say who the client is',
    mutation: setProperty('createApi', 'trustProxy', "'loopback, linklocal, uniquelocal'"),
    ...door('trusted-proxies'),
  },
  {
    id: 'T1.1',
    control: 'HEAD runs no handler',
    mutation: setProperty('createApi', 'exposeHeadRoutes', 'true'),
    ...routes('HEAD'),
  },
  {
    id: 'T1.2',
    control: 'state-changing GETs refuse links, images, prefetching and other sites',
    mutation: removeStatement('AccessGuard.refuseForeignGet', 'throw new AccessDenied()'),
    ...routes('cannot be made by a link'),
  },
  {
    id: 'T1.3',
    control: 'a foreign origin alone is refused',
    mutation: replace('AccessGuard.refuseForeignGet', '_ !== undefined && !this.isOurs(_, _)', 'false'),
    ...routes('cannot be made by a link'),
  },
  {
    id: 'T1.4',
    control: 'no answer is kept',
    mutation: removeStatement('registerHttpHooks', "_.header('cache-control', 'no-store')"),
    ...door('answers'),
  },
  {
    id: 'T1.5',
    control: 'no cookie carries a session',
    mutation: replace(
      'SessionStrategy.validate',
      '$headers.authorization',
      "$headers.authorization ?? /token=([^;]+)/.exec($headers.cookie ?? '')?.[1]",
    ),
    ...door(''),
  },
  {
    id: 'T1.6',
    control: 'other content types than JSON are refused',
    mutation: replace(
      'registerJsonBodies',
      '$bytes.length === 0 ? $done(null, undefined) : _',
      '$done(null, $bytes.length === 0 ? undefined : JSON.parse(String($bytes)))',
    ),
    ...hostile,
  },
  {
    id: 'T6.1',
    control: 'a handler without a rule is refused',
    mutation: replace('AccessGuard.canActivate', 'throw new AccessDenied()', 'return true'),
    project: 'unit',
    tests: 'http/access.guard.spec',
  },
  {
    id: 'T6.2',
    control: 'a route of the console asks for its permission',
    mutation: replace('allowed', 'return permits(..._)', 'return true'),
    ...routes(),
  },
  {
    id: 'T6.3',
    control: 'members see their own records alone',
    mutation: replace('isOwner', 'return _', 'return true'),
    ...routes(),
  },
  {
    id: 'T6.4',
    control: 'signals are for admins and members who paid',
    mutation: replace('allowed', 'maySeeSignals(_)', 'true'),
    project: 'integration',
    tests: 'signals/signals',
  },
  {
    id: 'T7.1',
    control: 'an id that is none is a 404 before anything looks at it',
    mutation: removeIf('idParam', 'new NotFound(..._)'),
    ...routes('nonsense'),
  },
  {
    id: 'T19.1',
    control: 'lists are sorted by what they allow alone',
    mutation: setValue('sortOf.known', 'field as S'),
    ...routes('unknown sort'),
  },
  {
    id: 'T19.2',
    control: 'a filter that does not exist is refused',
    mutation: replace('parseListQuery', 'if (!schema) throw _', 'if (!schema) continue'),
    ...routes('filter that does not exist'),
  },
  {
    id: 'T19.3',
    control: 'a text that PostgreSQL cannot store is refused by name',
    mutation: replace('isStorable', '!unstorable.test(_)', 'true'),
    ...hostile,
  },
  {
    id: 'T19.4',
    control: 'a member registers as a member',
    mutation: replace('signUpBody', '({ role, membership }) => role === membership', '() => true'),
    ...routes('another role than the membership'),
  },
  {
    id: 'A.1',
    control: 'what somebody was refused is written down',
    mutation: removeStatement('AccessGuard.admit', 'this.denials.note(_, _)'),
    project: 'integration',
    tests: 'audit/audit-events',
  },
];
