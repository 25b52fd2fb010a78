const guard = 'backend/src/common/http/access.guard.ts';
const routes = (name) => ({ project: 'contract', tests: 'routes', ...(name && { name }) });
const door = (file, name) => ({ project: 'integration', tests: `door/${file}`, ...(name && { name }) });
const hostile = { project: 'integration', tests: 'hostile-input|hostile/' };

export const doorControls = [
  { threat: 'T2', control: 'the page runs our own scripts alone', file: 'backend/src/web/page.ts', from: `"script-src 'self'",`, to: `"script-src 'self' 'unsafe-inline'",`, project: 'unit', tests: 'web-app' },
  { threat: 'T2', control: 'no text becomes markup', file: 'backend/src/web/page.ts', from: `    "require-trusted-types-for 'script'",\n`, to: '', project: 'unit', tests: 'web-app' },
  { threat: 'T1', control: 'HEAD runs no handler', file: 'backend/src/api.ts', from: 'exposeHeadRoutes: false', to: 'exposeHeadRoutes: true', ...routes('HEAD') },
  { threat: 'T1', control: 'state-changing GETs refuse links, images, prefetching and other sites', file: guard, from: 'if (foreign) throw new AccessDenied();', to: 'if (foreign) void 0;', ...routes('cannot be made by a link') },
  { threat: 'T1', control: 'a foreign origin alone is refused', file: guard, from: '(origin !== undefined && !this.isOurs(origin, header(\'host\')))', to: 'false', ...routes('cannot be made by a link') },
  { threat: 'T1', control: 'no answer is kept', file: 'backend/src/common/http/door.ts', from: "    void reply.header('cache-control', 'no-store');\n", to: '', ...door('answers') },
  { threat: 'T1', control: 'no cookie carries a session', file: guard, from: 'const token = tokenOf(request.headers.authorization);', to: "const token = tokenOf(request.headers.authorization ?? /token=([^;]+)/.exec(request.headers.cookie ?? '')?.[1]);", ...door('') },
  { threat: 'T1', control: 'other content types than JSON are refused', file: 'backend/src/common/http/json-body.ts', from: "(bytes.length === 0 ? done(null, undefined) : done(unsupported('This content type is not accepted here')))", to: 'done(null, bytes.length === 0 ? undefined : JSON.parse(String(bytes)))', ...hostile },
  { threat: 'T6', control: 'a handler without a rule is refused', file: guard, from: 'if (!rule) throw new AccessDenied();', to: 'if (!rule) return true;', project: 'unit', tests: 'door' },
  { threat: 'T6', control: 'admins alone do what is for admins', file: guard, from: "      return actor.role === 'admin';", to: '      return true;', ...routes() },
  { threat: 'T6', control: 'members see their own records alone', file: guard, from: "return actor.role === 'admin' || (request.params as { userId?: string }).userId?.toLowerCase() === actor.userId;", to: 'return true;', ...routes() },
  { threat: 'T6', control: 'signals are for admins and members who paid', file: guard, from: 'return maySeeSignals(actor);', to: 'return true;', project: 'integration', tests: 'signals/signals' },
  { threat: 'T7', control: 'an id that is none is a 404 before anything looks at it', file: 'backend/src/common/http/schema.ts', from: 'if (!isUuid(value)) throw new NotFound(subject);', to: '', ...routes('nonsense') },
  { threat: 'T19', control: 'lists are sorted by what they allow alone', file: 'backend/src/common/http/simple-rest.ts', from: 'const known = sortable.find((name) => name === field);', to: 'const known = field as S;', ...routes('unknown sort') },
  { threat: 'T19', control: 'a filter that does not exist is refused', file: 'backend/src/common/http/simple-rest.ts', from: 'if (!schema) throw', to: 'if (!schema) continue; if (name === name.slice(1)) throw', ...routes('filter that does not exist') },
  { threat: 'T19', control: 'a text that PostgreSQL cannot store is refused by name', file: 'backend/src/common/http/sent-text.ts', from: '  return !unstorable.test(text);', to: '  return true || unstorable.test(text);', ...hostile },
  { threat: 'T19', control: 'a member registers as a member', file: 'backend/src/auth/http/auth.v1.dto.ts', from: ".refine(({ role, membership }) => role === membership,", to: '.refine(() => true,', ...routes('another role than the membership') },
  { threat: 'A', control: 'what somebody was refused is written down', file: guard, from: "      await this.denials.note(actor, { method: request.method, route: request.routeOptions.url ?? '' });\n", to: '', project: 'integration', tests: 'audit/audit-events' },
];
