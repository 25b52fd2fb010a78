import { Link } from 'react-router';
import { Moment } from '../../components/exchange/figures';
import type { Column } from '../../components/table/data-table';
import { consolePaths } from '../../config/console-routes';
import { count } from '../../lib/format/decimal';
import type { ChannelAddressWire } from '../../lib/wire/types';
import { choiceFilter, searchFilter } from '../list/filters';
import { filteredList } from '../list/filtered-list';
import { ListScreen } from '../list/list-screen';
import { StateBadge, statesAsOptions } from '../state-badge';
import { Member } from './address-member';
import { addressState, channelNames, reasonWords } from './channel-words';

const filters = [
  searchFilter('Search member'),
  choiceFilter('channel', 'Channel', Object.entries(channelNames)),
  choiceFilter('state', 'State', [
    ['active', 'Active'],
    ['disabled', 'Disabled'],
  ]),
  choiceFilter('reason', 'Reason', statesAsOptions(reasonWords)),
];
const sorts = [
  { by: 'createdAt', order: 'desc' },
  { by: 'failingSince', order: 'asc' },
  { by: 'lastOkAt', order: 'desc' },
] as const;

const columns: readonly Column<ChannelAddressWire>[] = [
  { id: 'member', header: 'Member', cell: (row) => <Member member={row.member} />, phone: 'title', wrap: true },
  { id: 'channel', header: 'Channel', cell: (row) => channelNames[row.channel], phone: 'title' },
  { id: 'name', header: 'Account or host', cell: (row) => row.name ?? <span title="Can’t be decrypted">–</span>, wrap: true },
  { id: 'state', header: 'State', cell: (row) => <StateBadge of={addressState(row)} />, phone: 'figure' },
  { id: 'failing', header: 'Failing since', cell: (row) => <FailingSince of={row} />, sort: 'failingSince' },
  {
    id: 'ok',
    header: 'Last success',
    cell: (row) => (row.lastOkAt === null ? <span title="No message accepted yet">–</span> : <Moment at={row.lastOkAt} />),
    sort: 'lastOkAt',
  },
  { id: 'added', header: 'Connected', cell: (row) => <Moment at={row.createdAt} />, sort: 'createdAt' },
  {
    id: 'deliveries',
    header: 'Deliveries',
    cell: (row) => <Link to={filteredList(consolePaths.deliveries, { addressId: row.id })}>Show</Link>,
  },
];
const empty = {
  title: 'No addresses',
  text: 'They appear here when members connect Telegram, a webhook or a device.',
  filtered: { title: 'Nothing found', text: 'No address matches these filters. Clear them to see every address.' },
};

/** Where members get messages: linked accounts, devices and webhooks, without their addresses. */
export function ChannelAddressList() {
  return (
    <ListScreen<ChannelAddressWire>
      title="Channel addresses"
      intro="Telegram accounts, webhooks and devices that members have connected. Full addresses and secrets are never shown."
      resource="channel-addresses"
      columns={columns}
      filters={filters}
      sorts={sorts}
      cardsBelow={1280}
      empty={empty}
    />
  );
}

function FailingSince({ of: { failingSince, failures } }: { of: ChannelAddressWire }) {
  if (failingSince === null) return <span title="The last attempt succeeded">–</span>;
  return (
    <span title={`${count(failures)} failed attempts since`}>
      <Moment at={failingSince} />
    </span>
  );
}
