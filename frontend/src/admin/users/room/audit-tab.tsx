import { Link } from 'react-router';
import { buttonClass } from '../../../components/feedback/button';
import { Card } from '../../../components/layout/screen';
import { consolePaths } from '../../../config/console-routes';
import { AuditTable } from '../../audit/audit-table';
import { filteredList } from '../../list/filtered-list';
import styles from './room.module.css';

/** What somebody did, and what was done to them. */
export function AuditTab({ userId }: { userId: string }) {
  return (
    <Card flush>
      <div className={styles.aside}>
        <Link to={filteredList(consolePaths.auditLog, { about: userId })} className={buttonClass({ size: 'small' })}>
          Filter in the audit log
        </Link>
      </div>
      <AuditTable
        caption="Events"
        storeKey="events-of-user"
        filter={{ about: userId }}
        empty={{ title: 'Nothing recorded yet', text: 'Actions by or about this user appear here.' }}
      />
    </Card>
  );
}
