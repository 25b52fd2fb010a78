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
import { t } from '../../lib/i18n/texts';
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
  const outcome = outcomeOptions.some((value) => value === values.outcome) ? values.outcome : '';
  const side = values.side === 'long' || values.side === 'short' ? values.side : '';
  const q = values.q.trim().slice(0, 45);
  const isFiltered = outcome !== '' || side !== '' || q !== '';
  const query = useQuery(signalsQuery(page, perPage, { ...(outcome && { outcome }), ...(side && { side }), ...(q && { q }) }));
  const [open, setOpen] = useState<EndedSignal | null>(null);

  const columns: readonly Column<RecordedSignal>[] = [
    {
      id: 'pair',
      header: t('track-record.list.signal'),
      phone: 'title',
      cell: (signal) =>
        signal.ended ? (
          <span className={styles.pair}>
            <strong>{signal.symbol}</strong>
            <Direction side={signal.side} />
          </span>
        ) : (
          <span className={styles.untold}>{t('track-record.list.untold')}</span>
        ),
    },
    { id: 'outcome', header: t('track-record.filter.outcome'), phone: 'title', cell: (signal) => <Outcome signal={signal} /> },
    {
      id: 'result',
      header: t('track-record.list.result'),
      align: 'end',
      phone: 'figure',
      cell: told(({ outcome: { rNet } }) => <strong>{rText(rNet)}</strong>),
    },
    {
      id: 'published',
      header: t('track-record.list.published'),
      align: 'end',
      phone: 'figure',
      cell: ({ publishedAt }) => <Moment at={publishedAt} />,
    },
    { id: 'entry', header: t('track-record.list.entry'), align: 'end', cell: told(({ entry }) => exact(entry)) },
    { id: 'stop', header: t('track-record.reason.stop'), align: 'end', cell: told(({ stop }) => exact(stop)) },
    {
      id: 'exits',
      header: t('track-record.list.leftAt'),
      wrap: true,
      cell: told(({ outcome: { exits } }) => (exits.length === 0 ? '–' : exits.map(({ reason }) => reasonText(reason)).join(', '))),
    },
    {
      id: 'log',
      header: t('track-record.list.log'),
      align: 'end',
      cell: ({ log }) =>
        log ? (
          <span title={t('track-record.list.leaf', { index: log.index, hash: log.hash })}>#{log.index}</span>
        ) : (
          <span title={t('track-record.list.beforeLog')}>–</span>
        ),
    },
    {
      id: 'actions',
      header: t('track-record.list.details'),
      phone: 'actions',
      cell: (signal) =>
        signal.ended && (
          <Button
            size="small"
            aria-label={t('track-record.list.detailsOf', {
              symbol: signal.symbol,
              side: t(`track-record.side.${signal.side}`),
              leaf: signal.log?.index ?? t('track-record.list.unknownLeaf'),
            })}
            onClick={() => setOpen(signal)}
          >
            {t('track-record.list.details')}
          </Button>
        ),
    },
  ];

  return (
    <Card title={t('track-record.list.title')} span={12} flush>
      <SignalFilters outcome={outcome} side={side} q={q} onFilter={filters.setFilter} onClear={isFiltered ? filters.clear : undefined} />
      <DataTable
        caption={t('track-record.list.title')}
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
                title: t('track-record.list.none.title'),
                text: t('track-record.list.none.text'),
                action: (
                  <Button size="small" onClick={filters.clear}>
                    {t('track-record.list.none.all')}
                  </Button>
                ),
              }
            : {
                title: t('track-record.list.empty.title'),
                text: t('track-record.list.empty.text'),
              }
        }
        pager={{ page, perPage, total: query.data?.total, capped: query.data?.capped, onPage: setPage, onPerPage: setPerPage }}
      />
      {open && <SignalDialog signal={open} onClose={() => setOpen(null)} />}
    </Card>
  );
}
