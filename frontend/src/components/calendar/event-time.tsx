import { localMoment, localTime, timeZone } from '../../lib/format/local-time';
import { utc } from '../../lib/format/date';
import { t } from '../../lib/i18n/texts';

/** When an event begins and ends, in the reader's own time zone, which it names; in UTC on hover. */
export function EventTime({ startsAt, endsAt }: { startsAt: string; endsAt: string }) {
  const from = localMoment(startsAt);
  const to = localMoment(endsAt);
  return (
    <span>
      <time dateTime={startsAt} title={utc(startsAt)}>
        {t('calendar.time.start', { ...from })}
      </time>
      <span aria-hidden="true">–</span>
      <span className="visually-hidden"> {t('calendar.time.until')} </span>
      <time dateTime={endsAt} title={utc(endsAt)}>
        {from.day === to.day ? localTime(endsAt) : t('calendar.time.start', { ...to })}
      </time>{' '}
      <span translate="no" dir="ltr">
        ({timeZone()})
      </span>
    </span>
  );
}
