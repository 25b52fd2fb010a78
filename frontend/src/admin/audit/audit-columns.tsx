import { Moment } from '../../components/exchange/figures';
import { Badge } from '../../components/feedback/badge';
import type { Column } from '../../components/table/data-table';
import { type AuditEvent, actionWords, subjectWord } from './audit';
import styles from './audit.module.css';

const roles = { admin: 'Admin', 'trade club': 'Trade club', 'hedge fund': 'Hedge fund' } as const;

/** Who did it: by name where there is still one. */
export function Actor({ event: { actorId, actorName, actorRole } }: { event: AuditEvent }) {
  if (actorId === null)
    return (
      <span className={styles.quiet}>
        {actorRole === null ? 'The product, or nobody signed in' : `Nobody signed in (${roles[actorRole].toLowerCase()} account)`}
      </span>
    );
  return (
    <span className={styles.person}>
      <span>{actorName ?? 'No account any more'}</span>
      <span>{actorRole === null ? '' : roles[actorRole]}</span>
    </span>
  );
}

/** What it was done to. */
export function Target({ event: { about, targetType, targetId, actorId } }: { event: AuditEvent }) {
  if (about !== null) return <span className={styles.name}>{about.userId === actorId ? 'Their own account' : about.fullName}</span>;
  if (targetType === null) return <>–</>;
  return <span title={targetId ?? undefined}>{subjectWord(targetType)}</span>;
}

/** The log as a table; in the log itself and wherever a part of it is shown. */
export const auditColumns: readonly Column<AuditEvent>[] = [
  { id: 'at', header: 'Time', cell: (row) => <Moment at={row.at} />, phone: 'figure', sort: 'at' },
  { id: 'action', header: 'Action', cell: (row) => <strong title={row.action}>{actionWords(row.action)}</strong>, phone: 'title' },
  { id: 'actor', header: 'By', cell: (row) => <Actor event={row} />, phone: 'figure' },
  { id: 'about', header: 'About', cell: (row) => <Target event={row} /> },
  {
    id: 'network',
    header: 'Network',
    cell: (row) => (row.network === null ? <span title="Not from a request">–</span> : <code>{row.network}</code>),
  },
  {
    id: 'seq',
    header: 'Seal',
    cell: (row) =>
      row.seq === null ? (
        <Badge title="Sealed within seconds while a worker is running">Waiting</Badge>
      ) : (
        <span title={row.hash ?? undefined}>No. {row.seq}</span>
      ),
  },
];
