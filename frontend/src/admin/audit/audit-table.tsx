import { useState } from 'react';
import { Button } from '../../components/feedback/button';
import type { Column } from '../../components/table/data-table';
import { utc } from '../../lib/format/date';
import { ResourceTable, type ResourceTableProps } from '../resource-table';
import { type AuditEvent, actionWords } from './audit';
import { auditColumns } from './audit-columns';
import { AuditEventDialog } from './audit-event-dialog';

type AuditTableProps = Pick<ResourceTableProps<AuditEvent>, 'caption' | 'filter' | 'sorts' | 'empty'>;

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
      <ResourceTable resource="audit-events" columns={columns} cardsBelow={1100} {...props} />
      {opened && <AuditEventDialog event={opened} onClose={() => setOpened(null)} />}
    </>
  );
}
