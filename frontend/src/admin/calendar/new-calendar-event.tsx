import { useState } from 'react';
import { useGetOne } from 'react-admin';
import { Link, useSearchParams } from 'react-router';
import { buttonClass } from '../../components/feedback/button';
import { ErrorState, Skeleton } from '../../components/feedback/states';
import { Card, Grid, Screen } from '../../components/layout/screen';
import { consolePaths } from '../../config/console-routes';
import { instantOf } from '../../lib/format/local-time';
import type { CalendarRecordWire } from '../../lib/wire/types';
import { emptyDraft } from './calendar-draft';
import { CalendarForm } from './calendar-form';
import { CalendarPreview } from './calendar-preview';

/** `?edit=<id of an event>` edits it. */
export function NewCalendarEvent() {
  const [params] = useSearchParams();
  const id = params.get('edit');
  const edited = useGetOne<CalendarRecordWire>('calendar', { id: id ?? '' }, { enabled: id !== null, refetchOnWindowFocus: false });
  const [draft, setDraft] = useState(emptyDraft);
  return (
    <Screen
      title={id === null ? 'New event' : 'Edit event'}
      intro={
        id === null
          ? 'It is saved as a draft. Nobody can see it until you publish it.'
          : 'Members who signed up for a published event are notified when its times change.'
      }
      actions={
        <Link to={id === null ? consolePaths.calendar : consolePaths.calendarEvent(id)} className={buttonClass()}>
          {id === null ? 'All events' : 'Back to the event'}
        </Link>
      }
    >
      <Grid>
        <Card span={6}>
          {id === null ? (
            <CalendarForm edited={null} onDraft={setDraft} />
          ) : edited.data ? (
            <CalendarForm key={id} edited={edited.data} onDraft={setDraft} />
          ) : edited.error ? (
            <ErrorState title="The event could not be loaded" error={edited.error} onRetry={() => void edited.refetch()} />
          ) : (
            <Skeleton height={420} />
          )}
        </Card>
        <CalendarPreview
          {...draft}
          language={draft.language || null}
          startsAt={instantOf(draft.startsAt)}
          endsAt={instantOf(draft.endsAt)}
        />
      </Grid>
    </Screen>
  );
}
