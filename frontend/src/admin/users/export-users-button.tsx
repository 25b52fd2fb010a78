import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useListContext } from 'react-admin';
import { Button } from '../../components/feedback/button';
import { messageOf } from '../../lib/api';
import { download } from '../../lib/download';
import { notify } from '../../lib/notify';
import { useFilters } from '../list/use-filters';

/** Downloads every user of the present filters as a file, in the present order. The server records the download in the audit log. */
export function ExportUsersButton() {
  const { sort } = useListContext();
  const { values } = useFilters();
  const save = useMutation({
    mutationFn: () =>
      download(
        `/admin/users.csv?${new URLSearchParams({ filter: JSON.stringify(values), sort: JSON.stringify([sort.field, sort.order]) })}`,
      ),
    onError: (error) => notify.error(messageOf(error)),
  });
  return (
    <Button
      size="small"
      icon={<Download size={15} aria-hidden="true" />}
      busy={save.isPending}
      title="Every user of this filter as a table for a spreadsheet. The audit log records the download."
      onClick={() => save.mutate()}
    >
      {save.isPending ? 'Preparing…' : 'Export CSV'}
    </Button>
  );
}
