import { useState } from 'react';
import { Button } from '../../components/feedback/button';
import { ConfirmDialog } from '../../components/feedback/confirm-dialog';
import { request } from '../../lib/api';
import type { Answer, CalendarMoveWire, CalendarRecordWire } from '../../lib/wire/types';
import { useAct } from '../use-act';
import { CalendarEffects } from './calendar-effects';
import { audienceWords, publishSentence, toldSentence } from './calendar-words';
import { RecordingDialog } from './recording-dialog';

const labels: Record<CalendarMoveWire, string> = { publish: 'Publish…', cancel: 'Cancel event…', record: 'Recording…' };

/** What the server lets one do with an event now. What changes what people see or are told asks first. */
export function CalendarButtons({ event }: { event: CalendarRecordWire }) {
  const { id, title, may, revision, audience } = event;
  const [asking, setAsking] = useState<CalendarMoveWire | null>(null);
  const act = useAct({
    call: (move: 'publish' | 'cancel') =>
      request<Answer<CalendarRecordWire>>(`/admin/calendar/${encodeURIComponent(id)}/${move}`, { method: 'POST', json: { revision } }),
    done: (_, move) => `“${title}” is ${move === 'publish' ? 'published' : 'cancelled'}`,
    lists: ['calendar'],
    onDone: () => setAsking(null),
    quiet: asking !== null,
  });
  const close = () => {
    act.reset();
    setAsking(null);
  };
  return (
    <>
      {may.map((move) => (
        <Button
          key={move}
          look={move === 'publish' ? 'primary' : move === 'cancel' ? 'danger' : 'secondary'}
          disabled={act.isPending}
          onClick={() => setAsking(move)}
        >
          {labels[move]}
        </Button>
      ))}
      {asking === 'publish' && (
        <ConfirmDialog
          title={`Publish “${title}”?`}
          action="Publish"
          running="Publishing…"
          look="primary"
          busy={act.isPending}
          error={act.error}
          onConfirm={() => act.mutate('publish')}
          onClose={close}
        >
          {audienceWords[audience].help} <CalendarEffects id={id} sentence={publishSentence} />
        </ConfirmDialog>
      )}
      {asking === 'cancel' && (
        <ConfirmDialog
          title={`Cancel “${title}”?`}
          action="Cancel event"
          running="Cancelling…"
          keep="Keep event"
          busy={act.isPending}
          error={act.error}
          onConfirm={() => act.mutate('cancel')}
          onClose={close}
        >
          <CalendarEffects id={id} sentence={toldSentence} /> The event stays visible as cancelled until its end. A cancelled event cannot
          be published again.
        </ConfirmDialog>
      )}
      {asking === 'record' && <RecordingDialog event={event} onClose={close} />}
    </>
  );
}
