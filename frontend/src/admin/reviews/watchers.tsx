import { useMutation } from '@tanstack/react-query';
import { Button } from '../../components/feedback/button';
import { Notice } from '../../components/feedback/notice';
import { messageOf } from '../../lib/api';
import { utc } from '../../lib/format/date';
import type { Claim, Presence, Watcher } from './use-watchers';
import styles from './workbench.module.css';

/** "10:31 UTC": somebody looks at a case for minutes, not days. */
const timeOf = (iso: string) => utc(iso).split(', ').at(-1);

/** Who else has this case open, and who holds it, before two people decide it. */
export function Watchers({ watchers, claim, takeOver }: Presence) {
  const holder = claim && !claim.self ? claim : null;
  const others = watchers.filter(({ userId }) => userId !== holder?.userId);
  return (
    <div role="status" className={styles.watchers}>
      {holder && <HeldNotice holder={holder} takeOver={takeOver} />}
      <WatchersNotice watchers={others} hint={hintFor(claim, others.length)} />
    </div>
  );
}

function hintFor(claim: Claim | null, others: number): string {
  if (claim?.self) return 'You are reviewing this case. Others can only decide it after taking it over.';
  if (claim) return `${claim.fullName} is reviewing this case.`;
  return others === 1
    ? 'The first decision counts; the other reviewer is notified.'
    : 'The first decision counts; the other reviewers are notified.';
}

function HeldNotice({ holder, takeOver }: { holder: Claim; takeOver: () => Promise<void> }) {
  const taking = useMutation({ mutationFn: takeOver });
  return (
    <Notice kind="warn" title={`${holder.fullName} has been reviewing this case since ${timeOf(holder.since)}`}>
      <p>Only they can decide it now. Take it over if they are no longer working on it.</p>
      <Button size="small" busy={taking.isPending} onClick={() => taking.mutate()}>
        {taking.isPending ? 'Taking over…' : 'Take over'}
      </Button>
      {taking.isError && <p>{messageOf(taking.error)}</p>}
    </Notice>
  );
}

function WatchersNotice({ watchers, hint }: { watchers: readonly Watcher[]; hint: string }) {
  const [first, ...others] = watchers;
  if (!first) return null;
  return (
    <Notice
      kind="warn"
      title={
        others.length === 0
          ? `${first.fullName} has had this open since ${timeOf(first.since)}`
          : `${watchers.length} other admins have this open`
      }
    >
      {others.length === 0 ? hint : `${watchers.map(({ fullName, since }) => `${fullName} since ${timeOf(since)}`).join(', ')}. ${hint}`}
    </Notice>
  );
}
