import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Moment, Quantity, Side } from '../../components/exchange/figures';
import { Button } from '../../components/feedback/button';
import { DollarGain, Dollars } from '../../components/fund/dollars';
import { Card } from '../../components/layout/screen';
import { type Column, DataTable } from '../../components/table/data-table';
import { t } from '../../lib/i18n/texts';
import { fetchPage } from '../../lib/lists';
import { useProfile } from '../../lib/session';
import { usePageParams } from '../../lib/use-page-params';
import type { ClubShareLineWire } from '../../lib/wire/types';
import { feesUnknown, LINES_PATH, linesKey } from './club-share';
import styles from './club-share.module.css';
import { LineDialog } from './line-dialog';
import { LineState } from './line-state';

const keyOf = ({ entry, exit }: ClubShareLineWire) => `${entry.id} ${exit.id}`;

const columns = (open: (line: ClubShareLineWire) => void): readonly Column<ClubShareLineWire>[] => [
  {
    id: 'signal',
    header: t('club-share.lines.signal'),
    cell: (row) => (
      <span className={styles.state}>
        {row.symbol}
        <Side value={row.side} />
      </span>
    ),
    pin: true,
    phone: 'title',
  },
  { id: 'closed', header: t('club-share.lines.closed'), cell: (row) => <Moment at={row.exit.at} />, phone: 'figure' },
  { id: 'qty', header: t('club-share.lines.qty'), cell: (row) => <Quantity value={row.qty} />, align: 'end', phone: 'hidden' },
  { id: 'gross', header: t('club-share.lines.gross'), cell: (row) => <DollarGain value={row.gross} />, align: 'end', phone: 'hidden' },
  {
    id: 'fees',
    header: t('club-share.lines.fees'),
    cell: (row) => <Dollars value={row.fees} unknown={feesUnknown()} />,
    align: 'end',
    phone: 'hidden',
  },
  {
    id: 'profit',
    header: t('club-share.lines.profit'),
    cell: (row) => <DollarGain value={row.profit} unknown={feesUnknown()} />,
    align: 'end',
    phone: 'figure',
  },
  { id: 'state', header: t('club-share.lines.state'), cell: (row) => <LineState line={row} />, phone: 'title' },
  {
    id: 'actions',
    header: t('club-share.lines.actions'),
    cell: (row) => (
      <Button size="small" onClick={() => open(row)}>
        {t('club-share.lines.open')}
      </Button>
    ),
    align: 'end',
    phone: 'actions',
  },
];

/** The trades that followed a signal and were closed again, newest first. */
export function LinesCard() {
  const { userId } = useProfile();
  const { page, perPage, setPage, setPerPage } = usePageParams();
  const [opened, setOpened] = useState<string | null>(null);
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: [...linesKey(userId), page, perPage],
    queryFn: ({ signal }) => fetchPage(LINES_PATH, { page, perPage, signal }, (row: ClubShareLineWire) => row),
    placeholderData: keepPreviousData,
  });
  const line = data?.rows.find((row) => keyOf(row) === opened);
  return (
    <Card title={t('club-share.lines.title')} span={12} flush>
      <p className={styles.lead}>{t('club-share.lines.intro')}</p>
      <DataTable
        caption={t('club-share.lines.title')}
        columns={columns((row) => setOpened(keyOf(row)))}
        rows={data?.rows}
        rowKey={keyOf}
        error={error}
        onRetry={() => void refetch()}
        refreshing={isPlaceholderData}
        cardsBelow={900}
        empty={{ title: t('club-share.lines.none'), text: t('club-share.lines.noneText') }}
        pager={{ page, perPage, total: data?.total, onPage: setPage, onPerPage: setPerPage }}
      />
      {line && <LineDialog key={keyOf(line)} line={line} onClose={() => setOpened(null)} />}
    </Card>
  );
}
