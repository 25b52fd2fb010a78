import { HttpError, useGetOne } from 'react-admin';
import { Link } from 'react-router';
import { Moment, Usdt } from '../../../components/exchange/figures';
import { KeyBadge } from '../../../components/exchange/key-badge';
import { SyncBadge } from '../../../components/exchange/sync-badge';
import { buttonClass } from '../../../components/feedback/button';
import { EmptyState, ErrorState } from '../../../components/feedback/states';
import { Card, Grid } from '../../../components/layout/screen';
import { consolePaths } from '../../../config/console-routes';
import { count } from '../../../lib/format/decimal';
import { venueName } from '../../../lib/format/venue';
import type { MemberDetailWire } from '../../../lib/wire/types';
import { Fact, Facts } from '../../facts';
import { futuresState } from '../../members/futures-state';
import styles from './room.module.css';

const LOOK_AGAIN_MILLISECONDS = 30_000;

interface OfMember {
  member: MemberDetailWire;
}

function Key({ member }: OfMember) {
  return (
    <>
      <Fact name="Exchange" value={member.venue === null ? 'No account' : venueName(member.venue)} />
      <Fact name="Key" value={<KeyBadge state={member.keyState} />} />
      <Fact name="Key ends in" value={member.keyHint && <code>{member.keyHint}</code>} />
      <Fact name="Refused since" value={member.keyRefusedAt === null ? 'Not refused' : <Moment at={member.keyRefusedAt} />} />
      <Fact name="Futures" value={futuresState(member)} />
    </>
  );
}

function Sync({ member }: OfMember) {
  return (
    <>
      <Fact
        name="Last run"
        value={<SyncBadge state={member.lastRunState} kind={member.lastRun?.kind ?? null} reason={member.lastError} />}
      />
      <Fact name="Last synced" value={<Moment at={member.lastSyncedAt} relative />} />
      <Fact name="Next sync" value={<Moment at={member.nextSyncAt} />} />
      <Fact name="Gaps" value={member.gaps === 0 ? 'None known' : count(member.gaps)} />
      <Fact name="Reported balance (USDT)" value={<Usdt value={member.totalBalance} unknown="Not synced yet" />} />
    </>
  );
}

/** How somebody's exchange account is read, and the way into their room. */
export function ExchangeTab({ userId }: { userId: string }) {
  const {
    data: member,
    error,
    refetch,
  } = useGetOne<MemberDetailWire>(
    'members',
    { id: userId },
    {
      refetchInterval: (query) => (query.state.error ? false : LOOK_AGAIN_MILLISECONDS),
      retry: (failures, problem) => !isUnknown(problem) && failures < 2,
    },
  );
  if (isUnknown(error)) {
    return (
      <Card>
        <EmptyState title="No exchange account">Syncing starts when this member’s KYC is approved with a key.</EmptyState>
      </Card>
    );
  }
  if (error && !member) {
    return (
      <Card>
        <ErrorState title="The exchange account could not be loaded" error={error} onRetry={() => void refetch()} />
      </Card>
    );
  }
  return (
    <Grid>
      <Card title="Key" span={6}>
        <Facts look="beside" outline={5}>
          {member && <Key member={member} />}
        </Facts>
      </Card>
      <Card title="Sync" span={6}>
        <Facts look="beside" outline={5}>
          {member && <Sync member={member} />}
        </Facts>
        <p className={styles.more}>
          <Link to={consolePaths.member(userId)} className={buttonClass({ look: 'primary' })}>
            Wallet, histories and sync
          </Link>
        </p>
      </Card>
    </Grid>
  );
}

const isUnknown = (error: unknown): boolean => error instanceof HttpError && error.status === 404;
