import { useQuery } from '@tanstack/react-query';
import { CalendarPlus } from 'lucide-react';
import { Link, useParams } from 'react-router';
import { ExternalLink } from '../../components/calendar/external-link';
import { Button, buttonClass } from '../../components/feedback/button';
import { Notice } from '../../components/feedback/notice';
import { EmptyState, ErrorState, Skeleton } from '../../components/feedback/states';
import { Card, Screen } from '../../components/layout/screen';
import { MarkdownText } from '../../components/markdown/markdown-text';
import { paths } from '../../config/routes';
import { ApiError } from '../../lib/api';
import { t } from '../../lib/i18n/texts';
import { useProfile } from '../../lib/session';
import { useDownload } from '../../lib/use-download';
import type { MyCalendarEventWire } from '../../lib/wire/types';
import { eventPath, myEventQuery, useSignup } from './api/get-calendar';
import { EventFacts } from './event-facts';
import styles from './calendar.module.css';

/** One event: when it is, what it is about, and whether the member goes. */
export function CalendarEventPage() {
  const { slug = '' } = useParams();
  const { userId } = useProfile();
  const { data: event, error, refetch } = useQuery(myEventQuery(userId, slug));
  const isMissing = error instanceof ApiError && error.status === 404;
  return (
    <Screen
      title={event?.title ?? t('calendar.title')}
      // In a text from right to left a title in English keeps its own direction.
      {...(event && { heading: <span dir="auto">{event.title}</span>, intro: <span dir="auto">{event.summary}</span> })}
      width="narrow"
    >
      {event ? (
        <div className={styles.event}>
          <Card>
            <div className={styles.card}>
              <EventFacts event={event} />
              <TakingPart key={event.slug} event={event} />
            </div>
          </Card>
          {event.description !== null && (
            <Card title={t('calendar.about')}>
              <MarkdownText text={event.description} language={event.language} />
            </Card>
          )}
        </div>
      ) : (
        <Card busy={!error}>
          {isMissing ? (
            <EmptyState title={t('calendar.missing')}>{t('calendar.missingText')}</EmptyState>
          ) : error ? (
            <ErrorState title={t('calendar.eventFailed')} error={error} onRetry={() => void refetch()} />
          ) : (
            <Skeleton height={320} />
          )}
        </Card>
      )}
      <p className={styles.after}>
        <Link to={paths.calendar}>{t('calendar.all')}</Link>
      </p>
    </Screen>
  );
}

function TakingPart({ event }: { event: MyCalendarEventWire }) {
  const { state, isOver, mayTakePart, recordingUrl, isGoing } = event;
  if (!mayTakePart)
    return (
      <Notice kind="info" title={t('calendar.locked.title')}>
        <p>{t('calendar.locked.text')}</p>
        <p className={styles.ways}>
          <Link to={paths.subscriptionPayment} className={buttonClass({ look: 'primary' })}>
            {t('calendar.locked.subscribe')}
          </Link>
        </p>
      </Notice>
    );
  if (state === 'cancelled')
    return (
      <Notice kind="warn" title={t('calendar.off.title')}>
        {t(isGoing ? 'calendar.off.going' : 'calendar.off.text')}
      </Notice>
    );
  if (isOver)
    return recordingUrl === null ? (
      <p>{t('calendar.over')}</p>
    ) : (
      <p className={styles.ways}>
        <ExternalLink url={recordingUrl} label={t('calendar.watch')} />
      </p>
    );
  return <Signup event={event} />;
}

function Signup({ event: { slug, isGoing, joinUrl, placesLeft } }: { event: MyCalendarEventWire }) {
  const signup = useSignup(slug);
  const file = useDownload();
  const isFull = !isGoing && placesLeft === 0;
  return (
    <>
      <p>
        {t(
          isGoing
            ? joinUrl === null
              ? 'calendar.signup.noLink'
              : 'calendar.signup.isGoing'
            : isFull
              ? 'calendar.signup.full'
              : 'calendar.signup.text',
        )}
      </p>
      <p className={styles.ways}>
        {isGoing && joinUrl !== null && <ExternalLink url={joinUrl} label={t('calendar.signup.join')} />}
        {!isGoing && (
          <Button look="primary" busy={signup.isPending} disabled={isFull} onClick={() => signup.mutate(true)}>
            {t(signup.isPending ? 'calendar.signup.signingUp' : 'calendar.signup.signUp')}
          </Button>
        )}
        <Button
          icon={<CalendarPlus size={16} aria-hidden="true" />}
          busy={file.isPending}
          onClick={() => file.mutate(`${eventPath(slug)}/event.ics`)}
        >
          {t(file.isPending ? 'calendar.preparing' : 'calendar.add')}
        </Button>
        {isGoing && (
          <Button busy={signup.isPending} onClick={() => signup.mutate(false)}>
            {t(signup.isPending ? 'calendar.signup.withdrawing' : 'calendar.signup.withdraw')}
          </Button>
        )}
      </p>
    </>
  );
}
