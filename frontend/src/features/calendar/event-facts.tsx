import { EventTime } from '../../components/calendar/event-time';
import { Badge } from '../../components/feedback/badge';
import { t } from '../../lib/i18n/texts';
import type { CalendarItemWire, MyCalendarItemWire } from '../../lib/wire/types';
import styles from './calendar.module.css';

type Shown = CalendarItemWire & Partial<Pick<MyCalendarItemWire, 'isGoing' | 'placesLeft'>>;

/** When it is, what it is, and how it stands. */
export function EventFacts({ event }: { event: Shown }) {
  const { startsAt, endsAt, kind, language, state, isOver, hasRecording, audience, isGoing = false, placesLeft = null } = event;
  const isAhead = state === 'published' && !isOver;
  return (
    <div className={styles.facts}>
      <p className={styles.time}>
        <EventTime startsAt={startsAt} endsAt={endsAt} />
      </p>
      <p className={styles.labels}>
        <Badge>{t(`calendar.kind.${kind}`)}</Badge>
        {language !== null && <Badge>{t(`calendar.language.${language}`)}</Badge>}
        {audience === 'members' && <Badge tone="info">{t('calendar.members')}</Badge>}
        {state === 'cancelled' && <Badge tone="down">{t('calendar.cancelled')}</Badge>}
        {isGoing && state === 'published' && <Badge tone="up">{t(isOver ? 'calendar.wentThere' : 'calendar.going')}</Badge>}
        {isAhead && placesLeft !== null && (
          <Badge tone={placesLeft === 0 ? 'warn' : 'neutral'}>
            {placesLeft === 0 ? t('calendar.full') : t('calendar.left', { count: placesLeft })}
          </Badge>
        )}
        {hasRecording && <Badge tone="info">{t('calendar.recording')}</Badge>}
      </p>
    </div>
  );
}
