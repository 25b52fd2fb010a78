import { Download } from 'lucide-react';
import { useListContext } from 'react-admin';
import { Button } from '../../components/feedback/button';
import { useDownload } from '../../lib/use-download';
import type { PermissionWire } from '../../lib/wire/types';
import { useMay } from '../access/allowed';
import { useFilters } from './use-filters';

interface ExportButtonProps {
  /** Of the file of the server. */
  path: string;
  /** The permission without which there is no button. */
  needs: PermissionWire;
}

/** Downloads every record of the present filters as a file of the server, in the present order. The audit log records the download. */
export function ExportButton({ path, needs }: ExportButtonProps) {
  const may = useMay();
  const { sort } = useListContext();
  const { values } = useFilters();
  const save = useDownload();
  const query = new URLSearchParams({ filter: JSON.stringify(values), sort: JSON.stringify([sort.field, sort.order]) });
  if (!may(needs)) return null;
  return (
    <Button
      size="small"
      icon={<Download size={15} aria-hidden="true" />}
      busy={save.isPending}
      title="Downloads all records that match the filters. The audit log records the download."
      onClick={() => save.mutate(`${path}?${query}`)}
    >
      {save.isPending ? 'Preparing…' : 'Export CSV'}
    </Button>
  );
}
