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
import { t } from '../../lib/i18n/texts';
import { signalPath } from '../../lib/signal';
import { type Signal, fetchSignals, markFilters, phases } from './api/get-signals';
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
  const mark = markFilters.find((one) => one === search.get('mark')) ?? null;
  const q = search.get('q') ?? '';
  const query = useQuery({
    queryKey: ['signals', { page, perPage, side, status, mark, q }],
    queryFn: ({ signal }) => fetchSignals({ page, perPage, side, status, mark, q }, signal),
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
  const isFiltered = side !== null || status !== null || mark !== null || q !== '';
  const firstSeen = useFirstSeen(query.data?.rows);

  const columns: readonly Column<Signal>[] = [
    {
      id: 'asset',
      header: t('signals.list.asset'),
      phone: 'title',
      cell: (signal) => (
        <span className={styles.asset}>
          <strong>{signal.symbol}</strong>
          <Direction side={signal.side} />
          {signal.mark && <Badge tone={signal.mark === 'taken' ? 'info' : 'neutral'}>{t(`signals.list.${signal.mark}`)}</Badge>}
          {firstSeen !== null && signal.publishedAt > firstSeen && <Badge tone="accent">{t('signals.list.new')}</Badge>}
        </span>
      ),
    },
    { id: 'status', header: t('signals.list.status'), phone: 'detail', cell: (signal) => <SignalState signal={signal} /> },
    { id: 'result', header: t('signals.list.result'), align: 'end', phone: 'detail', cell: ({ outcome }) => <RFigure outcome={outcome} /> },
    {
      id: 'time-frame',
      header: t('signals.list.timeFrameRisk'),
      cell: ({ timeFrame, riskLevel }) => (
        <span className={styles.twoLines}>
          <bdi>{timeFrame}</bdi>
          <bdi>{riskLevel}</bdi>
        </span>
      ),
    },
    { id: 'entry', header: t('signals.list.entry'), align: 'end', phone: 'figure', cell: ({ entryPrice }) => exact(entryPrice) },
    {
      id: 'stop',
      header: t('signals.list.stop'),
      align: 'end',
      phone: 'figure',
      cell: ({ stopLoss, entryPrice }) => <Level price={stopLoss} entry={entryPrice} />,
    },
    {
      id: 'target-1',
      header: t('signals.list.target1'),
      align: 'end',
      cell: ({ takeProfit1, entryPrice }) => <Level price={takeProfit1} entry={entryPrice} />,
    },
    {
      id: 'target-2',
      header: t('signals.list.target2'),
      align: 'end',
      cell: ({ takeProfit2, entryPrice }) => <Level price={takeProfit2} entry={entryPrice} />,
    },
    {
      id: 'target-3',
      header: t('signals.list.target3'),
      align: 'end',
      cell: ({ takeProfit3, entryPrice }) => <Level price={takeProfit3} entry={entryPrice} />,
    },
    { id: 'published', header: t('signals.list.published'), align: 'end', cell: ({ publishedAt }) => <Moment at={publishedAt} relative /> },
    {
      id: 'actions',
      header: t('signals.list.details'),
      phone: 'actions',
      cell: (signal) => (
        <Link
          to={signalPath(signal.id)}
          className={buttonClass({ size: 'small' })}
          aria-label={t('signals.list.detailsOf', { symbol: signal.symbol, side: signal.side })}
        >
          {t('signals.list.details')}
        </Link>
      ),
    },
  ];

  return (
    <Screen title={t('signals.title')} intro={t('signals.intro')}>
      <Card flush>
        <SignalFilters filter={{ side, status, mark, q }} onFilter={onFilter} />
        <DataTable
          caption={t('signals.title')}
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
                  title: t('signals.list.noMatch'),
                  text: t('signals.list.noMatchText'),
                  action: (
                    <Button size="small" onClick={() => onFilter({ side: null, status: null, mark: null, q: '' })}>
                      {t('signals.list.showAll')}
                    </Button>
                  ),
                }
              : { title: t('signals.list.none'), text: t('signals.list.noneText') }
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
