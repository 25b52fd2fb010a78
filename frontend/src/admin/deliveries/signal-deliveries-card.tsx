import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Card } from '../../components/layout/screen';
import { type Column, DataTable } from '../../components/table/data-table';
import { consolePaths } from '../../config/console-routes';
import { fetchData } from '../../lib/api';
import { count } from '../../lib/format/decimal';
import type { ChannelResultWire, ChannelWire, SignalDeliveriesWire } from '../../lib/wire/types';
import { Allowed } from '../access/allowed';
import { channelNames } from '../channels/channel-words';
import styles from '../channels/channels.module.css';
import { filteredList } from '../list/filtered-list';
import { notSentWords } from './delivery-words';

const WATCH_MILLISECONDS = 15_000;

interface OfChannel {
  channel: ChannelWire;
  counts: readonly SignalDeliveriesWire[];
}

const sum = (counts: readonly SignalDeliveriesWire[]) => counts.reduce((total, { count: number }) => total + number, 0);
const total = ({ counts }: OfChannel, result: ChannelResultWire) => count(sum(counts.filter((one) => one.result === result)));

const columns: readonly Column<OfChannel>[] = [
  { id: 'channel', header: 'Channel', cell: ({ channel }) => channelNames[channel], phone: 'title' },
  { id: 'sent', header: 'Sent', cell: (row) => total(row, 'sent'), align: 'end', phone: 'figure' },
  { id: 'waiting', header: 'Waiting', cell: (row) => total(row, 'waiting'), align: 'end' },
  { id: 'unknown', header: 'Unknown', cell: (row) => total(row, 'unknown'), align: 'end', phone: 'figure' },
  { id: 'not-sent', header: 'Not sent', cell: (row) => <NotSent of={row} />, align: 'end', wrap: true },
];

/** What became of a signal's messages, by channel. */
export function SignalDeliveriesCard({ signalId }: { signalId: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['deliveries', 'of-signal', signalId],
    queryFn: ({ signal }) => fetchData<SignalDeliveriesWire[]>(`/admin/deliveries/of-signal/${encodeURIComponent(signalId)}`, { signal }),
    refetchInterval: WATCH_MILLISECONDS,
  });
  return (
    <Card
      title="Deliveries"
      aside={
        <Allowed to="system.read">
          <Link to={filteredList(consolePaths.deliveries, { signalId })}>Show each</Link>
        </Allowed>
      }
      flush
      span={12}
    >
      <DataTable
        caption="Deliveries"
        columns={columns}
        rows={data && byChannel(data)}
        rowKey={({ channel }) => channel}
        error={error}
        onRetry={() => void refetch()}
        empty={{
          title: 'No deliveries',
          text: 'No member had a connected channel when this signal was sent, or the deliveries are older than 30 days.',
        }}
        skeletonRows={2}
      />
    </Card>
  );
}

function byChannel(counts: readonly SignalDeliveriesWire[]): OfChannel[] {
  const channels = [...new Set(counts.map(({ channel }) => channel))];
  return channels.map((channel) => ({ channel, counts: counts.filter((one) => one.channel === channel) }));
}

function NotSent({ of: { counts } }: { of: OfChannel }) {
  const reasons = counts.filter(({ result }) => result === 'not-sent');
  if (reasons.length === 0) return count(0);
  return (
    <span className={styles.lines}>
      {reasons.map(({ reason, count: number }) => (
        <span key={reason}>{`${count(number)}: ${reason === null ? 'reason unknown' : notSentWords[reason]}`}</span>
      ))}
    </span>
  );
}
