import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { Button } from '../../components/feedback/button';
import { messageOf } from '../../lib/api';
import { download } from '../../lib/download';
import { notify } from '../../lib/notify';
import { useSortParam } from '../../lib/use-page-params';
import { userSorts } from '../../lib/wire/users';

const orders = { asc: 'ASC', desc: 'DESC' } as const;

/** Every user of the present choice as a file, in the present order. Taking it is written down. */
export function ExportButton({ filter }: { filter: Readonly<Record<string, string>> }) {
  const { sort } = useSortParam(userSorts);
  const save = useMutation({
    mutationFn: () =>
      download(
        `/admin/users.csv?${new URLSearchParams({ filter: JSON.stringify(filter), sort: JSON.stringify([sort.by, orders[sort.order]]) })}`,
      ),
    onError: (error) => notify.error(messageOf(error)),
  });
  return (
    <Button
      size="small"
      icon={<Download size={15} aria-hidden="true" />}
      busy={save.isPending}
      title="Every user of this filter as a table for a spreadsheet. It is written down that you took it."
      onClick={() => save.mutate()}
    >
      {save.isPending ? 'Preparing…' : 'Export CSV'}
    </Button>
  );
}
