import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Moment } from '../../components/exchange/figures';
import { Dialog } from '../../components/feedback/dialog';
import { consolePaths } from '../../config/console-routes';
import { filteredList } from '../list/filters';
import { type AuditEvent, actionWords } from './audit';
import { Actor, Target } from './audit-columns';
import styles from './audit.module.css';

const about = (name: 'actorId' | 'about', userId: string) => filteredList(consolePaths.auditLog, { [name]: userId });

/** Everything that is known of one event. */
export function AuditEventDialog({ event, onClose }: { event: AuditEvent; onClose: () => void }) {
  const facts: [string, ReactNode][] = [
    ['When', <Moment key="at" at={event.at} />],
    ['Action', <code key="action">{event.action}</code>],
    ['By', <Actor key="by" event={event} />],
    ['About', <Target key="about" event={event} />],
    ['Target', event.targetType === null ? '–' : <code key="target">{`${event.targetType} ${event.targetId ?? ''}`}</code>],
    ['Network', event.network ?? '–'],
    ['Seal', event.seq === null ? 'Not sealed yet' : <code key="seal">{`${event.seq} ${event.hash ?? ''}`}</code>],
    ['Event', <code key="id">{event.id}</code>],
  ];
  return (
    <Dialog title={actionWords(event.action)} width="tall" onClose={onClose}>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <h3 className={styles.heading}>Detail</h3>
      <pre className={styles.detail}>{JSON.stringify(event.detail, null, 2)}</pre>
      <ul className={styles.ways}>
        {event.actorId !== null && (
          <li>
            <Link to={about('actorId', event.actorId)} onClick={onClose}>
              Everything by {event.actorName ?? 'them'}
            </Link>
          </li>
        )}
        {event.about !== null && (
          <>
            <li>
              <Link to={about('about', event.about.userId)} onClick={onClose}>
                Everything by or about {event.about.fullName}
              </Link>
            </li>
            <li>
              <Link to={consolePaths.user(event.about.userId)}>The page of {event.about.fullName}</Link>
            </li>
          </>
        )}
      </ul>
    </Dialog>
  );
}
