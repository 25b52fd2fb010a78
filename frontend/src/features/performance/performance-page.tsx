import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { MoneyScreen } from '../../components/money/money-screen';
import { Choices } from '../../components/chart/choices';
import { buttonClass } from '../../components/feedback/button';
import { Notice } from '../../components/feedback/notice';
import { EmptyState, ErrorState } from '../../components/feedback/states';
import { Card, Grid } from '../../components/layout/screen';
import { paths } from '../../config/routes';
import { performanceQuery, portfolioQuery, usePortfolioNews } from '../../lib/portfolio';
import { useProfile } from '../../lib/session';
import type { Performance, Portfolio } from '../../lib/wire/portfolio';
import { t } from '../../lib/i18n/texts';
import { CalendarCard } from './calendar/calendar-card';
import { ChainDialog } from './chain-dialog';
import { CurvesCard } from './curves-card';
import { Headline } from './headline';
import { dayMarks } from './marks';
import { MethodCard } from './method-card';
import { Completeness, LifetimeCard } from './money-card';
import { MonthDialog } from './month-dialog';
import { MonthTable } from './month-table';
import { spanOptions, useRange } from './range';
import { RangeFields } from './range-fields';
import { ResultsCard } from './results-card';
import { SegmentsCard } from './segments-card';

/** How the member's account did, over any period, down to what each percentage is made of. */
export function PerformancePage() {
  usePortfolioNews();
  const portfolio = useQuery(portfolioQuery);
  const standing = portfolio.data;
  const { span, range, setSpan, setRange } = useRange(standing?.lastDay);
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...performanceQuery(range ?? { from: null, to: null }),
    enabled: range !== null,
  });
  const [month, setMonth] = useState<string | null>(null);
  const [chain, setChain] = useState(false);
  const hasNothing = standing !== undefined && standing.lastDay === null;
  return (
    <MoneyScreen
      title={t('performance.title')}
      intro={t('performance.intro')}
      actions={
        hasNothing ? undefined : (
          <>
            <Link to={paths.taxReport} className={buttonClass({})}>
              {t('performance.taxReport')}
            </Link>
            <Choices label={t('performance.period')} options={spanOptions()} value={span} onChange={setSpan} />
          </>
        )
      }
    >
      <Grid>
        {hasNothing ? (
          <Nothing portfolio={standing} />
        ) : error && !data ? (
          <Card span={12}>
            <ErrorState title={t('performance.failed')} error={error} onRetry={() => void refetch()} />
          </Card>
        ) : (
          <>
            <RangeFields
              range={range}
              first={standing?.complete.from ?? standing?.firstDay ?? null}
              last={standing?.lastDay ?? null}
              onChange={setRange}
              busy={isPlaceholderData}
            />
            {standing && <News portfolio={standing} />}
            {data && <Completeness performance={data} />}
            <Headline performance={data} onChain={() => setChain(true)} onMonth={setMonth} />
            {data && <LifetimeCard performance={data} />}
            <CurvesCard range={range} firstDay={standing?.firstDay ?? null} />
            {data && data.segments.length > 1 && <SegmentsCard segments={data.segments} onRange={setRange} />}
            {data && <Marked performance={data} />}
            <CalendarCard portfolio={standing} />
            <MonthTable performance={data} onOpen={setMonth} />
            <ResultsCard portfolio={standing} />
            <MethodCard performance={data} />
          </>
        )}
      </Grid>
      {chain && data && month === null && <ChainDialog performance={data} onMonth={setMonth} onClose={() => setChain(false)} />}
      {month !== null && <MonthDialog month={month} onClose={() => setMonth(null)} />}
    </MoneyScreen>
  );
}

function Nothing({ portfolio }: { portfolio: Portfolio }) {
  const { kycStatus } = useProfile();
  if (kycStatus === null || kycStatus === 'rejected') {
    return (
      <Card span={12}>
        <EmptyState
          title={t('performance.nothing.title')}
          action={
            <Link to={paths.kycVerification} className={buttonClass({ look: 'primary' })}>
              {t(kycStatus === null ? 'performance.nothing.start' : 'performance.nothing.again')}
            </Link>
          }
        >
          {t('performance.nothing.notSent')}
        </EmptyState>
      </Card>
    );
  }
  return (
    <Card span={12}>
      {kycStatus === 'pending' ? (
        <EmptyState title={t('performance.nothing.title')}>{t('performance.nothing.pending')}</EmptyState>
      ) : portfolio.state === 'failed' ? (
        <EmptyState title={t('performance.nothing.failed')}>
          {portfolio.failure} {t('performance.nothing.retry')}
        </EmptyState>
      ) : (
        <EmptyState title={t('performance.nothing.building')}>{t('performance.nothing.buildingText')}</EmptyState>
      )}
    </Card>
  );
}

/** Whether what is shown is all there is. */
function News({ portfolio: { state, failure } }: { portfolio: Portfolio }) {
  if (state !== 'failed') return null;
  return (
    <div>
      <Notice kind="warn" title={t('performance.news.title')}>
        {failure} {t('performance.nothing.retry')}
      </Notice>
    </div>
  );
}

/** What the figures of this period have to be read with. */
function Marked({ performance: { marks } }: { performance: Performance }) {
  const present = dayMarks.filter((flag) => marks[flag] > 0);
  if (present.length === 0) return null;
  return (
    <div>
      <Notice kind="warn" title={t('performance.marks.title')}>
        {present.map((flag) => (
          <p key={flag}>
            {t(`performance.mark.${flag}.count`, { count: marks[flag] })} {t(`performance.mark.${flag}.meaning`)}
          </p>
        ))}
      </Notice>
    </div>
  );
}
