import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { utc } from '../../lib/format/date';
import { t } from '../../lib/i18n/texts';
import { fetchPage } from '../../lib/lists';
import type { FundReturnLinkWire, FundStatementWire } from '../../lib/wire/types';
import { Percent } from '../chart/figures';
import { type Column, DataTable } from '../table/data-table';
import { Dollars } from './dollars';
import { ReturnFigure, returnReason } from './return-text';
import styles from './statements.module.css';

interface ReturnsPartProps {
  statement: FundStatementWire;
  /** Where the statements of the mandate are. */
  path: string;
  /** As the routes name the statement. */
  period: string;
}

/** The time-weighted returns of a statement, and on request the sub-periods that they are chained from. */
export function ReturnsPart({ statement: { returns }, path, period }: ReturnsPartProps) {
  const [isOpen, setOpen] = useState(false);
  const lines = [
    ['periodBefore', returns.period.before],
    ['periodAfter', returns.period.after],
    ['startBefore', returns.sinceStart.before],
    ['startAfter', returns.sinceStart.after],
  ] as const;
  const reasons = [...new Set(lines.flatMap(([, one]) => returnReason(one) ?? []))];
  return (
    <section aria-label={t('fund.returns.title')}>
      <h3>{t('fund.returns.title')}</h3>
      <dl className={styles.lines}>
        {lines.map(([name, one]) => (
          <div key={name}>
            <dt>{t(`fund.returns.${name}`)}</dt>
            <dd>
              <ReturnFigure of={one} />
            </dd>
          </div>
        ))}
      </dl>
      {reasons.map((reason) => (
        <p key={reason} className={styles.check}>
          {reason}
        </p>
      ))}
      <p className={styles.check}>{t('fund.returns.check')}</p>
      <details className={styles.links} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>{t('fund.returns.madeOf')}</summary>
        {isOpen && <Links path={`${path}/${period}/returns`} />}
      </details>
    </section>
  );
}

const columns = (): readonly Column<FundReturnLinkWire>[] => {
  const amount = (name: 'opening' | 'closing' | 'flow' | 'netOpening' | 'netClosing'): Column<FundReturnLinkWire> => ({
    id: name,
    header: t(`fund.returns.${name}`),
    cell: (row) => <Dollars value={row[name]} unknown={t('fund.returns.notValued')} />,
    align: 'end',
  });
  const change = (name: 'before' | 'after'): Column<FundReturnLinkWire> => ({
    id: name,
    header: t(`fund.returns.${name}`),
    cell: (row) => <Percent figure={{ value: row[name], reason: t('fund.returns.undefinedPart') }} />,
    align: 'end',
    phone: 'figure',
  });
  return [
    { id: 'to', header: t('fund.returns.to'), cell: (row) => utc(row.to), phone: 'title' },
    amount('opening'),
    amount('closing'),
    amount('flow'),
    change('before'),
    amount('netOpening'),
    amount('netClosing'),
    change('after'),
  ];
};

function Links({ path }: { path: string }) {
  const [page, setPage] = useState(1);
  const [perPage, setPerPage] = useState(25);
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['fund-returns', path, page, perPage],
    queryFn: ({ signal }) => fetchPage(path, { page, perPage, signal }, (row: FundReturnLinkWire) => row),
    placeholderData: keepPreviousData,
  });
  return (
    <DataTable
      caption={t('fund.returns.parts')}
      columns={columns()}
      rows={data?.rows}
      rowKey={({ from, to }) => `${from}/${to}`}
      error={error}
      onRetry={() => void refetch()}
      refreshing={isPlaceholderData}
      skeletonRows={3}
      cardsBelow={4000}
      empty={{ title: t('fund.returns.none'), text: t('fund.returns.noneText') }}
      pager={{ page, perPage, total: data?.total, onPage: setPage, onPerPage: setPerPage }}
    />
  );
}
