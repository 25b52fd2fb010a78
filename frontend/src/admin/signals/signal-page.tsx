import { useGetOne } from 'react-admin';
import { Link, useParams } from 'react-router';
import { Moment } from '../../components/exchange/figures';
import { buttonClass } from '../../components/feedback/button';
import { ErrorState, Skeleton } from '../../components/feedback/states';
import { Card, Grid, Screen } from '../../components/layout/screen';
import { SignalFacts } from '../../components/signal/signal-facts';
import type { Column } from '../../components/table/data-table';
import { consolePaths } from '../../config/console-routes';
import type { SignalReceiptWire, SignalWire } from '../../lib/wire/types';
import { ResourceTable } from '../resource-table';
import styles from './signals.module.css';

const WATCH_MILLISECONDS = 15_000;

const columns: readonly Column<SignalReceiptWire>[] = [
  { id: 'no', header: 'No', cell: (_, position) => position, phone: 'hidden' },
  { id: 'member', header: 'Member', cell: (row) => <Link to={consolePaths.user(row.userId)}>{row.fullName}</Link>, phone: 'title', wrap: true },
  { id: 'seen', header: 'First seen', cell: (row) => <Moment at={row.seenAt} />, align: 'end', phone: 'figure' },
];

/** All that one signal says, and who was shown it. */
export function SignalPage() {
  const { signalId = '' } = useParams();
  const { data: signal, error, refetch } = useGetOne<SignalWire>('signals', { id: signalId });
  return (
    <Screen
      title={signal ? `${signal.symbol}, ${signal.side}` : 'Signal'}
      intro={signal && <>Published <Moment at={signal.publishedAt} /></>}
      actions={
        <Link to={consolePaths.signals} className={buttonClass()}>
          All signals
        </Link>
      }
    >
      <Grid>
        <Card title="What it says" span={6}>
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
          <Card title="Who has seen it" flush span={6}>
            <ResourceTable
              resource="signal-receipts"
              caption="Who has seen it"
              columns={columns}
              filter={{ signalId }}
              refresh={() => WATCH_MILLISECONDS}
              empty={{ title: 'Nobody yet', text: 'Members appear here once the signal was shown to them.' }}
            />
          </Card>
        )}
      </Grid>
    </Screen>
  );
}
