import { type FormEvent, useId, useState } from 'react';
import { Button } from '../../components/feedback/button';
import { Dialog } from '../../components/feedback/dialog';
import { Notice } from '../../components/feedback/notice';
import form from '../../components/form/form.module.css';
import { TextField } from '../../components/form/inputs';
import { ApiError, messageOf, request } from '../../lib/api';
import type { Answer, CalendarRecordWire } from '../../lib/wire/types';
import { useAct } from '../use-act';

/** Asks where the recording of an event is. */
export function RecordingDialog({ event, onClose }: { event: CalendarRecordWire; onClose: () => void }) {
  const { id: eventId, title, revision, recordingUrl } = event;
  const id = useId();
  const [typed, setTyped] = useState(recordingUrl ?? '');
  const save = useAct({
    call: (url: string | null) =>
      request<Answer<CalendarRecordWire>>(`/admin/calendar/${encodeURIComponent(eventId)}/recording`, {
        method: 'PUT',
        json: { revision, recordingUrl: url },
      }),
    done: (_, url) => (url === null ? 'The recording is removed' : 'Members can watch the recording'),
    lists: ['calendar'],
    onDone: onClose,
    quiet: true,
  });
  const refused = save.error instanceof ApiError ? save.error.fields.find(({ field }) => field === 'recordingUrl')?.message : undefined;
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault();
    save.mutate(typed.trim() === '' ? null : typed.trim());
  };
  return (
    <Dialog
      title={`Recording of “${title}”`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button type="submit" form={id} look="primary" busy={save.isPending}>
            {save.isPending ? 'Saving…' : 'Save'}
          </Button>
        </>
      }
    >
      <form id={id} className={form.form} noValidate onSubmit={submit}>
        <TextField
          label="Link to the recording"
          type="url"
          autoComplete="off"
          value={typed}
          error={refused}
          help="Begins with https://. Shown to members with a paid membership. Leave it empty to remove the recording."
          onChange={({ target }) => setTyped(target.value)}
        />
        {save.error != null && refused === undefined && <Notice kind="error" live title={messageOf(save.error)} />}
      </form>
    </Dialog>
  );
}
