import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { Profit } from '../../../components/chart/figures';
import { Button } from '../../../components/feedback/button';
import { ErrorState } from '../../../components/feedback/states';
import { Card } from '../../../components/layout/screen';
import { useMoney } from '../../../components/money/money';
import { portfolioDaysQuery } from '../../../lib/portfolio';
import type { Portfolio } from '../../../lib/wire/portfolio';
import { t } from '../../../lib/i18n/texts';
import { addDays, monthText } from '../range';
import styles from './calendar.module.css';
import { addMonths, dayProfits, monthProfit, monthSpan } from './day-profits';
import { MonthGrid } from './month-grid';

/** Profit and loss of each day, a month at a time. */
export function CalendarCard({ portfolio }: { portfolio: Portfolio | undefined }) {
  if (!portfolio?.firstDay || !portfolio.lastDay) return null;
  return <Calendar key={portfolio.lastDay.slice(0, 7)} firstDay={portfolio.firstDay} lastDay={portfolio.lastDay} />;
}

function Calendar({ firstDay, lastDay }: { firstDay: string; lastDay: string }) {
  const [earliest, latest] = [firstDay.slice(0, 7), lastDay.slice(0, 7)];
  const [month, setMonth] = useState(latest);
  const { unit } = useMoney();
  const { first, last } = monthSpan(month);
  // A day is measured from the end of the one before.
  const { data, error, refetch, isPlaceholderData } = useQuery(portfolioDaysQuery({ from: addDays(first, -1), to: last }));
  const [earlier, later] = [addMonths(month, -1), addMonths(month, 1)];
  const profits = data && !isPlaceholderData ? dayProfits(month, data, { firstDay, lastDay }) : undefined;
  const total = profits && monthProfit(profits);
  return (
    <Card
      title={t('performance.calendar.title')}
      span={12}
      busy={profits === undefined}
      aside={
        <div className={styles.months}>
          <Button
            size="small"
            look="quiet"
            aria-label={t('performance.calendar.previous')}
            disabled={month <= earliest}
            icon={<ChevronLeft size={18} className={styles.chevron} aria-hidden="true" />}
            onClick={() => setMonth(earlier)}
          />
          <strong aria-live="polite" className={styles.month}>
            {monthText(month)}
          </strong>
          <Button
            size="small"
            look="quiet"
            aria-label={t('performance.calendar.next')}
            disabled={month >= latest}
            icon={<ChevronRight size={18} className={styles.chevron} aria-hidden="true" />}
            onClick={() => setMonth(later)}
          />
        </div>
      }
    >
      {error && !data ? (
        <ErrorState title={t('performance.curves.failed')} error={error} onRetry={() => void refetch()} />
      ) : (
        <>
          <MonthGrid month={month} profits={profits} earliest={earliest} latest={latest} onMonth={setMonth} />
          <p className={styles.total}>
            {t('performance.calendar.total')}{' '}
            <Profit figure={{ value: total ?? null, reason: profits ? t('performance.calendar.totalUnknown') : null }} />
          </p>
          <p className={styles.note}>{t('performance.calendar.note', { unit })}</p>
        </>
      )}
    </Card>
  );
}
