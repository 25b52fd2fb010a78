import { channel } from 'node:diagnostics_channel';
import { z } from 'zod';
import { InvalidInput } from '../domain/domain.errors.js';
import type { PageOf } from './paging.js';
import { findUnsafeInput } from './input-sanity.js';
import { CLIENT_INPUT } from './request.schema.js';

const MAX_RANGE = 1000;

/** Diagnostics channel: benches and tests subscribe to learn every list's filters and sortable fields. Unused in production. */
export const LIST_RULES = 'tidemark:list-rules';
const told = channel(LIST_RULES);

/** A resource's sortable fields and the schema of each of its filters. `id` (getMany) and `q` are accepted only where listed. */
export interface ListRules<S extends string, F extends Record<string, z.ZodType>> {
  sortable: readonly [S, ...S[]];
  filters: F;
}

export interface ListQuery<S extends string, F> {
  sort: S;
  order: 'ASC' | 'DESC';
  offset: number;
  limit: number;
  filter: F;
}

type Filters<F extends Record<string, z.ZodType>> = { [K in keyof F]?: z.output<F[K]> };

/**
 * Reads `sort=["field","ASC"]&range=[0,24]&filter={}` of ra-data-simple-rest.
 * Unknown sort fields, unknown filters and ranges over 1000 rows are a 400; without a sort the first sortable field descends.
 */
export function parseListQuery<S extends string, F extends Record<string, z.ZodType>>(
  query: Record<string, string | undefined>,
  rules: ListRules<S, F>,
): ListQuery<S, Filters<F>> {
  told.publish(rules);
  const [sort, order] = sortOf(query['sort'], rules.sortable);
  const [first, last] = rangeOf(query['range']);
  const filter = json('filter', query['filter'] ?? '{}', z.record(z.string(), z.unknown(), 'filter must be an object'));
  const known: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(filter)) {
    const schema = Object.hasOwn(rules.filters, name) ? rules.filters[name] : undefined;
    if (!schema) throw InvalidInput.field(`filter.${name}`, `There is no filter called ${name.slice(0, 40)}`);
    const parsed = schema.safeParse(value, CLIENT_INPUT);
    if (!parsed.success) throw InvalidInput.field(`filter.${name}`, parsed.error.issues[0]?.message ?? `${name} is invalid`);
    known[name] = parsed.data;
  }
  return { sort, order, offset: first, limit: last - first + 1, filter: known as Filters<F> };
}

function sortOf<S extends string>(raw: string | undefined, sortable: readonly [S, ...S[]]): [S, 'ASC' | 'DESC'] {
  if (raw === undefined) return [sortable[0], 'DESC'];
  const [field, order] = json(
    'sort',
    raw,
    z.tuple([z.string(), z.enum(['ASC', 'DESC'], 'sort takes ASC or DESC')], 'sort must be ["field","ASC"]'),
  );
  const known = sortable.find((name) => name === field);
  if (!known) throw InvalidInput.field('sort', `This list cannot be sorted by ${field.slice(0, 40)}`);
  return [known, order];
}

function rangeOf(raw: string | undefined): [number, number] {
  const index = z.number().int('range must be [first,last]').min(0, 'range must be [first,last]').max(100_000_000, 'range is out of reach');
  const [first, last] = json('range', raw ?? '[0,24]', z.tuple([index, index], 'range must be [first,last]'));
  if (last < first || last - first >= MAX_RANGE) throw InvalidInput.field('range', `range must hold 1 to ${MAX_RANGE} rows`);
  return [first, last];
}

function json<T extends z.ZodType>(name: string, raw: string, schema: T): z.output<T> {
  let value: unknown;
  try {
    value = JSON.parse(raw);
  } catch {
    throw InvalidInput.field(name, `${name} must be JSON`);
  }
  const problems = findUnsafeInput(value, name);
  if (problems.length > 0) throw new InvalidInput(problems);
  const parsed = schema.safeParse(value, CLIENT_INPUT);
  if (!parsed.success) throw InvalidInput.field(name, parsed.error.issues[0]?.message ?? `${name} is invalid`);
  return parsed.data;
}

/** Marks a response body as a list of the console. */
export const LIST = Symbol('list');

export interface ListBody<T> extends PageOf<T> {
  [LIST]: { resource: string; offset: number };
}

/** Returns the response of a list handler: the bare rows are sent with `Content-Range: resource first-last/total`. */
export function listAnswer<T>(resource: string, page: PageOf<T>, offset: number): ListBody<T> {
  return { ...page, [LIST]: { resource, offset } };
}
