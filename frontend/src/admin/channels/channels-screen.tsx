import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Moment } from '../../components/exchange/figures';
import { buttonClass } from '../../components/feedback/button';
import { ErrorState, Skeleton } from '../../components/feedback/states';
import { Card, Grid, Screen } from '../../components/layout/screen';
import { consolePaths } from '../../config/console-routes';
import { fetchData } from '../../lib/api';
import { count } from '../../lib/format/decimal';
import { duration } from '../../lib/format/duration';
import type { ChannelHealthWire } from '../../lib/wire/types';
import { Fact, Facts } from '../facts';
import { filteredList } from '../list/filtered-list';
import { StateBadge } from '../state-badge';
import { addressState, channelNames, channelState, missingSettings } from './channel-words';
import styles from './channels.module.css';

const WATCH_MILLISECONDS = 15_000;
const CARDS = 3;
const CARD_HEIGHT = 420;

/** How each channel is doing: what waits, what became of the last tries, what is held back, and whom it reaches. */
export function ChannelsScreen() {
  const { data, error, refetch } = useQuery({
    queryKey: ['channels'],
    queryFn: ({ signal }) => fetchData<ChannelHealthWire[]>('/admin/channels', { signal }),
    refetchInterval: WATCH_MILLISECONDS,
  });
  return (
    <Screen
      title="Channels"
      intro="Telegram, webhooks and push: queues, failures and connected addresses."
      actions={
        <Link to={consolePaths.deliveries} className={buttonClass()}>
          All deliveries
        </Link>
      }
    >
      <Grid>
        {data !== undefined ? (
          data.map((channel) => <ChannelCard key={channel.id} channel={channel} />)
        ) : error ? (
          <Card span={12}>
            <ErrorState title="The channels could not be loaded" error={error} onRetry={() => void refetch()} />
          </Card>
        ) : (
          Array.from({ length: CARDS }, (_, at) => (
            <Card key={at} span={4} busy>
              <Skeleton height={CARD_HEIGHT} />
            </Card>
          ))
        )}
      </Grid>
    </Screen>
  );
}

function ChannelCard({ channel }: { channel: ChannelHealthWire }) {
  const { id, isConfigured } = channel;
  return (
    <Card title={channelNames[id]} aside={<StateBadge of={channelState(channel)} />} span={4}>
      {!isConfigured && <p className={styles.note}>{missingSettings[id]}. Nothing is sent on this channel.</p>}
      {(isConfigured || hasAnything(channel)) && <Figures channel={channel} />}
    </Card>
  );
}

/** A channel without settings may have been in use before. */
const hasAnything = ({ queue, unknown, addresses, blocks }: ChannelHealthWire): boolean =>
  queue.due + queue.underWay + queue.later + unknown + addresses.length + blocks.length > 0;

function Figures({ channel }: { channel: ChannelHealthWire }) {
  const { id, queue, unknown, tries, lastOkAt } = channel;
  return (
    <>
      <Facts>
        <Fact name="Due now" value={count(queue.due)} />
        <Fact name="Oldest has waited" value={<OldestDue seconds={queue.oldestDueSeconds} />} />
        <Fact name="Being sent" value={count(queue.underWay)} />
        <Fact name="Due later" value={count(queue.later)} />
        <Fact name="Unknown outcome" value={<Unknown channel={id} value={unknown} />} />
        <Fact name="Last success" value={<LastSuccess at={lastOkAt} />} />
      </Facts>
      <h3 className={styles.heading}>Attempts in the last hour</h3>
      <Facts>
        <Fact name="Sent" value={count(tries.sent)} />
        <Fact name="Retrying" value={count(tries.failed)} />
        <Fact name="Refused" value={count(tries.refused)} />
        <Fact name="Unclear response" value={count(tries.uncertain)} />
        {tries.unknown > 0 && <Fact name="Not recorded" value={<NotRecorded value={tries.unknown} />} />}
      </Facts>
      <h3 className={styles.heading}>Addresses</h3>
      <Addresses channel={channel} />
      <h3 className={styles.heading}>Blocks</h3>
      <Blocks channel={channel} />
    </>
  );
}

function OldestDue({ seconds }: { seconds: number | null }) {
  return seconds === null ? <span title="Nothing is due">–</span> : duration(seconds);
}

function LastSuccess({ at }: { at: string | null }) {
  return at === null ? <span title="No address has accepted a message yet">–</span> : <Moment at={at} relative />;
}

function NotRecorded({ value }: { value: number }) {
  return <span title="Sent by a version that did not record outcomes">{count(value)}</span>;
}

function Unknown({ channel, value }: { channel: ChannelHealthWire['id']; value: number }) {
  if (value === 0) return count(value);
  return <Link to={filteredList(consolePaths.deliveries, { channel, result: 'unknown' })}>{`${count(value)} to decide`}</Link>;
}

function Addresses({ channel: { id, addresses } }: { channel: ChannelHealthWire }) {
  if (addresses.length === 0) return <p className={styles.note}>No member has connected this channel.</p>;
  return (
    <Facts>
      {addresses.map(({ state, reason, count: number }) => (
        <Fact
          key={reason ?? state}
          name={<StateBadge of={addressState({ reason })} />}
          value={
            <Link to={filteredList(consolePaths.channelAddresses, { channel: id, ...(reason === null ? { state } : { reason }) })}>
              {count(number)}
            </Link>
          }
        />
      ))}
    </Facts>
  );
}

/** Who asked us to wait, and until when. */
function Blocks({ channel: { blocks } }: { channel: ChannelHealthWire }) {
  if (blocks.length === 0) return <p className={styles.note}>Nothing is paused.</p>;
  return (
    <Facts>
      {blocks.map(({ service, until, isWhole }) => (
        <Fact
          key={`${service} ${until}`}
          name={isWhole ? 'The whole channel' : (service ?? 'One address')}
          value={
            <>
              Until <Moment at={until} />
            </>
          }
        />
      ))}
    </Facts>
  );
}
