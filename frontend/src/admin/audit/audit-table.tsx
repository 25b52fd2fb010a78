import { useState } from 'react';
import { Button } from '../../components/feedback/button';
import type { Column } from '../../components/table/data-table';
import { utc } from '../../lib/format/date';
import { ResourceList, type ResourceListProps } from '../list/resource-list';
import { type AuditEvent, actionWords } from './audit';
import { auditColumns } from './audit-columns';
import { AuditEventDialog } from './audit-event-dialog';

type AuditTableProps = Omit<ResourceListProps<AuditEvent>, 'resource' | 'columns'>;

/** Events of the audit log, each with its detail behind a button. */
export function AuditTable(props: AuditTableProps) {
  const [opened, setOpened] = useState<AuditEvent | null>(null);
  const columns: readonly Column<AuditEvent>[] = [
    ...auditColumns,
    {
      id: 'open',
      header: 'Detail',
      cell: (row) => (
        <Button size="small" aria-label={`Detail of ${actionWords(row.action)}, ${utc(row.at)}`} onClick={() => setOpened(row)}>
          Detail
        </Button>
      ),
      align: 'end',
      phone: 'actions',
    },
  ];
  return (
    <>
      <ResourceList {...props} resource="audit-events" columns={columns} />
      {opened && <AuditEventDialog event={opened} onClose={() => setOpened(null)} />}
    </>
  );
}
