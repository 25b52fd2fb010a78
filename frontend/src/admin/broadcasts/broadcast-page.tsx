import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useGetOne } from 'react-admin';
import { Link, useParams } from 'react-router';
import { Moment } from '../../components/exchange/figures';
import { buttonClass } from '../../components/feedback/button';
import { Notice } from '../../components/feedback/notice';
import { ErrorState, Skeleton } from '../../components/feedback/states';
import { Card, Grid, Screen } from '../../components/layout/screen';
import { consolePaths } from '../../config/console-routes';
import { count } from '../../lib/format/decimal';
import type { BroadcastStateWire, BroadcastWire } from '../../lib/wire/types';
import { Allowed } from '../access/allowed';
import { AudienceName } from './audience-name';
import { BroadcastButtons } from './broadcast-buttons';
import { BroadcastProgress } from './broadcast-progress';
import { BroadcastRecipients } from './broadcast-recipients';
import { Fact, Facts } from '../facts';
import { StateBadge } from '../state-badge';
import { segmentWords } from './segment-words';
import { isUnderWay, kindWords, localTime, stateWords, statusWords } from './broadcast-words';
import styles from './broadcasts.module.css';

const WATCH_MILLISECONDS = 2000;

/** One broadcast: how far it is, what can be done with it, and what became of each mail. */
export function BroadcastPage() {
  const { broadcastId = '' } = useParams();
  const {
    data: broadcast,
    error,
    refetch,
  } = useGetOne<BroadcastWire>(
    'broadcasts',
    { id: broadcastId },
    { refetchInterval: (query) => (isUnderWay(query.state.data?.state) ? WATCH_MILLISECONDS : false) },
  );
  useLastLook(broadcastId, broadcast?.state);
  return (
    <Screen
      title={broadcast?.subject ?? 'Broadcast'}
      intro={
        broadcast && (
          <>
            To <AudienceName broadcast={broadcast} inline />, written <Moment at={broadcast.createdAt} /> by{' '}
            {broadcast.author ?? 'a deleted account'}
          </>
        )
      }
      actions={
        <>
          {broadcast && (
            <Allowed to="broadcasts.send">
              {broadcast.mayEdit && (
                <Link to={`${consolePaths.newBroadcast}?edit=${encodeURIComponent(broadcast.id)}`} className={buttonClass()}>
                  Edit
                </Link>
              )}
              <BroadcastButtons broadcast={broadcast} />
            </Allowed>
          )}
          <Link to={consolePaths.broadcasts} className={buttonClass()}>
            All broadcasts
          </Link>
        </>
      }
    >
      {error && !broadcast ? (
        <Card>
          <ErrorState title="The broadcast could not be loaded" error={error} onRetry={() => void refetch()} />
        </Card>
      ) : (
        <Grid>
          <Card
            title="Progress"
            aside={broadcast && <StateBadge of={stateWords[broadcast.state]} />}
            busy={broadcast === undefined}
            span={6}
          >
            {broadcast ? <Standing broadcast={broadcast} /> : <Skeleton height={260} />}
          </Card>
          <Card title="Message" aside={broadcast && kindWords[broadcast.kind].label} busy={broadcast === undefined} span={6}>
            {broadcast ? (
              <div className={styles.message} role="region" aria-label="Message" tabIndex={0}>
                {broadcast.message}
              </div>
            ) : (
              <Skeleton height={260} />
            )}
          </Card>
          {broadcast && (
            <BroadcastRecipients id={broadcastId} underWay={isUnderWay(broadcast.state)} isPlanned={broadcast.recipientsAt === null} />
          )}
        </Grid>
      )}
    </Screen>
  );
}

/** The recipients are looked at once more when nothing changes by itself any longer. */
function useLastLook(id: string, state: BroadcastStateWire | undefined): void {
  const queryClient = useQueryClient();
  const last = useRef(state);
  useEffect(() => {
    if (isUnderWay(last.current) && !isUnderWay(state))
      void queryClient.invalidateQueries({ queryKey: [`broadcasts/${encodeURIComponent(id)}/recipients`] });
    last.current = state;
  }, [queryClient, id, state]);
}

function Standing({ broadcast }: { broadcast: BroadcastWire }) {
  const { counts, recipients, unsubscribed, startsAt, localStart, recipientsAt, segment, finishedAt, state, problem } = broadcast;
  const isPlanned = recipientsAt === null;
  return (
    <div className={styles.standing}>
      {problem !== null && isPlanned && (
        <Notice kind="warn" title="It could not start">
          {problem}. Edit the text, then resume the broadcast.
        </Notice>
      )}
      {problem !== null && !isPlanned && (
        <Notice kind="warn" title="The mail server can’t be reached">
          It said “{problem}”. The broadcast continues when the server responds again.
        </Notice>
      )}
      {segment && (
        <ul className={styles.conditionList} aria-label="Conditions">
          {segmentWords(segment).map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      )}
      {!isPlanned && <BroadcastProgress broadcast={broadcast} />}
      <Facts>
        <Fact name="Recipients" value={isPlanned ? 'Determined when it starts' : count(recipients)} />
        {!isPlanned &&
          Object.entries(statusWords).map(([status, { words }]) => (
            <Fact key={status} name={words} value={count(counts[status as keyof typeof counts])} />
          ))}
        {!isPlanned && <Fact name="Unsubscribed" value={count(unsubscribed)} />}
        {localStart !== null && <Fact name="Local time of each recipient" value={localTime(localStart)} />}
        <Fact name={state === 'scheduled' || isPlanned ? 'First email' : 'Started'} value={<Moment at={startsAt} />} />
        {finishedAt !== null && <Fact name="Ended" value={<Moment at={finishedAt} />} />}
      </Facts>
    </div>
  );
}
