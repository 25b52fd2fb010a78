import { Link } from 'react-router';
import { ErrorState, Skeleton } from '../../components/feedback/states';
import { consolePaths } from '../../config/console-routes';
import { count } from '../../lib/format/decimal';
import type { DashboardCounterWire } from '../../lib/wire/types';
import { filteredList } from '../list/filtered-list';
import styles from './counters.module.css';
import { useCounters } from './dashboard-api';

/** The six of the specification, in its order. */
const labels: Record<DashboardCounterWire['id'], string> = {
  users: 'Total Users',
  paid: 'Paid Users',
  'kyc-approved': 'Verified KYC',
  'kyc-pending': 'Pending KYC',
  'kyc-rejected': 'Rejected KYC',
  signals: 'Signals Sent',
};
const lists: Record<DashboardCounterWire['resource'], string> = { users: consolePaths.users, signals: consolePaths.signals };

/** The list that has as many rows, as the server says which it is. */
function addressOf({ resource, filter }: DashboardCounterWire): string {
  return Object.keys(filter).length === 0 ? lists[resource] : filteredList(lists[resource], filter);
}

/** Each counter opens the list that it counts. */
export function Counters() {
  const { data, error, refetch } = useCounters();
  if (error && data === undefined)
    return <ErrorState title="The counters could not be loaded" error={error} onRetry={() => void refetch()} />;
  return (
    <ul className={styles.counters} aria-label="Club figures" aria-busy={data === undefined}>
      {data === undefined
        ? Object.entries(labels).map(([id, label]) => (
            <li key={id}>
              <span className={styles.counter}>
                <span className={styles.label}>{label}</span>
                <span className={styles.figure}>
                  <Skeleton width={64} height={28} />
                </span>
              </span>
            </li>
          ))
        : data.map((counter) => (
            <li key={counter.id}>
              <Link to={addressOf(counter)} className={styles.counter}>
                <span className={styles.label}>{labels[counter.id]}</span>
                <strong className={styles.figure}>{count(counter.count)}</strong>
              </Link>
            </li>
          ))}
    </ul>
  );
}
