import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Moment } from '../../components/exchange/figures';
import { Button } from '../../components/feedback/button';
import { Card } from '../../components/layout/screen';
import { Direction } from '../../components/signal/signal-cells';
import { type Column, DataTable } from '../../components/table/data-table';
import { exact } from '../../lib/format/decimal';
import { useFilterParams, usePageParams } from '../../lib/use-page-params';
import { type EndedSignal, type RecordedSignal, signalsQuery } from './api/get-track-record';
import { rText } from './figures';
import { Outcome, outcomeOptions, reasonText } from './outcome-words';
import { SignalDialog } from './signal-dialog';
import { SignalFilters } from './signal-filters';
import styles from './signals-card.module.css';

const filterNames = ['outcome', 'side', 'q'] as const;
const CARDS_BELOW = 1024;

/** What is known of a signal that has ended, and a word where it still runs. */
const told = (of: (signal: EndedSignal) => ReactNode) => (signal: RecordedSignal) =>
  signal.ended ? of(signal) : <span className={styles.untold}>–</span>;

/** Every signal there ever was, the newest first. */
export function SignalsCard() {
  const { page, perPage, setPage, setPerPage } = usePageParams();
  const filters = useFilterParams(filterNames);
  const { values } = filters;
  const outcome = outcomeOptions.some(([value]) => value === values.outcome) ? values.outcome : '';
  const side = values.side === 'long' || values.side === 'short' ? values.side : '';
  const q = values.q.trim().slice(0, 45);
  const isFiltered = outcome !== '' || side !== '' || q !== '';
  const query = useQuery(signalsQuery(page, perPage, { ...(outcome && { outcome }), ...(side && { side }), ...(q && { q }) }));
  const [open, setOpen] = useState<EndedSignal | null>(null);

  const columns: readonly Column<RecordedSignal>[] = [
    {
      id: 'pair',
      header: 'Signal',
      phone: 'title',
      cell: (signal) =>
        signal.ended ? (
          <span className={styles.pair}>
            <strong>{signal.symbol}</strong>
            <Direction side={signal.side} />
          </span>
        ) : (
          <span className={styles.untold}>Told when it has ended</span>
        ),
    },
    { id: 'outcome', header: 'Outcome', phone: 'title', cell: (signal) => <Outcome signal={signal} /> },
    {
      id: 'result',
      header: 'Result',
      align: 'end',
      phone: 'figure',
      cell: told(({ outcome: { rNet } }) => <strong>{rText(rNet)}</strong>),
    },
    { id: 'published', header: 'Published', align: 'end', phone: 'figure', cell: ({ publishedAt }) => <Moment at={publishedAt} /> },
    { id: 'entry', header: 'Entry', align: 'end', cell: told(({ entry }) => exact(entry)) },
    { id: 'stop', header: 'Stop', align: 'end', cell: told(({ stop }) => exact(stop)) },
    {
      id: 'exits',
      header: 'Left at',
      wrap: true,
      cell: told(({ outcome: { exits } }) => (exits.length === 0 ? '–' : exits.map(({ reason }) => reasonText(reason)).join(', '))),
    },
    {
      id: 'log',
      header: 'Log',
      align: 'end',
      cell: ({ log }) =>
        log ? <span title={`Leaf ${log.index}: ${log.hash}`}>#{log.index}</span> : <span title="Published before there was a log">–</span>,
    },
    {
      id: 'actions',
      header: 'Details',
      phone: 'actions',
      cell: (signal) =>
        signal.ended && (
          <Button
            size="small"
            aria-label={`Details of ${signal.symbol}, ${signal.side}, leaf ${signal.log?.index ?? 'unknown'}`}
            onClick={() => setOpen(signal)}
          >
            Details
          </Button>
        ),
    },
  ];

  return (
    <Card title="Every signal" span={12} flush>
      <SignalFilters outcome={outcome} side={side} q={q} onFilter={filters.setFilter} onClear={isFiltered ? filters.clear : undefined} />
      <DataTable
        caption="Every signal"
        columns={columns}
        rows={query.data?.rows}
        rowKey={(signal, index) => (signal.ended ? signal.id : `leaf ${signal.log?.index ?? index}`)}
        error={query.error}
        onRetry={() => void query.refetch()}
        refreshing={query.isPlaceholderData}
        cardsBelow={CARDS_BELOW}
        empty={
          isFiltered
            ? {
                title: 'No signal fits',
                text: 'None that has ended so far is like that.',
                action: (
                  <Button size="small" onClick={filters.clear}>
                    Show all signals
                  </Button>
                ),
              }
            : {
                title: 'No signal has been published yet',
                text: 'The first one appears here the moment it is published, and what it says once it has ended.',
              }
        }
        pager={{ page, perPage, total: query.data?.total, capped: query.data?.capped, onPage: setPage, onPerPage: setPerPage }}
      />
      {open && <SignalDialog signal={open} onClose={() => setOpen(null)} />}
    </Card>
  );
}
