import { AlarmClock, Clock } from 'lucide-react';
import { Badge } from '../../components/feedback/badge';
import { utc } from '../../lib/format/date';
import type { ServiceLevelWire, ServiceStateWire } from '../../lib/wire/types';
import type { Tone } from '../../theme/tokens';
import styles from './review-list.module.css';

export const serviceNames: Readonly<Record<ServiceStateWire, string>> = {
  'in-time': 'In time',
  'due-soon': 'Due soon',
  overdue: 'Overdue',
};
const tones: Readonly<Record<ServiceStateWire, Tone | 'neutral'>> = { 'in-time': 'neutral', 'due-soon': 'warn', overdue: 'down' };

const MINUTE_MILLISECONDS = 60_000;

/** "45 min", "5 h", "3 d": rounded down. */
function span(milliseconds: number): string {
  const minutes = Math.floor(Math.abs(milliseconds) / MINUTE_MILLISECONDS);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} d`;
}

/** How long a submission may still wait. The server says how that stands; the page only counts. */
export function ServiceBadge({ dueAt, service }: Partial<ServiceLevelWire>) {
  if (dueAt == null || service == null) return null;
  const left = Date.parse(dueAt) - Date.now();
  const Icon = service === 'in-time' ? Clock : AlarmClock;
  return (
    <span className={styles.service}>
      <Badge tone={tones[service]} icon={<Icon aria-hidden="true" />} title={`${serviceNames[service]}: due ${utc(dueAt)}`}>
        {service === 'overdue' ? `Overdue by ${span(left)}` : `Due in ${span(left)}`}
      </Badge>
    </span>
  );
}
