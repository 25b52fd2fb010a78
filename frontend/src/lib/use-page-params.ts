import { useSearchParams } from 'react-router';
import { page as sizes } from '../config/constants';

const positive = (text: string | null) => (text !== null && /^[1-9]\d{0,6}$/.test(text) ? Number.parseInt(text, 10) : null);

/** Changes entries of the address; null takes one away. */
function useAddress() {
  const [search, setSearch] = useSearchParams();
  const change = (entries: Record<string, string | number | null>) =>
    setSearch((before) => {
      const next = new URLSearchParams(before);
      for (const [name, value] of Object.entries(entries)) {
        if (value === null) next.delete(name);
        else next.set(name, String(value));
      }
      return next;
    });
  return { search, change };
}

/** Page and page size in the address, so that back, reload and a copied link lead to the same rows. */
export function usePageParams() {
  const { search, change } = useAddress();
  const asked = positive(search.get('perPage'));
  const perPage = asked !== null && (sizes.sizes as readonly number[]).includes(asked) ? asked : sizes.defaultSize;
  return {
    page: positive(search.get('page')) ?? 1,
    perPage,
    setPage: (page: number) => change({ page }),
    setPerPage: (size: number) => change({ page: 1, perPage: size }),
  };
}

export interface SortParam {
  by: string;
  order: 'asc' | 'desc';
}

/** Which rows: of one symbol or coin, from a day to a day of UTC. Empty texts where nothing is asked for. */
export interface RowFilter {
  name: string;
  from: string;
  to: string;
}

export const NO_FILTER: RowFilter = { name: '', from: '', to: '' };

const aDay = (text: string | null) => (text !== null && /^20\d{2}-\d{2}-\d{2}$/.test(text) ? text : '');
const orNothing = (text: string) => (text === '' ? null : text);

/** How a list is sorted, in the address as well: the first of `sorts` stands unasked. */
export function useSortParam(sorts: readonly SortParam[]) {
  const { search, change } = useAddress();
  const first = sorts[0] ?? { by: '', order: 'desc' as const };
  const by = sorts.find((one) => one.by === search.get('sort')) ?? first;
  const order = search.get('order');
  const sort: SortParam = { by: by.by, order: order === 'asc' || order === 'desc' ? order : by.order };
  return {
    sort,
    /** Whether it is another one than the list has by itself. */
    isAsked: sort.by !== first.by || sort.order !== first.order,
    /** The present column turns around; another one begins in its own direction. Either way from the first page on. */
    sortBy: (column: string) => {
      const other = sorts.find((one) => one.by === column);
      if (other) change({ sort: column, order: column === sort.by ? (sort.order === 'asc' ? 'desc' : 'asc') : other.order, page: null });
    },
  };
}

const LONGEST_FILTER = 100;

/** Filters of a list in the address, each under its own name; what is not asked for is an empty text. */
export function useFilterParams<K extends string>(names: readonly K[]) {
  const { search, change } = useAddress();
  const values = Object.fromEntries(names.map((name) => [name, (search.get(name) ?? '').slice(0, LONGEST_FILTER)])) as Record<K, string>;
  const asked = Object.fromEntries(Object.entries<string>(values).filter(([, value]) => value !== '')) as Partial<Record<K, string>>;
  return {
    values,
    asked,
    filtered: Object.keys(asked).length > 0,
    setFilter: (name: K, value: string) => change({ [name]: orNothing(value), page: null }),
    clear: () => change({ ...Object.fromEntries(names.map((name) => [name, null])), page: null }),
  };
}

/**
 * Sort and filter of a list in the address as well. `nameKey` is what the filter by name is called there; the first of `sorts` stands
 * unasked.
 */
export function useRowParams(nameKey: string, sorts: readonly SortParam[]) {
  const { search, change } = useAddress();
  const { sort, isAsked, sortBy } = useSortParam(sorts);
  const filter: RowFilter = {
    name: (search.get(nameKey) ?? '').trim().slice(0, 60),
    from: aDay(search.get('from')),
    to: aDay(search.get('to')),
  };
  const asked: Record<string, string> = {
    ...(isAsked && { sort: sort.by, order: sort.order }),
    ...(filter.name && { [nameKey]: filter.name }),
    ...(filter.from && { from: filter.from }),
    ...(filter.to && { to: filter.to }),
  };
  return {
    sort,
    filter,
    filtered: filter.name !== '' || filter.from !== '' || filter.to !== '',
    /** As the server wants it, and as the address has it. */
    asked,
    sortBy,
    setFilter: ({ name, from, to }: RowFilter) =>
      change({ [nameKey]: orNothing(name), from: orNothing(from), to: orNothing(to), page: null }),
  };
}
