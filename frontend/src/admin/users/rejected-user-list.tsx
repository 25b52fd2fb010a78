import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../components/feedback/button';
import { Card, Screen } from '../../components/layout/screen';
import type { Column } from '../../components/table/data-table';
import { messageOf, request } from '../../lib/api';
import { utc } from '../../lib/format/date';
import { notify } from '../../lib/notify';
import type { RejectedUser } from '../../lib/wire/users';
import { ResourceTable } from '../resource-table';
import { SearchField, useSearched } from '../search-field';
import { personColumns } from './user-columns';

const columns: readonly Column<RejectedUser>[] = [
  ...personColumns,
  { id: 'rejected', header: 'Rejected', cell: (row) => utc(row.rejectedAt), phone: 'figure' },
  { id: 'action', header: 'Action', cell: (row) => <RestoreButton user={row} />, align: 'end', phone: 'actions' },
];

/** Whoever was deleted; restoring lets them sign in again. */
export function RejectedUserList() {
  const q = useSearched();
  return (
    <Screen title="Rejected users" intro="Deleted accounts, the last one first. They can’t sign in." actions={<SearchField label="Search name or e-mail" />}>
      <Card flush>
        <ResourceTable
          resource="rejected-users"
          caption="Rejected users"
          columns={columns}
          cardsBelow={1100}
          filter={q === '' ? {} : { q }}
          empty={q === '' ? { title: 'Nobody is rejected', text: 'Users appear here once they are deleted.' } : { title: `Nobody matches “${q}”`, text: 'Search for a part of a name or of an e-mail.' }}
        />
      </Card>
    </Screen>
  );
}

function RestoreButton({ user }: { user: RejectedUser }) {
  const queryClient = useQueryClient();
  const name = user.fullName;
  const restore = useMutation({
    mutationFn: () => request(`/admin/rejected-users/${encodeURIComponent(user.id)}/restore`, { method: 'POST', json: {} }),
    onSuccess: () => notify.success(`${name} is restored and can sign in again.`),
    onError: (error) => notify.error(messageOf(error)),
    onSettled: () => Promise.all(['users', 'rejected-users', 'members'].map((resource) => queryClient.invalidateQueries({ queryKey: [resource] }))),
  });
  return (
    <Button size="small" busy={restore.isPending} aria-label={`Restore ${name}`} onClick={() => restore.mutate()}>
      {restore.isPending ? 'loading....' : 'Restore'}
    </Button>
  );
}
