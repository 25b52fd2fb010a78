import { useGetOne } from 'react-admin';
import { CoverageTable } from '../../components/exchange/coverage';
import { Moment } from '../../components/exchange/figures';
import { RunProgress } from '../../components/exchange/run-progress';
import { Card, Grid } from '../../components/layout/screen';
import { count } from '../../lib/format/decimal';
import { venueName } from '../../lib/format/venue';
import type { LiveSyncRunWire, MemberDetailWire } from '../../lib/wire/types';
import { AddSymbol } from '../../components/exchange/add-symbol';
import { t } from '../../lib/i18n/texts';
import { Allowed } from '../access/allowed';
import { Fact, Facts } from '../facts';
import { CheckKeyButton } from './check-key-button';
import { futuresState } from './futures-state';
import { KeyState } from './key-state';
import styles from './member-sync.module.css';
import { SyncRuns } from './sync-runs';

/** Everything an admin can know about how a member's account is read: when, how far, and what is missing. */
export function MemberSync({ userId, run }: { userId: string; run: LiveSyncRunWire | undefined }) {
  const { data: member, error, refetch } = useGetOne<MemberDetailWire>('members', { id: userId }, { refetchInterval: 30_000 });
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
        <Facts look="grid" outline={6}>
          {member && <State member={member} />}
        </Facts>
        {run && (
          <div className={styles.run}>
            <RunProgress state={run.state} progress={run.progress} />
          </div>
        )}
      </Card>
      <Card title={t('exchange.coverage.title')} flush span={12}>
        <CoverageTable coverage={member?.coverage} error={error} onRetry={() => void refetch()} />
      </Card>
      <Allowed to="sync.start">
        <AddSymbol path={`/admin/members/${encodeURIComponent(userId)}/symbols`} onAdded={() => void refetch()} />
      </Allowed>
      <SyncRuns userId={userId} />
    </Grid>
  );
}

function State({ member }: { member: MemberDetailWire }) {
  return (
    <>
      <Fact name="Exchange" value={member.venue === null ? 'No account' : venueName(member.venue)} />
      <Fact name="Key" value={<KeyState member={member} />} />
      <Fact name="Futures" value={futuresState(member)} />
      <Fact name="Last synced" value={<Moment at={member.lastSyncedAt} relative />} />
      <Fact name="Next sync" value={<Moment at={member.nextSyncAt} />} />
      <Fact name="Symbols left to search" value={member.unsearched === null ? 'Not counted yet' : count(member.unsearched)} />
    </>
  );
}
