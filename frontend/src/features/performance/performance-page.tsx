import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { Choices } from '../../components/chart/choices';
import { buttonClass } from '../../components/feedback/button';
import { Notice } from '../../components/feedback/notice';
import { EmptyState, ErrorState } from '../../components/feedback/states';
import { Card, Grid, Screen } from '../../components/layout/screen';
import { paths } from '../../config/routes';
import { performanceQuery, portfolioQuery, usePortfolioNews } from '../../lib/portfolio';
import { useProfile } from '../../lib/session';
import type { DayFlag, Performance, Portfolio } from '../../lib/wire/portfolio';
import { ChainDialog } from './chain-dialog';
import { CurvesCard } from './curves-card';
import { Headline } from './headline';
import { markWords } from './marks';
import { MethodCard } from './method-card';
import { Completeness, LifetimeCard } from './money-card';
import { MonthDialog } from './month-dialog';
import { MonthTable } from './month-table';
import { spans, useRange } from './range';
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
    <Screen
      title="Performance"
      intro="Returns and risk, calculated from your exchange account."
      actions={
        hasNothing ? undefined : (
          <>
            <Link to={paths.taxReport} className={buttonClass({})}>
              Tax report
            </Link>
            <Choices label="Period" options={spans} value={span} onChange={setSpan} />
          </>
        )
      }
    >
      <Grid>
        {hasNothing ? (
          <Nothing portfolio={standing} />
        ) : error && !data ? (
          <Card span={12}>
            <ErrorState title="Your performance could not be loaded" error={error} onRetry={() => void refetch()} />
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
            <MonthTable performance={data} onOpen={setMonth} />
            <ResultsCard portfolio={standing} />
            <MethodCard performance={data} />
          </>
        )}
      </Grid>
      {chain && data && month === null && <ChainDialog performance={data} onMonth={setMonth} onClose={() => setChain(false)} />}
      {month !== null && <MonthDialog month={month} onClose={() => setMonth(null)} />}
    </Screen>
  );
}

function Nothing({ portfolio }: { portfolio: Portfolio }) {
  const { kycStatus } = useProfile();
  if (kycStatus === null || kycStatus === 'rejected') {
    return (
      <Card span={12}>
        <EmptyState
          title="Your performance will appear here"
          action={
            <Link to={paths.kycVerification} className={buttonClass({ look: 'primary' })}>
              {kycStatus === null ? 'Start verification' : 'Send again'}
            </Link>
          }
        >
          It is computed from your exchange account, once your documents and a read-only key are approved.
        </EmptyState>
      </Card>
    );
  }
  return (
    <Card span={12}>
      {kycStatus === 'pending' ? (
        <EmptyState title="Your performance will appear here">
          It is computed from your exchange account, once your verification is approved. You get a mail as soon as it is decided.
        </EmptyState>
      ) : portfolio.state === 'failed' ? (
        <EmptyState title="Your history could not be computed">{portfolio.failure} It is tried again after the next sync.</EmptyState>
      ) : (
        <EmptyState title="Building your history">
          Your trades, deposits and withdrawals are read and valued day by day. This page fills by itself.
        </EmptyState>
      )}
    </Card>
  );
}

/** Whether what is shown is all there is. */
function News({ portfolio: { state, failure } }: { portfolio: Portfolio }) {
  if (state !== 'failed') return null;
  return (
    <div>
      <Notice kind="warn" title="Newer days are missing">
        {failure} It is tried again after the next sync.
      </Notice>
    </div>
  );
}

/** What the figures of this period have to be read with. */
function Marked({ performance: { marks } }: { performance: Performance }) {
  const present = (Object.keys(markWords) as DayFlag[]).filter((flag) => flag !== 'partial' && marks[flag] > 0);
  if (present.length === 0) return null;
  return (
    <div>
      <Notice kind="warn" title="Some days are estimates">
        {present.map((flag) => (
          <p key={flag}>
            {marks[flag] === 1 ? 'One day is' : `${marks[flag]} days are`} {markWords[flag].name}. {markWords[flag].meaning}
          </p>
        ))}
      </Notice>
    </div>
  );
}
