import { Link } from 'react-router';
import { Moment } from '../../components/exchange/figures';
import { KeyBadge } from '../../components/exchange/key-badge';
import { Badge } from '../../components/feedback/badge';
import { ErrorState, Skeleton } from '../../components/feedback/states';
import { Card } from '../../components/layout/screen';
import { consolePaths } from '../../config/console-routes';
import { count } from '../../lib/format/decimal';
import type { SyncHealthWire } from '../../lib/wire/types';
import { filteredList } from '../list/filters';
import { type Fact, Facts } from '../system/facts';
import { useSyncHealth } from './dashboard-api';
import styles from './sync-health-card.module.css';

const membersWith = (filter: Record<string, string>) => filteredList(consolePaths.members, filter);

/** Whether the members' accounts are read. */
export function SyncHealthCard() {
  const { data, error, refetch } = useSyncHealth();
  return (
    <Card title="Sync health" aside={<Link to={consolePaths.members}>All members</Link>} busy={data === undefined && !error} span={12}>
      {error && data === undefined ? (
        <ErrorState title="The sync health could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton height={180} />
      ) : (
        <div className={styles.parts}>
          <section aria-label="Accounts by key">
            <h3>Keys</h3>
            <Facts facts={data.keys.map(keyFact)} />
          </section>
          <section aria-label="Sync runs">
            <h3>Runs of every kind</h3>
            <Facts facts={runFacts(data)} />
          </section>
          <section aria-label="Least recently synced">
            <h3>Least recently synced</h3>
            {data.oldest.length === 0 ? (
              <p className={styles.none}>No member has a key yet.</p>
            ) : (
              <Facts
                facts={data.oldest.map(({ userId, fullName, lastSyncedAt }) => ({
                  key: userId,
                  label: <Link to={consolePaths.member(userId)}>{fullName}</Link>,
                  value: lastSyncedAt === null ? 'Never' : <Moment at={lastSyncedAt} relative />,
                }))}
              />
            )}
          </section>
        </div>
      )}
    </Card>
  );
}

function keyFact({ state, count: n }: SyncHealthWire['keys'][number]): Fact {
  return {
    key: state,
    label: <KeyBadge state={state} />,
    value: (
      <Link
        to={membersWith({ keyState: state })}
        aria-label={`${count(n)} ${n === 1 ? 'member' : 'members'}, key ${state.replaceAll('_', ' ')}`}
      >
        {count(n)}
      </Link>
    ),
  };
}

function runFacts({ behind, runs }: SyncHealthWire): Fact[] {
  return [
    {
      key: 'behind',
      label: 'Members overdue',
      value: (
        <Link to={membersWith({ state: 'behind' })}>{behind > 0 ? <Badge tone="warn">{`${count(behind)} overdue`}</Badge> : 'None'}</Link>
      ),
    },
    { key: 'open', label: 'Waiting, running', value: `${count(runs.waiting)}, ${count(runs.running)}` },
    { key: 'hour', label: 'Done in the last hour', value: count(runs.doneLastHour) },
    {
      key: 'failed',
      label: 'Failed in the last hour',
      value: runs.failedLastHour > 0 ? <Badge tone="down">{count(runs.failedLastHour)}</Badge> : '0',
    },
    { key: 'done-at', label: 'Last run done', value: <Moment at={runs.lastDoneAt} relative /> },
    {
      key: 'failed-at',
      label: 'Last run failed',
      value: runs.lastFailedAt === null ? 'Never' : <Moment at={runs.lastFailedAt} relative />,
    },
  ];
}
