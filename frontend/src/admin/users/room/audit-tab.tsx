import { useState } from 'react';
import { Link } from 'react-router';
import { Button, buttonClass } from '../../../components/feedback/button';
import { Card } from '../../../components/layout/screen';
import type { Column } from '../../../components/table/data-table';
import { consolePaths } from '../../../config/console-routes';
import { utc } from '../../../lib/format/date';
import { type AuditEvent, actionWords } from '../../audit/audit';
import { auditColumns } from '../../audit/audit-columns';
import { AuditEventDialog } from '../../audit/audit-event-dialog';
import { ResourceTable } from '../../resource-table';
import styles from './room.module.css';

/** What somebody did, and what was done to them. */
export function AuditTab({ userId }: { userId: string }) {
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
    <Card flush>
      <div className={styles.aside}>
        <Link to={`${consolePaths.auditLog}?about=${encodeURIComponent(userId)}`} className={buttonClass({ size: 'small' })}>
          Filter in the audit log
        </Link>
      </div>
      <ResourceTable
        resource="audit-events"
        caption="Events"
        columns={columns}
        cardsBelow={1100}
        filter={{ about: userId }}
        empty={{ title: 'Nothing recorded yet', text: 'What this user does, and what is done to them, appears here.' }}
      />
      {opened && <AuditEventDialog event={opened} onClose={() => setOpened(null)} />}
    </Card>
  );
}
