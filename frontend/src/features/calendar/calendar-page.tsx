import { useInfiniteQuery } from '@tanstack/react-query';
import { CalendarPlus } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { Choices } from '../../components/chart/choices';
import { Button } from '../../components/feedback/button';
import { Screen } from '../../components/layout/screen';
import { calendarEventPath } from '../../config/routes';
import { t } from '../../lib/i18n/texts';
import { useProfile } from '../../lib/session';
import { useDownload } from '../../lib/use-download';
import { calendarViews, MY_FILE, myEventsQuery } from './api/get-calendar';
import { EventList } from './event-list';
import styles from './calendar.module.css';

/** Events of the club for a member: ahead, signed up for, and past with recordings. */
export function CalendarPage() {
  const { userId } = useProfile();
  const [params, setParams] = useSearchParams();
  const view = calendarViews.find((one) => one === params.get('view')) ?? 'upcoming';
  const list = useInfiniteQuery(myEventsQuery(userId, view));
  const file = useDownload();
  const isGoing = list.data?.pages.some((page) => page.events.some((event) => event.isGoing)) ?? false;
  return (
    <Screen title={t('calendar.title')} intro={t('calendar.intro')} width="narrow">
      <div className={styles.bar}>
        <Choices
          label={t('calendar.show')}
          options={calendarViews.map((one) => ({ value: one, label: t(`calendar.view.${one}`) }))}
          value={view}
          onChange={(one) => setParams(one === 'upcoming' ? {} : { view: one })}
        />
        {isGoing && view !== 'past' && (
          <Button
            size="small"
            icon={<CalendarPlus size={15} aria-hidden="true" />}
            busy={file.isPending}
            onClick={() => file.mutate(MY_FILE)}
          >
            {t(file.isPending ? 'calendar.preparing' : 'calendar.addAll')}
          </Button>
        )}
      </div>
      <EventList
        key={view}
        list={list}
        pathOf={calendarEventPath}
        empty={{ title: t(`calendar.empty.${view}`), text: t(`calendar.empty.${view}Text`) }}
      />
    </Screen>
  );
}
