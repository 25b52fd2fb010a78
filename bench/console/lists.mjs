// Every read of the console as the application itself names it, and everything its lists may be asked: nothing here has to be told about a
// new list.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';

/** As `backend/src/platform/http/simple-rest.ts` has it. */
const LIST_RULES = 'tidemark:list-rules';
export const PAGE = 25;

/** GET paths below /admin, from the API's own description. */
export async function adminReads(inject) {
  const response = await inject({ method: 'GET', url: '/api/docs-json' });
  const { paths } = JSON.parse(response.body);
  return Object.entries(paths)
    .filter(([path, methods]) => path.startsWith('/api/v1/admin/') && 'get' in methods)
    .map(([path]) => path.slice('/api/v1'.length))
    .toSorted();
}

/** A read of the API by an admin: its answer, how long the server took, and what it may be asked where it is a list. */
export function reader(inject, token) {
  return async (path, query = {}) => {
    let rules = null;
    const learn = (told) => (rules = told);
    subscribe(LIST_RULES, learn);
    const search = new URLSearchParams(
      Object.entries(query).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
    );
    const begin = process.hrtime.bigint();
    try {
      const response = await inject({
        method: 'GET',
        url: `/api/v1${path}${search.size > 0 ? `?${search}` : ''}`,
        headers: { authorization: token },
      });
      const ms = Number(process.hrtime.bigint() - begin) / 1e6;
      const isJson = String(response.headers['content-type']).startsWith('application/json');
      return {
        status: response.statusCode,
        body: isJson ? JSON.parse(response.body) : null,
        headers: response.headers,
        ms,
        rules,
        asked: `${path}${search.size > 0 ? `?${decodeURIComponent(String(search))}` : ''}`,
      };
    } finally {
      unsubscribe(LIST_RULES, learn);
    }
  };
}

/** `users 0-24/10001` */
export function totalOf({ headers }) {
  const total = /\/(\d+)$/.exec(String(headers['content-range'] ?? ''))?.[1];
  return total === undefined ? null : Number(total);
}

/** What a schema takes where it takes only some values. */
function choicesOf(schema) {
  const { def = {} } = schema ?? {};
  if (def.type === 'enum') return Object.values(def.entries);
  if (def.type === 'literal') return def.values;
  if (def.type === 'boolean') return [true, false];
  if (def.type === 'union') return def.options.flatMap((option) => choicesOf(option) ?? []);
  const inner = def.in ?? def.innerType;
  return inner ? choicesOf(inner) : null;
}

const scalar = (value) => (typeof value === 'string' && value !== '') || typeof value === 'number' || typeof value === 'boolean';

/**
 * Values to try for a filter: all that its schema takes, those of `samples` (by `list.filter` or by the filter's name alone), or what the
 * rows of the list have under its name. An empty list: nobody knows one.
 */
export function valuesOf(list, filter, schema, rows, samples) {
  if (filter === 'id') return rows.length > 0 ? [rows.slice(0, PAGE).map(({ id }) => id)] : [];
  const choices = choicesOf(schema);
  if (choices && choices.length > 0) return choices;
  const told = samples[`${list}.${filter}`] ?? samples[filter];
  if (told) return told;
  const shown = rows.map((row) => row[filter]).filter(scalar);
  return [...new Set(shown)].slice(0, 2);
}

/**
 * The lists of the console with their rules, the other reads, and the reads that nobody knows an address for. `at`: values of path
 * parameters, by `resource.name` or by the name alone, where the first record of the resource's own list will not do; `always`: filters
 * that a list may demand, and the `period` of a file.
 */
export async function discover(inject, token, { at, always }) {
  const read = reader(inject, token);
  const templates = await adminReads(inject);
  const [lists, others, unknown] = [[], [], []];
  const looked = new Map();
  // Lists come first: their records give the others their addresses.
  for (const template of templates.toSorted((a, b) => Number(a.includes('{')) - Number(b.includes('{')))) {
    const [, , resource] = template.split('/');
    const missing = [];
    const path = template.replaceAll(
      /\{(\w+)\}/g,
      (_, name) =>
        at[`${resource}.${name}`] ?? at[name] ?? (name === 'id' ? looked.get(resource)?.[0]?.id : undefined) ?? (missing.push(name), '-'),
    );
    if (missing.length > 0) {
      // A list without a record has no page of one.
      if (looked.get(resource)?.length !== 0) unknown.push(`${template}: no value for ${missing.join(', ')}`);
      continue;
    }
    const demanded = {};
    let first = await read(path);
    for (const { field } of first.status === 400 ? (first.body?.errors ?? []) : []) {
      const name = /^filter\.(\w+)$/.exec(field)?.[1];
      if (name && always[name] !== undefined) demanded[name] = always[name];
    }
    // A file of a period takes its first and last day by name, outside of a filter.
    const period = {};
    for (const { field } of first.status === 400 ? (first.body?.errors ?? []) : [])
      if (field in always.period) period[field] = always.period[field];
    // A file with a bound refuses what does not fit into it: a stretch of it is measured.
    if (first.status === 400 && first.body?.errors?.some(({ field }) => field === 'filter')) demanded.from = always.from;
    if (Object.keys(demanded).length > 0) first = await read(path, { filter: demanded });
    if (Object.keys(period).length > 0) first = await read(path, period);
    const found = { name: template.slice('/admin/'.length), path, demanded, period, first };
    if (first.status !== 200) unknown.push(`${template}: answers ${first.status} ${first.body?.message ?? ''}`);
    else if (first.rules && Array.isArray(first.body)) {
      lists.push({ ...found, rules: first.rules, rows: first.body });
      if (!template.includes('{')) looked.set(resource, first.body);
    } else others.push(found);
  }
  return { lists, others, unknown };
}
