import { z } from 'zod';
import { NotFound } from '../../../platform/domain/index.js';
import { pageQuery } from '../../../platform/http/index.js';
import { historyNamed } from '../history-files.js';
import type { Choice, Order } from '../history.sql.js';
import type { View } from '../dataset.js';

const FIRST_DAY = '2000-01-01';
const LAST_DAY = '2099-12-31';
const DAY_MS = 86_400_000;
const MAX_NAME = 60;

/** A symbol or a coin as the venue writes it. */
export const marketName = (what: string) =>
  z
    .string(`${what} must be text`)
    .trim()
    .min(1, `${what} must not be empty`)
    .max(MAX_NAME, `${what} may have ${MAX_NAME} characters at most`);
export const noSuchFilter = (what: string) => z.string().refine(() => false, `There is no filter called ${what}`);

/** A day in UTC. */
const day = (name: string) =>
  z.iso
    .date(`${name} must be a day such as 2026-11-20`)
    .refine((text) => text >= FIRST_DAY && text <= LAST_DAY, `${name} must be a day from ${FIRST_DAY} to ${LAST_DAY}`)
    .transform((text) => new Date(`${text}T00:00:00Z`));

/** `from` and `to` of a view whose rows have a time; `to` is a whole day. */
export function dayFilters<R>({ time }: View<R>) {
  const range = (name: string) => (time === null ? noSuchFilter(name).transform(() => new Date(0)) : day(name));
  return { from: range('from'), to: range('to') };
}

/** The first moment behind a day. */
export const behind = (to: Date | undefined) => to && new Date(to.getTime() + DAY_MS);

/** What a member may ask of a list: how it is sorted, and which of its rows. `to` is a whole day. */
export interface RowRequest extends Choice {
  sort: string | undefined;
  order: Order;
}

/** `?sort=&order=&symbol=&from=&to=` of a view, `coin` in the place of `symbol` where the rows are about coins. */
export function rowQuery<R>(view: View<R>) {
  const sorts = Object.keys(view.sorts);
  const days = dayFilters(view);
  return z
    .object({
      sort: z.enum(sorts, `sort must be one of ${sorts.join(', ')}`).optional(),
      order: z.enum(['asc', 'desc'], 'order must be asc or desc').optional(),
      symbol: (view.filter === 'symbol' ? marketName('symbol') : noSuchFilter('symbol')).optional(),
      coin: (view.filter === 'coin' ? marketName('coin') : noSuchFilter('coin')).optional(),
      from: days.from.optional(),
      to: days.to.optional(),
    })
    .refine(({ from, to }) => !from || !to || from <= to, { path: ['to'], message: 'to must not be before from' })
    .transform(({ sort, order, symbol, coin, from, to }): RowRequest => ({
      sort,
      order: order === 'asc' ? 'ASC' : 'DESC',
      only: symbol ?? coin,
      from,
      until: behind(to),
    }));
}

/** A page of a view. */
export const listQuery = <R>(view: View<R>) => z.intersection(pageQuery, rowQuery(view));

const named = (pattern: RegExp) =>
  z.string().transform((text) => {
    const name = historyNamed(pattern.exec(text)?.[1] ?? '');
    if (!name) throw new NotFound('history');
    return name;
  });

/** `spot-trades` in an address; a name that there is none of is a 404. */
export const historyName = named(/^([a-z-]+)$/);
/** `spot-trades.csv`, alike. */
export const historyFileName = named(/^([a-z-]+)\.csv$/);
