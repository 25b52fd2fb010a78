import { useSearchParams } from 'react-router';
import { page as sizes } from '../config/constants';

const positive = (text: string | null) => (text !== null && /^[1-9]\d{0,6}$/.test(text) ? Number.parseInt(text, 10) : null);

/** Page and page size in the address, so that back, reload and a copied link lead to the same rows. */
export function usePageParams() {
  const [search, setSearch] = useSearchParams();
  const asked = positive(search.get('perPage'));
  const perPage = asked !== null && (sizes.sizes as readonly number[]).includes(asked) ? asked : sizes.defaultSize;
  const change = (entries: Record<string, number>) =>
    setSearch((before) => {
      const next = new URLSearchParams(before);
      for (const [name, value] of Object.entries(entries)) next.set(name, String(value));
      return next;
    });
  return {
    page: positive(search.get('page')) ?? 1,
    perPage,
    setPage: (page: number) => change({ page }),
    setPerPage: (size: number) => change({ page: 1, perPage: size }),
  };
}
