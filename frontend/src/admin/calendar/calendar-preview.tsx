import { EventTime } from '../../components/calendar/event-time';
import { Card } from '../../components/layout/screen';
import { MarkdownText } from '../../components/markdown/markdown-text';
import styles from './calendar.module.css';

interface CalendarPreviewProps {
  title: string;
  summary: string;
  description: string;
  language: string | null;
  /** ISO 8601; null: not chosen yet. */
  startsAt: string | null;
  endsAt: string | null;
}

/** An event as members see it. */
export function CalendarPreview({ title, summary, description, language, startsAt, endsAt }: CalendarPreviewProps) {
  return (
    <Card title="As members see it" span={6}>
      <div className={styles.preview}>
        <p className={styles.title} dir="auto">
          {title.trim() || 'Untitled'}
        </p>
        {startsAt !== null && endsAt !== null && <EventTime startsAt={startsAt} endsAt={endsAt} />}
        {summary.trim() !== '' && (
          <p className={styles.summary} dir="auto">
            {summary}
          </p>
        )}
        {description.trim() !== '' && <MarkdownText text={description} language={language} />}
      </div>
    </Card>
  );
}
