import { useQuery } from '@tanstack/react-query';
import { useGetOne } from 'react-admin';
import { Link, useParams } from 'react-router';
import { Moment } from '../../components/exchange/figures';
import { buttonClass } from '../../components/feedback/button';
import { ErrorState, Skeleton } from '../../components/feedback/states';
import { Card, Grid, Screen } from '../../components/layout/screen';
import { OutcomeFacts } from '../../components/signal/outcome-facts';
import { SignalChart } from '../../components/signal/signal-chart';
import { SignalFacts } from '../../components/signal/signal-facts';
import { SignalWithOutcome } from '../../components/signal/signal-story';
import type { Column } from '../../components/table/data-table';
import { consolePaths } from '../../config/console-routes';
import { signalCandlesQuery } from '../../lib/signal-candles';
import type { SignalReceiptWire, SignalWire } from '../../lib/wire/types';
import { Allowed } from '../access/allowed';
import { SignalDeliveriesCard } from '../deliveries/signal-deliveries-card';
import { ResourceList } from '../list/resource-list';
import { AmendCard } from './amend-card';
import styles from './signals.module.css';

const WATCH_MILLISECONDS = 15_000;

const columns: readonly Column<SignalReceiptWire>[] = [
  { id: 'no', header: 'No', cell: (_, position) => position, phone: 'hidden' },
  {
    id: 'member',
    header: 'Member',
    cell: (row) => <Link to={consolePaths.user(row.userId)}>{row.fullName}</Link>,
    phone: 'title',
    wrap: true,
  },
  { id: 'seen', header: 'First seen', cell: (row) => <Moment at={row.seenAt} />, align: 'end', phone: 'figure' },
];

/** All that one signal says, what became of it, what may still be said of it, and who was shown it. */
export function SignalPage() {
  const { signalId = '' } = useParams();
  const { data: signal, error, refetch } = useGetOne<SignalWire>('signals', { id: signalId }, { refetchInterval: WATCH_MILLISECONDS });
  return (
    <Screen
      title={signal ? `${signal.symbol}, ${signal.side}` : 'Signal'}
      intro={
        signal && (
          <>
            Published <Moment at={signal.publishedAt} />
          </>
        )
      }
      actions={
        <Link to={consolePaths.signals} className={buttonClass()}>
          All signals
        </Link>
      }
    >
      <Grid>
        {signal && <Course signal={signal} />}
        {signal && <SignalDeliveriesCard signalId={signal.id} />}
        <Card title="Signal details" busy={!signal && !error} span={6}>
          {signal ? (
            <div className={styles.sections}>
              <SignalFacts signal={signal} />
            </div>
          ) : error ? (
            <ErrorState title="The signal could not be loaded" error={error} onRetry={() => void refetch()} />
          ) : (
            <Skeleton height={640} />
          )}
        </Card>
        {!error && (
          <Card title="Seen by" flush sticky span={6}>
            <ResourceList
              resource="signal-receipts"
              caption="Seen by"
              columns={columns}
              storeKey="receipts-of-signal"
              filter={{ signalId }}
              refresh={() => WATCH_MILLISECONDS}
              empty={{ title: 'None yet', text: 'Members appear here when they have seen the signal.' }}
            />
          </Card>
        )}
      </Grid>
    </Screen>
  );
}

/** How it went, and what may still be said of it. */
function Course({ signal }: { signal: SignalWire }) {
  const chart = useQuery(signalCandlesQuery(signal.id));
  return (
    <>
      <Card title="Price chart" span={8}>
        <SignalChart signal={signal} chart={chart.data} error={chart.error} onRetry={() => void chart.refetch()} />
      </Card>
      <Card title="Outcome" span={4}>
        <OutcomeFacts signal={signal} />
      </Card>
      <Card title="What happened" span={6}>
        <SignalWithOutcome signal={signal} stops={chart.data?.stops} />
      </Card>
      <Allowed to="signals.publish">
        <AmendCard signal={signal} />
      </Allowed>
    </>
  );
}
