import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { Button } from '../../components/feedback/button';
import { Dialog } from '../../components/feedback/dialog';
import { Notice } from '../../components/feedback/notice';
import form from '../../components/form/form.module.css';
import { TextField } from '../../components/form/inputs';
import { ApiError, messageOf } from '../../lib/api';
import { utc } from '../../lib/format/date';
import type { AnalysisRecordWire } from '../../lib/wire/types';

interface ScheduleDialogProps {
  post: AnalysisRecordWire;
  reach: ReactNode;
  busy: boolean;
  error: unknown;
  /** ISO 8601 */
  onSchedule: (publishAt: string) => void;
  onClose: () => void;
}

const zone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;
const instantOf = (typed: string) => (Number.isNaN(Date.parse(typed)) ? null : new Date(typed).toISOString());

/** Asks when an analysis is to be published. */
export function ScheduleDialog({ post: { title }, reach, busy, error, onSchedule, onClose }: ScheduleDialogProps) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  const publishAt = instantOf(typed);
  const refused = error instanceof ApiError ? error.fields.find(({ field }) => field === 'publishAt')?.message : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (publishAt === null) setProblem('Choose a date and time');
    else onSchedule(publishAt);
  };
  return (
    <Dialog
      title={`Schedule “${title}”`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} look="primary" busy={busy}>
            {busy ? 'Scheduling…' : 'Schedule'}
          </Button>
        </>
      }
    >
      <form id={id} className={form.form} noValidate onSubmit={submit}>
        <TextField
          label="Date and time"
          type="datetime-local"
          value={typed}
          error={problem ?? refused}
          help={
            <>
              Your time zone, <span translate="no">{zone()}</span>.{publishAt !== null && ` That is ${utc(publishAt)}.`} It is published
              within a minute after this time.
            </>
          }
          onChange={({ target }) => {
            setProblem(undefined);
            setTyped(target.value);
          }}
        />
        <p>{reach}</p>
        {error != null && refused === undefined && <Notice kind="error" live title={messageOf(error)} />}
      </form>
    </Dialog>
  );
}
