import { useListContext } from 'react-admin';

type Values = Readonly<Record<string, unknown>>;

/** The filters of the list around the component. react-admin leaves their values untyped. */
export function useFilters() {
  const list = useListContext();
  const values = list.filterValues as Values;
  const set = (changed: Values) => list.setFilters(changed, list.displayedFilters as Readonly<Record<string, boolean>>);
  return {
    values,
    isFiltered: Object.values(values).some((value) => value !== '' && value != null),
    set: (changed: Values) => set({ ...values, ...changed }),
    clear: () => set({}),
  };
}
