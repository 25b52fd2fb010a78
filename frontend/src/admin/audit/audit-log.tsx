import { useQuery } from '@tanstack/react-query';
import { Card, Screen } from '../../components/layout/screen';
import type { SortParam } from '../../lib/use-page-params';
import { ExportButton } from '../list/export-button';
import { choiceFilter, dayFilter } from '../list/filters';
import { actionWords, auditActionsQuery } from './audit';
import { AuditTable } from './audit-table';
import styles from './audit.module.css';
import { ChainCard } from './chain-card';
import { People } from './people';

const sorts: readonly SortParam[] = [{ by: 'at', order: 'desc' }];
const days = [dayFilter('from', 'From (UTC)'), dayFilter('to', 'To (UTC)', true)];

/** Who did what, to what, when: read only, and sealed so that nobody changes it unnoticed. */
export function AuditLog() {
  const { data: actions = [] } = useQuery(auditActionsQuery);
  const action = choiceFilter(
    'action',
    'Action',
    actions.map((name) => [name, actionWords(name)] as const),
  );
  return (
    <Screen
      title="Audit log"
      intro="Every action, by whom and when. Stored with IDs and network ranges only; names are resolved on display."
    >
      <div className={styles.stack}>
        <ChainCard />
        <Card flush>
          <AuditTable
            caption="Audit log"
            sorts={sorts}
            filters={[action, ...days]}
            actions={
              <>
                <People />
                <ExportButton path="/admin/audit-events.csv" needs="audit.read" />
              </>
            }
            empty={{
              title: 'No events yet',
              text: 'Actions of members, admins and the system appear here.',
              filtered: { title: 'No event matches', text: 'Try other dates, another action or another person.' },
            }}
          />
        </Card>
      </div>
    </Screen>
  );
}
