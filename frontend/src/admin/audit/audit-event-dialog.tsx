import { Link } from 'react-router';
import { Moment } from '../../components/exchange/figures';
import { Dialog } from '../../components/feedback/dialog';
import { consolePaths } from '../../config/console-routes';
import { Fact, Facts } from '../facts';
import { filteredList } from '../list/filtered-list';
import { type AuditEvent, actionWords } from './audit';
import { Actor, Target } from './audit-columns';
import styles from './audit.module.css';

const about = (name: 'actorId' | 'about', userId: string) => filteredList(consolePaths.auditLog, { [name]: userId });

/** Everything that is known of one event. */
export function AuditEventDialog({ event, onClose }: { event: AuditEvent; onClose: () => void }) {
  return (
    <Dialog title={actionWords(event.action)} width="tall" onClose={onClose}>
      <Facts look="grid">
        <Fact name="When" value={<Moment at={event.at} />} />
        <Fact name="Action" value={<code>{event.action}</code>} />
        <Fact name="By" value={<Actor event={event} />} />
        <Fact name="About" value={<Target event={event} />} />
        <Fact name="Target" value={event.targetType && <code>{`${event.targetType} ${event.targetId ?? ''}`}</code>} />
        <Fact name="Network" value={event.network} />
        <Fact name="Seal" value={event.seq === null ? 'Not sealed yet' : <code>{`${event.seq} ${event.hash ?? ''}`}</code>} />
        <Fact name="Event" value={<code>{event.id}</code>} />
      </Facts>
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
