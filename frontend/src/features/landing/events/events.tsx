import { pictures } from 'virtual:content/pictures';
import type { LandingContent } from '../../../../content/schema';
import { day } from '../../../lib/format/date';
import { t } from '../../../lib/i18n/texts';
import section from '../../../components/site/section.module.css';
import { Carousel } from './carousel';
import styles from './events.module.css';

type Event = LandingContent['events']['items'][number];

/** Previous events, the latest first as the content has them. */
export function Events({ content }: { content: LandingContent['events'] }) {
  const head = (
    <div className={styles.head}>
      <h2 id="event-title" className={section.heading}>
        {content.title}
      </h2>
      <p className={section.lead}>{content.lead}</p>
    </div>
  );
  return (
    <section id="event" aria-labelledby="event-title" className={section.section}>
      <div className={`${section.inner} ${styles.inner}`}>
        <Carousel
          labelledBy="event-title"
          head={head}
          slides={content.items.map((event) => ({ key: `${event.date} ${event.title}`, content: <EventCard event={event} /> }))}
        />
      </div>
    </section>
  );
}

function EventCard({ event }: { event: Event }) {
  return (
    <article className={`${section.card} ${styles.card}`}>
      <img
        src={pictures[event.picture]}
        alt={event.alt}
        width={480}
        height={270}
        loading="lazy"
        decoding="async"
        className={styles.picture}
      />
      <div className={styles.words}>
        <p className={styles.facts}>
          <time dateTime={event.date}>{day(event.date)}</time>
          {event.example && <span className={section.badge}>{t('landing.example')}</span>}
        </p>
        <h3 className={styles.title}>{event.title}</h3>
        <p className={styles.text}>{event.text}</p>
        <p className={styles.place}>{event.place}</p>
      </div>
    </article>
  );
}
