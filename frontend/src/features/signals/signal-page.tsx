import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { Comments } from '../../components/comments/comments';
import { Moment } from '../../components/exchange/figures';
import { buttonClass } from '../../components/feedback/button';
import { ErrorState, Skeleton } from '../../components/feedback/states';
import { Card, Grid, Screen } from '../../components/layout/screen';
import { PriceLadder } from '../../components/signal/price-ladder';
import { OutcomeFacts } from '../../components/signal/outcome-facts';
import { stateOf, type StateId } from '../../components/signal/outcome';
import { SignalChart } from '../../components/signal/signal-chart';
import { SignalFacts } from '../../components/signal/signal-facts';
import { SignalWithOutcome } from '../../components/signal/signal-story';
import { alertsPathOf, paths } from '../../config/routes';
import { signalCandlesQuery } from '../../lib/signal-candles';
import type { SignalDetailWire } from '../../lib/wire/types';
import { t } from '../../lib/i18n/texts';
import { Trans } from '../../lib/i18n/trans';
import { SIGNAL_PARAM, signalQuery } from '../../lib/signal';
import { MarkCard } from './mark-card';
import { PositionSizeCard } from './position-size-card';
import { ReceiptCard } from './receipt-card';
import styles from './signals.module.css';

/** One signal: its market, what happened, what became of it, and how to check that it was said so. */
export function SignalPage() {
  const signalId = useParams()[SIGNAL_PARAM] ?? '';
  const { data: signal, error, refetch } = useQuery(signalQuery(signalId));
  return (
    <Screen
      title={signal ? t('signals.page.titleOf', { symbol: signal.symbol, side: signal.side }) : t('signals.page.title')}
      intro={signal && <Trans id="signals.page.intro" tags={{ moment: <Moment at={signal.publishedAt} /> }} />}
      actions={
        <>
          {signal && SIZED.has(stateOf(signal).id) && (
            <Link to={alertsPathOf(signal.id)} className={buttonClass()}>
              {t('signals.page.alert')}
            </Link>
          )}
          <Link to={paths.tradeSignals} className={buttonClass()}>
            {t('signals.all')}
          </Link>
        </>
      }
    >
      {signal ? (
        <Whole signal={signal} />
      ) : (
        <Card>
          {error ? <ErrorState title={t('signals.page.failed')} error={error} onRetry={() => void refetch()} /> : <Skeleton height={640} />}
        </Card>
      )}
    </Screen>
  );
}

/** States of a signal that a member can still enter. */
const SIZED: ReadonlySet<StateId> = new Set(['waiting', 'pending', 'open']);

function Whole({ signal }: { signal: SignalDetailWire }) {
  const chart = useQuery(signalCandlesQuery(signal.id));
  return (
    <Grid>
      <Card title={t('signals.page.ladder')} span={4}>
        <PriceLadder signal={signal} stops={chart.data?.stops ?? []} />
      </Card>
      <Card title={t('signals.page.chart')} span={8}>
        <SignalChart signal={signal} chart={chart.data} error={chart.error} onRetry={() => void chart.refetch()} />
      </Card>
      <div className={styles.column} data-span={6}>
        <MarkCard signal={signal} />
        {SIZED.has(stateOf(signal).id) && <PositionSizeCard signalId={signal.id} />}
        <Card title={t('signals.page.story')}>
          <SignalWithOutcome signal={signal} stops={chart.data?.stops} />
        </Card>
        <ReceiptCard signal={signal} />
      </div>
      <div className={styles.column} data-span={6}>
        <Card title={t('signals.page.outcome')}>
          <OutcomeFacts signal={signal} />
        </Card>
        <Card title={t('signals.page.details')}>
          <div className={styles.sections}>
            <SignalFacts signal={signal} />
          </div>
        </Card>
      </div>
      <Comments on="signal" subject={signal.id} span={12} />
    </Grid>
  );
}
