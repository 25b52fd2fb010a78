import { UserCheck } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { Moment } from '../../components/exchange/figures';
import { Badge } from '../../components/feedback/badge';
import { Button } from '../../components/feedback/button';
import { Card, Screen } from '../../components/layout/screen';
import type { Column } from '../../components/table/data-table';
import { useProfile } from '../../lib/session';
import type { InboxItemWire } from '../../lib/wire/types';
import { useMay } from '../access/allowed';
import { choiceFilter } from '../list/filters';
import { ResourceList } from '../list/resource-list';
import { ServiceBadge } from '../reviews/service-badge';
import { AssignDialog } from './assign-dialog';
import { inboxKinds, wordsOf } from './inbox-kinds';
import styles from '../list/cells.module.css';
import { useAssign } from './use-assign';
import { useLiveInbox } from './use-live-inbox';

const REFRESH_MILLISECONDS = 60_000;

const assignedFilter = choiceFilter('assigned', 'Assigned to', [
  ['mine', 'Me'],
  ['nobody', 'Nobody'],
]);
const sorts = [{ by: 'since', order: 'asc' }] as const;
const columns: readonly Column<InboxItemWire>[] = [
  { id: 'item', header: 'Item', cell: (row) => <Item item={row} />, wrap: true, phone: 'title' },
  { id: 'kind', header: 'Kind', cell: (row) => inboxKinds[row.kind].name },
  { id: 'since', header: 'Waiting since', cell: (row) => <Moment at={row.since} relative />, sort: 'since', phone: 'figure' },
  { id: 'due', header: 'Due', cell: (row) => <ServiceBadge {...row} />, phone: 'figure' },
  { id: 'assignee', header: 'Assigned to', cell: (row) => <Assignee item={row} /> },
  { id: 'action', header: 'Action', cell: (row) => <Actions item={row} />, align: 'end', phone: 'actions' },
];
const empty = {
  title: 'Nothing is waiting',
  text: 'Items appear here when they need a decision that your role can make.',
  filtered: { title: 'Nothing found', text: 'No item matches these filters. Clear them to see the whole inbox.' },
};

/** What waits for a decision of the signed-in person’s role, and who takes care of it. */
export function InboxList() {
  useLiveInbox();
  const may = useMay();
  const kinds = Object.entries(inboxKinds).flatMap(([kind, { name, needs }]) => (may(needs) ? [[kind, name] as const] : []));
  const filters = [choiceFilter('kind', 'Kind', kinds), assignedFilter];
  return (
    <Screen
      title="Inbox"
      intro="Items that need a decision, oldest first. An assignment shows who takes care of an item. It blocks nobody."
    >
      <Card flush>
        <ResourceList<InboxItemWire>
          resource="inbox"
          caption="Inbox"
          columns={columns}
          filters={filters}
          sorts={sorts}
          refresh={() => REFRESH_MILLISECONDS}
          empty={empty}
        />
      </Card>
    </Screen>
  );
}

function Item({ item }: { item: InboxItemWire }) {
  const { name, more } = wordsOf(item);
  return (
    <span className={styles.lines}>
      <Link to={inboxKinds[item.kind].to(item.target)} translate="no">
        {name}
      </Link>
      {more !== null && <span className={styles.detail}>{more}</span>}
      {item.openedBy && (
        <Badge tone={item.openedBy.self ? 'info' : 'warn'} icon={<UserCheck aria-hidden="true" />}>
          {item.openedBy.self ? 'You are reviewing' : `${item.openedBy.fullName} is reviewing`}
        </Badge>
      )}
    </span>
  );
}

function Assignee({ item: { assignee } }: { item: InboxItemWire }) {
  if (assignee === null) return <span title="Assigned to nobody">–</span>;
  return assignee.self ? <strong>You</strong> : <span translate="no">{assignee.fullName}</span>;
}

function Actions({ item }: { item: InboxItemWire }) {
  const [isOpen, setOpen] = useState(false);
  const { userId } = useProfile();
  const assign = useAssign(item);
  const { name } = wordsOf(item);
  const isMine = item.assignee?.self === true;
  return (
    <span className={styles.actions}>
      {(item.assignee === null || isMine) && (
        <Button
          size="small"
          busy={assign.isPending}
          aria-label={`${isMine ? 'Unassign' : 'Assign to me'}: ${name}`}
          onClick={() => assign.mutate(isMine ? null : userId)}
        >
          {isMine ? 'Unassign' : 'Assign to me'}
        </Button>
      )}
      <Button size="small" aria-label={`Assign… ${name}`} onClick={() => setOpen(true)}>
        Assign…
      </Button>
      {isOpen && <AssignDialog item={item} onClose={() => setOpen(false)} />}
    </span>
  );
}
