import { useListContext } from 'react-admin';
import { Pager } from '../../components/table/pager';
import { countedTo } from '../../lib/lists';

/** The pages of a list. Unlike react-admin’s own, it knows that the server stops counting at 10,000. */
export function ListPager() {
  const { data, isPending, page, perPage, total, setPage, setPerPage } = useListContext();
  if (isPending || (total === 0 && page === 1)) return null;
  return (
    <Pager
      page={page}
      perPage={perPage}
      {...(total === undefined ? { total } : countedTo(total))}
      shown={data?.length}
      onPage={setPage}
      onPerPage={setPerPage}
    />
  );
}
