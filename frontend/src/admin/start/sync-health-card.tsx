import { Link } from 'react-router';
import { Moment } from '../../components/exchange/figures';
import { KeyBadge } from '../../components/exchange/key-badge';
import { Badge } from '../../components/feedback/badge';
import { consolePaths } from '../../config/console-routes';
import { count } from '../../lib/format/decimal';
import { filteredList } from '../list/filtered-list';
import { Fact, Facts } from '../facts';
import { LoadedCard } from '../loaded-card';
import { useSyncHealth } from './dashboard-api';
import styles from './sync-health-card.module.css';

const membersWith = (filter: Record<string, string>) => filteredList(consolePaths.members, filter);

/** Whether the members' accounts are read. */
export function SyncHealthCard() {
  const allMembers = <Link to={consolePaths.members}>All members</Link>;
  return (
    <LoadedCard
      title="Sync health"
      aside={allMembers}
      span={12}
      query={useSyncHealth()}
      failed="The sync health could not be loaded"
      height={180}
    >
      {({ keys, behind, runs, oldest }) => (
        <div className={styles.parts}>
          <section aria-label="Accounts by key">
            <h3>Keys</h3>
            <Facts>
              {keys.map(({ state, count: n }) => (
                <Fact
                  key={state}
                  name={<KeyBadge state={state} />}
                  value={
                    <Link
                      to={membersWith({ keyState: state })}
                      aria-label={`${count(n)} ${n === 1 ? 'member' : 'members'}, key ${state.replaceAll('_', ' ')}`}
                    >
                      {count(n)}
                    </Link>
                  }
                />
              ))}
            </Facts>
          </section>
          <section aria-label="Sync runs">
            <h3>Runs of every kind</h3>
            <Facts>
              <Fact
                name="Members overdue"
                value={
                  <Link to={membersWith({ state: 'behind' })}>
                    {behind > 0 ? <Badge tone="warn">{`${count(behind)} overdue`}</Badge> : 'None'}
                  </Link>
                }
              />
              <Fact name="Waiting, running" value={`${count(runs.waiting)}, ${count(runs.running)}`} />
              <Fact name="Done in the last hour" value={count(runs.doneLastHour)} />
              <Fact
                name="Failed in the last hour"
                value={runs.failedLastHour > 0 ? <Badge tone="down">{count(runs.failedLastHour)}</Badge> : '0'}
              />
              <Fact name="Last run done" value={<Moment at={runs.lastDoneAt} relative />} />
              <Fact name="Last run failed" value={runs.lastFailedAt === null ? 'Never' : <Moment at={runs.lastFailedAt} relative />} />
            </Facts>
          </section>
          <section aria-label="Least recently synced">
            <h3>Least recently synced</h3>
            {oldest.length === 0 && <p className={styles.none}>No member has a key yet.</p>}
            <Facts>
              {oldest.map(({ userId, fullName, lastSyncedAt }) => (
                <Fact
                  key={userId}
                  name={<Link to={consolePaths.member(userId)}>{fullName}</Link>}
                  value={lastSyncedAt === null ? 'Never' : <Moment at={lastSyncedAt} relative />}
                />
              ))}
            </Facts>
          </section>
        </div>
      )}
    </LoadedCard>
  );
}
