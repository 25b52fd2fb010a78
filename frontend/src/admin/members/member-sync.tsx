import { useGetOne } from 'react-admin';
import { CoverageTable } from '../../components/exchange/coverage';
import { Moment } from '../../components/exchange/figures';
import { RunProgress } from '../../components/exchange/run-progress';
import { Skeleton } from '../../components/feedback/states';
import { Card, Grid } from '../../components/layout/screen';
import { count } from '../../lib/format/decimal';
import { venueName } from '../../lib/format/venue';
import type { LiveSyncRunWire, MemberDetailWire } from '../../lib/wire/types';
import { AddSymbol } from '../../components/exchange/add-symbol';
import { t } from '../../lib/i18n/texts';
import { Allowed } from '../access/allowed';
import { CheckKeyButton } from './check-key-button';
import { KeyState } from './key-state';
import styles from './member-sync.module.css';
import { SyncRuns } from './sync-runs';

/** Everything an admin can know about how a member's account is read: when, how far, and what is missing. */
export function MemberSync({ userId, run }: { userId: string; run: LiveSyncRunWire | undefined }) {
  const { data: member, error, refetch } = useGetOne<MemberDetailWire>('members', { id: userId }, { refetchInterval: 30_000 });
  const facts: [string, React.ReactNode][] | null = member
    ? [
        ['Exchange', member.venue === null ? 'No account' : venueName(member.venue)],
        ['Key', <KeyState key="key" member={member} />],
        ['Futures', member.futuresAvailable === null ? 'Not tried yet' : member.futuresAvailable ? 'Read' : 'Not available with this key'],
        ['Last synced', <Moment key="last" at={member.lastSyncedAt} relative />],
        ['Next sync', <Moment key="next" at={member.nextSyncAt} />],
        ['Symbols to be searched yet', member.unsearched === null ? 'Not counted yet' : count(member.unsearched)],
      ]
    : null;
  return (
    <Grid>
      <Card
        title="State"
        aside={
          member && (
            <Allowed to="sync.start">
              <CheckKeyButton member={member} />
            </Allowed>
          )
        }
        span={12}
      >
        <dl className={styles.facts}>
          {(
            facts ??
            Array.from({ length: 6 }, (_, index): [string, React.ReactNode] => [String(index), <Skeleton key={index} width={120} />])
          ).map(([name, value]) => (
            <div key={name}>
              <dt>{facts ? name : <Skeleton width={90} />}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {run && <RunProgress state={run.state} progress={run.progress} />}
      </Card>
      <Card title={t('exchange.coverage.title')} flush span={12}>
        <CoverageTable coverage={member?.coverage} error={error} onRetry={() => void refetch()} />
      </Card>
      <AddSymbol path={`/admin/members/${encodeURIComponent(userId)}/symbols`} onAdded={() => void refetch()} />
      <SyncRuns userId={userId} />
    </Grid>
  );
}
