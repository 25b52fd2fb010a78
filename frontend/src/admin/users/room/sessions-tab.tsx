import { useState } from 'react';
import { NullableBooleanInput } from 'react-admin';
import { Moment } from '../../../components/exchange/figures';
import { Badge } from '../../../components/feedback/badge';
import { Button } from '../../../components/feedback/button';
import { ConfirmDialog } from '../../../components/feedback/confirm-dialog';
import { Card } from '../../../components/layout/screen';
import type { Column } from '../../../components/table/data-table';
import { request } from '../../../lib/api';
import { deviceName } from '../../../lib/format/device';
import type { UserSessionWire } from '../../../lib/wire/types';
import { Allowed, useMay } from '../../access/allowed';
import { ResourceList } from '../../list/resource-list';
import { useAct } from '../../use-act';
import { SHOWN_IN } from '../use-user-act';

const ends: Record<string, string> = {
  'signed-out': 'Signed out',
  'ended-elsewhere': 'Ended from another session',
  'too-many': 'Replaced by a newer session',
  'account-changed': 'The account changed',
  'ended-by-admin': 'Ended by an admin',
  expired: 'Expired',
};

const filters = [
  <NullableBooleanInput
    key="open"
    source="open"
    label="State"
    nullLabel="Any"
    trueLabel="Open"
    falseLabel="Ended"
    alwaysOn
    helperText={false}
  />,
];

const columns: readonly Column<UserSessionWire>[] = [
  { id: 'no', header: 'No', cell: (_, position) => position, phone: 'hidden' },
  { id: 'device', header: 'Device', cell: (row) => <span title={row.device ?? undefined}>{deviceName(row.device)}</span>, phone: 'title' },
  { id: 'place', header: 'Network', cell: (row) => row.place ?? '–' },
  { id: 'created', header: 'Signed in', cell: (row) => <Moment at={row.createdAt} /> },
  { id: 'seen', header: 'Last seen', cell: (row) => <Moment at={row.lastSeenAt} relative /> },
  { id: 'state', header: 'State', cell: (row) => <State session={row} />, phone: 'title' },
  { id: 'action', header: 'Action', cell: (row) => <EndButton session={row} />, align: 'end', phone: 'actions' },
];

function State({ session }: { session: UserSessionWire }) {
  if (session.current) return <Badge tone="up">This session</Badge>;
  if (session.open) return <Badge tone="up">Open</Badge>;
  return <span>{ends[session.endReason ?? ''] ?? 'Ended'}</span>;
}

function EndButton({ session }: { session: UserSessionWire }) {
  const name = deviceName(session.device);
  const mayEnd = useMay()('users.block');
  const end = useAct({
    call: () => request(`/admin/sessions/${encodeURIComponent(session.id)}/end`, { method: 'POST', json: {} }),
    done: () => `The session of ${name} has ended.`,
    lists: SHOWN_IN,
  });
  if (!mayEnd || !session.may.includes('end')) return null;
  return (
    <Button size="small" look="danger" busy={end.isPending} aria-label={`End the session of ${name}`} onClick={() => end.mutate()}>
      {end.isPending ? 'Ending…' : 'End'}
    </Button>
  );
}

/** Where somebody is and was signed in. */
export function SessionsTab({ userId, name = 'this user' }: { userId: string; name?: string | undefined }) {
  return (
    <Card flush>
      <ResourceList
        resource="sessions"
        storeKey="sessions-of-user"
        caption="Sessions"
        columns={columns}
        cardsBelow={900}
        filter={{ userId }}
        filters={filters}
        actions={
          <Allowed to="users.block">
            <EndAllButton userId={userId} name={name} />
          </Allowed>
        }
        empty={{
          title: 'Never signed in',
          text: 'Sessions appear here when this user signs in.',
          filtered: { title: 'No session is in this state', text: 'Choose another state or clear the filter.' },
        }}
      />
    </Card>
  );
}

function EndAllButton({ userId, name }: { userId: string; name: string }) {
  const [asking, setAsking] = useState(false);
  const end = useAct({
    call: () => request(`/admin/users/${encodeURIComponent(userId)}/end-sessions`, { method: 'POST', json: {} }),
    done: () => `Every session of ${name} has ended.`,
    lists: SHOWN_IN,
    onDone: () => setAsking(false),
    quiet: true,
  });
  return (
    <>
      <Button size="small" look="danger" onClick={() => setAsking(true)}>
        End all sessions
      </Button>
      {asking && (
        <ConfirmDialog
          title={`End all sessions of ${name}?`}
          action="End all sessions"
          running="Ending…"
          busy={end.isPending}
          error={end.error}
          onConfirm={() => end.mutate()}
          onClose={() => {
            end.reset();
            setAsking(false);
          }}
        >
          {name} is signed out on every device and can sign in again. If this is your own account, your current session stays.
        </ConfirmDialog>
      )}
    </>
  );
}
