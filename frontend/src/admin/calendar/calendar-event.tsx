import { useGetOne } from 'react-admin';
import { Link, useParams } from 'react-router';
import { EventTime } from '../../components/calendar/event-time';
import { ExternalLink } from '../../components/calendar/external-link';
import { Moment } from '../../components/exchange/figures';
import { buttonClass } from '../../components/feedback/button';
import { ErrorState, Skeleton } from '../../components/feedback/states';
import { Card, Grid, Screen } from '../../components/layout/screen';
import { consolePaths } from '../../config/console-routes';
import { publicEventPath } from '../../config/routes';
import type { CalendarRecordWire } from '../../lib/wire/types';
import { Allowed } from '../access/allowed';
import { Fact, Facts } from '../facts';
import { StateBadge } from '../state-badge';
import { CalendarButtons } from './calendar-buttons';
import { CalendarPreview } from './calendar-preview';
import { CalendarSignups } from './calendar-signups';
import { audienceWords, kindWords, languageWords, placesOf, stateWords } from './calendar-words';
import styles from './calendar.module.css';

/** One event: its state, what can be done with it, how members see it, and who signed up. */
export function CalendarEvent() {
  const { eventId = '' } = useParams();
  const { data: event, error, refetch } = useGetOne<CalendarRecordWire>('calendar', { id: eventId });
  return (
    <Screen
      title={event?.title ?? 'Event'}
      {...(event && { heading: <span dir="auto">{event.title}</span> })}
      actions={
        <>
          {event && (
            <Allowed to="calendar.publish">
              {event.save !== null && (
                <Link to={`${consolePaths.newCalendarEvent}?edit=${encodeURIComponent(event.id)}`} className={buttonClass()}>
                  Edit
                </Link>
              )}
              <CalendarButtons event={event} />
            </Allowed>
          )}
          <Link to={consolePaths.calendar} className={buttonClass()}>
            All events
          </Link>
        </>
      }
    >
      {error && !event ? (
        <Card>
          <ErrorState title="The event could not be loaded" error={error} onRetry={() => void refetch()} />
        </Card>
      ) : (
        <Grid>
          <Card title="State" aside={event && <StateBadge of={stateWords[event.state]} />} busy={event === undefined} span={6}>
            {event ? <Standing event={event} /> : <Skeleton height={260} />}
          </Card>
          {event ? (
            <CalendarPreview {...event} />
          ) : (
            <Card busy span={6}>
              <Skeleton height={260} />
            </Card>
          )}
          {event && event.state !== 'draft' && event.signups !== null && (
            <Allowed to="calendar.signups">
              <CalendarSignups event={event} />
            </Allowed>
          )}
        </Grid>
      )}
    </Screen>
  );
}

function Standing({ event }: { event: CalendarRecordWire }) {
  const { kind, audience, language, startsAt, endsAt, joinUrl, recordingUrl, author, publishedAt, cancelledAt, updatedAt, slug } = event;
  return (
    <Facts>
      <Fact name="When" value={<EventTime startsAt={startsAt} endsAt={endsAt} />} />
      <Fact name="Start in UTC" value={<Moment at={startsAt} />} />
      <Fact name="Kind" value={kindWords[kind]} />
      <Fact name="Who can see it" value={audienceWords[audience].label} />
      <Fact name="Language" value={language === null ? 'Not specified' : languageWords[language]} />
      <Fact name="Signed up" value={placesOf(event) ?? <span title="Deleted 90 days after the end">–</span>} />
      <Fact name="Link to join" value={joinUrl === null ? 'None yet' : <span className={styles.link}>{joinUrl}</span>} />
      {recordingUrl !== null && <Fact name="Recording" value={<ExternalLink url={recordingUrl} label="Watch" look="secondary" />} />}
      <Fact name="Author" value={author ?? 'Deleted account'} />
      {publishedAt !== null && <Fact name="Published" value={<Moment at={publishedAt} />} />}
      {cancelledAt !== null && <Fact name="Cancelled" value={<Moment at={cancelledAt} />} />}
      <Fact name="Last changed" value={<Moment at={updatedAt} />} />
      {publishedAt !== null && audience === 'public' && (
        <Fact name="Page" value={<Link to={publicEventPath(slug)}>Open as a visitor</Link>} />
      )}
    </Facts>
  );
}
