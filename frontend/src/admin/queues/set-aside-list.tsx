import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useGetList } from 'react-admin';
import { Button } from '../../components/feedback/button';
import { ConfirmDialog } from '../../components/feedback/confirm-dialog';
import { type Column, DataTable } from '../../components/table/data-table';
import { fetchData } from '../../lib/api';
import { notify } from '../../lib/notify';
import { type SortParam, usePageParams, useSortParam } from '../../lib/use-page-params';
import type { SetAsideOutcomeWire } from '../../lib/wire/types';
import { useMay } from '../access/allowed';
import { useAct } from '../use-act';
import styles from './queues.module.css';
import { MAX_CHOSEN, useChosen } from './use-chosen';

type Act = 'retry' | 'drop';

/** What was given up, and what may be done with it by those who manage the system. */
export interface SetAside {
  id: string;
  may: readonly Act[];
}

export interface SetAsideListProps<R extends SetAside> {
  resource: 'failed-jobs' | 'dead-letters';
  caption: string;
  /** "failed job", "dead letter". */
  one: string;
  nameOf: (row: R) => string;
  columns: readonly Column<R>[];
  sorts: readonly SortParam[];
  filter: Record<string, string>;
  empty: { title: string; text: string };
}

const WATCH_MILLISECONDS = 15_000;
const done: Record<Act, string> = { retry: 'retried', drop: 'dropped' };

/** A list of what was given up, with both ways out for one row and for those that are chosen. */
export function SetAsideList<R extends SetAside>({ resource, caption, one, nameOf, columns, sorts, filter, empty }: SetAsideListProps<R>) {
  const { page, perPage, setPage, setPerPage } = usePageParams();
  const { sort, sortBy } = useSortParam(sorts);
  const { data, total, error, isPlaceholderData, refetch } = useGetList<R>(
    resource,
    { pagination: { page, perPage }, sort: { field: sort.by, order: sort.order === 'asc' ? 'ASC' : 'DESC' }, filter },
    { placeholderData: keepPreviousData, refetchInterval: WATCH_MILLISECONDS },
  );
  const mayManage = useMay()('system.manage');
  const chosen = useChosen(data ?? []);
  const [dropping, setDropping] = useState<readonly R[] | null>(null);

  const act = useAct({
    call: ({ action, ids }: { action: Act; ids: readonly string[] }) =>
      fetchData<SetAsideOutcomeWire[]>(`/admin/${resource}/bulk`, { method: 'POST', json: { action, ids } }),
    lists: [resource, 'operations', 'dashboard'],
    onDone: (outcomes, { action }) => {
      setDropping(null);
      chosen.clear();
      tell(action, outcomes, one);
    },
  });
  const rowsOf = (ids: readonly string[]) => (data ?? []).filter(({ id }) => ids.includes(id));
  const mayAll = (action: Act) => rowsOf(chosen.ids).every(({ may }) => may.includes(action));
  const isBusy = (action: Act, id?: string) =>
    act.isPending && act.variables.action === action && (id === undefined || act.variables.ids.includes(id));

  const withChoice: Column<R>[] = [
    {
      id: 'choice',
      header: 'Choose',
      cell: (row) => (
        <input
          type="checkbox"
          className={styles.choice}
          aria-label={`Choose ${nameOf(row)}`}
          checked={chosen.has(row.id)}
          onChange={() => chosen.toggle(row.id)}
        />
      ),
    },
    ...columns,
    {
      id: 'action',
      header: 'Action',
      cell: (row) => (
        <span className={styles.buttons}>
          {row.may.includes('retry') && (
            <Button
              size="small"
              busy={isBusy('retry', row.id)}
              aria-label={`Retry: ${nameOf(row)}`}
              onClick={() => act.mutate({ action: 'retry', ids: [row.id] })}
            >
              Retry
            </Button>
          )}
          {row.may.includes('drop') && (
            <Button size="small" look="danger" aria-label={`Drop ${nameOf(row)}`} onClick={() => setDropping([row])}>
              Drop
            </Button>
          )}
        </span>
      ),
      align: 'end',
      phone: 'actions',
    },
  ];

  return (
    <>
      {mayManage && data !== undefined && data.length > 0 && (
        <div className={styles.bar} role="group" aria-label="Selected">
          <label className={styles.all}>
            <input type="checkbox" className={styles.choice} checked={chosen.isAll} onChange={chosen.toggleAll} />
            Select all on this page
          </label>
          <span role="status" className={styles.none}>
            {chosen.ids.length === 0 ? 'None selected' : `${chosen.ids.length} selected`}
          </span>
          <Button
            size="small"
            disabled={!canActOn(chosen.ids) || !mayAll('retry')}
            busy={isBusy('retry') && act.variables?.ids.length !== 1}
            onClick={() => act.mutate({ action: 'retry', ids: chosen.ids })}
          >
            Retry selected
          </Button>
          <Button
            size="small"
            look="danger"
            disabled={!canActOn(chosen.ids) || !mayAll('drop')}
            onClick={() => setDropping(rowsOf(chosen.ids))}
          >
            Drop selected
          </Button>
        </div>
      )}
      <DataTable
        caption={caption}
        columns={mayManage ? withChoice : columns}
        rows={data}
        rowKey={(row) => row.id}
        error={error}
        onRetry={() => void refetch()}
        refreshing={isPlaceholderData}
        empty={empty}
        cardsBelow={1100}
        sorting={{ ...sort, onSort: sortBy }}
        pager={{ page, perPage, total, onPage: setPage, onPerPage: setPerPage }}
      />
      {dropping && (
        <ConfirmDialog
          title={dropping.length === 1 ? `Drop ${nameOf(dropping[0]!)}?` : `Drop ${dropping.length} ${one}s?`}
          action={dropping.length === 1 ? 'Drop it' : `Drop ${dropping.length}`}
          running="Dropping…"
          busy={act.isPending}
          error={act.error}
          onConfirm={() => act.mutate({ action: 'drop', ids: dropping.map(({ id }) => id) })}
          onClose={() => {
            act.reset();
            setDropping(null);
          }}
        >
          What {dropping.length === 1 ? 'it was' : 'they were'} to do does not happen any more. That{' '}
          {dropping.length === 1 ? 'it was' : 'they were'} given up, and who dropped {dropping.length === 1 ? 'it' : 'them'}, stays in the
          audit log.
        </ConfirmDialog>
      )}
    </>
  );
}

const canActOn = (ids: readonly string[]) => ids.length > 0 && ids.length <= MAX_CHOSEN;

function tell(action: Act, outcomes: readonly SetAsideOutcomeWire[], one: string): void {
  const refused = outcomes.filter(({ done: isDone }) => !isDone);
  const named = (n: number) => `${n} ${one}${n === 1 ? '' : 's'}`;
  if (refused.length === 0) notify.success(`${named(outcomes.length)} ${outcomes.length === 1 ? 'is' : 'are'} ${done[action]}.`);
  else notify.error(`${named(refused.length)} of ${outcomes.length} could not be ${done[action]}: ${refused[0]?.reason ?? ''}`);
}
