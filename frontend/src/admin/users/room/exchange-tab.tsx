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
import { Facts } from './profile-tab';
import styles from './room.module.css';

const LOOK_AGAIN_MILLISECONDS = 30_000;

const keyFacts = (member: MemberDetailWire) =>
  [
    ['Exchange', member.venue === null ? 'No account' : venueName(member.venue)],
    ['Key', <KeyBadge key="key" state={member.keyState} />],
    ['Key ends in', member.keyHint === null ? null : <code key="hint">{member.keyHint}</code>],
    ['Refused since', member.keyRefusedAt === null ? 'Not refused' : <Moment key="refused" at={member.keyRefusedAt} />],
    ['Futures', member.futuresAvailable === null ? 'Not tried yet' : member.futuresAvailable ? 'Read' : 'Not available with this key'],
  ] as const;

const syncFacts = (member: MemberDetailWire) =>
  [
    ['Last run', <SyncBadge key="run" state={member.lastRunState} kind={member.lastRun?.kind ?? null} reason={member.lastError} />],
    ['Last synced', <Moment key="last" at={member.lastSyncedAt} relative />],
    ['Next sync', <Moment key="next" at={member.nextSyncAt} />],
    ['Gaps', member.gaps === 0 ? 'None known' : count(member.gaps)],
    ['Reported balance (USDT)', <Usdt key="balance" value={member.totalBalance} unknown="Not synced yet" />],
  ] as const;

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
        <EmptyState title="No exchange account is read">An account is read once this member’s KYC is approved with a key.</EmptyState>
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
        <Facts facts={member && keyFacts(member)} rows={5} />
      </Card>
      <Card title="Sync" span={6}>
        <Facts facts={member && syncFacts(member)} rows={5} />
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
