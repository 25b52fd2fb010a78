import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { Badge } from '../../components/feedback/badge';
import { Button, buttonClass } from '../../components/feedback/button';
import { Moment } from '../../components/exchange/figures';
import { Card, Screen } from '../../components/layout/screen';
import { RFigure, SignalState } from '../../components/signal/outcome-cells';
import { Direction, Level } from '../../components/signal/signal-cells';
import { type Column, DataTable } from '../../components/table/data-table';
import { exact } from '../../lib/format/decimal';
import { usePageParams } from '../../lib/use-page-params';
import { signalPath } from './api/get-signal';
import { type Signal, fetchSignals, phases } from './api/get-signals';
import { type SignalFilter, SignalFilters } from './signal-filters';
import styles from './signals.module.css';

/** A list that is open the whole day asks now and then: a connection may be refused or lost. */
const WATCH_MILLISECONDS = 120_000;
const CARDS_BELOW = 1180;

/** What the club's team has published, newest first. New ones arrive by themselves. */
export function SignalsPage() {
  const [search, setSearch] = useSearchParams();
  const { page, perPage, setPage, setPerPage } = usePageParams();
  const asked = search.get('side');
  const side = asked === 'long' || asked === 'short' ? asked : null;
  const status = phases.find((phase) => phase === search.get('status')) ?? null;
  const q = search.get('q') ?? '';
  const query = useQuery({
    queryKey: ['signals', { page, perPage, side, status, q }],
    queryFn: ({ signal }) => fetchSignals({ page, perPage, side, status, q }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: WATCH_MILLISECONDS,
  });
  const onFilter = useCallback(
    (filter: SignalFilter) =>
      setSearch(
        (before) => {
          const next = new URLSearchParams(before);
          next.delete('page');
          for (const [name, value] of Object.entries(filter)) {
            if (value) next.set(name, value);
            else next.delete(name);
          }
          return next;
        },
        { replace: true },
      ),
    [setSearch],
  );
  const isFiltered = side !== null || status !== null || q !== '';
  const firstSeen = useFirstSeen(query.data?.rows);

  const columns: readonly Column<Signal>[] = [
    {
      id: 'asset',
      header: 'Asset',
      phone: 'title',
      cell: (signal) => (
        <span className={styles.asset}>
          <strong>{signal.symbol}</strong>
          <Direction side={signal.side} />
          {firstSeen !== null && signal.publishedAt > firstSeen && <Badge tone="accent">New</Badge>}
        </span>
      ),
    },
    { id: 'status', header: 'Status', phone: 'detail', cell: (signal) => <SignalState signal={signal} /> },
    { id: 'result', header: 'Result', align: 'end', phone: 'detail', cell: ({ outcome }) => <RFigure outcome={outcome} /> },
    {
      id: 'time-frame',
      header: 'Time frame, risk',
      cell: ({ timeFrame, riskLevel }) => (
        <span className={styles.twoLines}>
          <span>{timeFrame}</span>
          <span>{riskLevel}</span>
        </span>
      ),
    },
    { id: 'entry', header: 'Entry', align: 'end', phone: 'figure', cell: ({ entryPrice }) => exact(entryPrice) },
    {
      id: 'stop',
      header: 'Stop loss',
      align: 'end',
      phone: 'figure',
      cell: ({ stopLoss, entryPrice }) => <Level price={stopLoss} entry={entryPrice} />,
    },
    {
      id: 'target-1',
      header: 'Target 1',
      align: 'end',
      cell: ({ takeProfit1, entryPrice }) => <Level price={takeProfit1} entry={entryPrice} />,
    },
    {
      id: 'target-2',
      header: 'Target 2',
      align: 'end',
      cell: ({ takeProfit2, entryPrice }) => <Level price={takeProfit2} entry={entryPrice} />,
    },
    {
      id: 'target-3',
      header: 'Target 3',
      align: 'end',
      cell: ({ takeProfit3, entryPrice }) => <Level price={takeProfit3} entry={entryPrice} />,
    },
    { id: 'published', header: 'Published', align: 'end', cell: ({ publishedAt }) => <Moment at={publishedAt} relative /> },
    {
      id: 'actions',
      header: 'Details',
      phone: 'actions',
      cell: (signal) => (
        <Link
          to={signalPath(signal.id)}
          className={buttonClass({ size: 'small' })}
          aria-label={`Details of ${signal.symbol}, ${signal.side}`}
        >
          Details
        </Link>
      ),
    },
  ];

  return (
    <Screen
      title="Trade signals"
      intro="Ideas of the club's team, newest first; a new one appears by itself. Any of them can lose: check the stop before you follow."
    >
      <Card flush>
        <SignalFilters filter={{ side, status, q }} onFilter={onFilter} />
        <DataTable
          caption="Trade signals"
          columns={columns}
          rows={query.data?.rows}
          rowKey={({ id }) => id}
          error={query.error}
          onRetry={() => void query.refetch()}
          refreshing={query.isPlaceholderData}
          cardsBelow={CARDS_BELOW}
          empty={
            isFiltered
              ? {
                  title: 'No signal fits',
                  text: 'Nothing published so far has these words, this direction and this status.',
                  action: (
                    <Button size="small" onClick={() => onFilter({ side: null, status: null, q: '' })}>
                      Show all signals
                    </Button>
                  ),
                }
              : { title: 'No signals yet', text: 'The next signal of the team appears here as soon as it is published.' }
          }
          pager={{ page, perPage, total: query.data?.total, onPage: setPage, onPerPage: setPerPage }}
        />
      </Card>
    </Screen>
  );
}

/** When the newest signal came out that was there as the page was opened: what is newer arrived before the reader's eyes. */
function useFirstSeen(rows: readonly Signal[] | undefined): string | null {
  const [newest, setNewest] = useState<string | null>(null);
  if (newest === null && rows) setNewest(rows.reduce((latest, { publishedAt }) => (publishedAt > latest ? publishedAt : latest), ''));
  return newest;
}
