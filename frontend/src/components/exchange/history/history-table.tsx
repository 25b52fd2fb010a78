import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { keptOnDevice } from '../../../lib/kept-figures';
import type { Page } from '../../../lib/lists';
import { NO_FILTER, usePageParams, useRowParams } from '../../../lib/use-page-params';
import { Button } from '../../feedback/button';
import { DataTable } from '../../table/data-table';
import { t } from '../../../lib/i18n/texts';
import { HistoryBar } from './history-bar';
import type { HistorySet } from './history-sets';

export interface AskedRows {
  page: number;
  perPage: number;
  /** Sort and filter, in the server's words. */
  query: Readonly<Record<string, string>>;
  signal: AbortSignal;
}

/** Whose history it is, and where it comes from. */
export interface HistoryOwner {
  /** What its rows are kept under while the page is open; it begins with what makes them be read again. */
  key: readonly unknown[];
  /** Where names and files are asked for: `/me/history`. */
  files: string;
  /** Whether there may be names to choose from. */
  named: boolean;
  /** False: the reader may not save the rows as a file. */
  maySave?: boolean;
  /** Why there is nothing, where no filter is in the way. */
  nothing: string;
}

interface HistoryTableProps<R> {
  set: HistorySet<R>;
  owner: HistoryOwner;
  rows: (asked: AskedRows) => Promise<Page<R>>;
  /** Names the table, where it is called something else than its set. */
  caption?: string;
}

/** One history: sorted, filtered and paged by the server, with all of it in the address. */
export function HistoryTable<R>({ set, owner, rows, caption = t(`exchange.set.${set.id}.label`) }: HistoryTableProps<R>) {
  const { page, perPage, setPage, setPerPage } = usePageParams();
  const { sort, filter, filtered, asked, sortBy, setFilter } = useRowParams(set.nameKey, set.sorts);
  const query = useQuery({
    ...keptOnDevice,
    queryKey: [...owner.key, set.id, page, perPage, asked],
    queryFn: ({ signal }) => rows({ page, perPage, query: asked, signal }),
    placeholderData: keepPreviousData,
  });
  const nothing = filtered
    ? {
        title: t(`exchange.set.${set.id}.noneFiltered`),
        text: t('exchange.filter.none'),
        action: <Button onClick={() => setFilter(NO_FILTER)}>{t('exchange.filter.showAll')}</Button>,
      }
    : { title: t(`exchange.set.${set.id}.none`), text: owner.nothing };
  return (
    <>
      <HistoryBar set={set} owner={owner} filter={filter} onFilter={setFilter} asked={asked} total={query.data?.total} />
      <DataTable
        caption={caption}
        columns={set.columns()}
        rows={query.data?.rows}
        // The member's own records carry no id; their place on the page is all they have.
        rowKey={(_, index) => `${page}:${index}`}
        error={query.error}
        onRetry={() => void query.refetch()}
        refreshing={query.isPlaceholderData}
        sorting={{ ...sort, onSort: sortBy }}
        skeletonRows={10}
        empty={nothing}
        pager={{ page, perPage, total: query.data?.total, capped: query.data?.capped, onPage: setPage, onPerPage: setPerPage }}
      />
    </>
  );
}
