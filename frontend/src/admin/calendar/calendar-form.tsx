import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { Button } from '../../components/feedback/button';
import { ConfirmDialog } from '../../components/feedback/confirm-dialog';
import { Notice } from '../../components/feedback/notice';
import { placeErrors } from '../../components/form/form-errors';
import form from '../../components/form/form.module.css';
import { ChoiceCard, ChoiceGroup, SelectField, TextAreaField, TextField } from '../../components/form/inputs';
import { consolePaths } from '../../config/console-routes';
import { request } from '../../lib/api';
import { utc } from '../../lib/format/date';
import { instantOf, timeZone } from '../../lib/format/local-time';
import { notify } from '../../lib/notify';
import { queryClient } from '../../lib/query-client';
import { useProfile } from '../../lib/session';
import { useRepeatKey } from '../../lib/use-repeat-key';
import type { Answer, CalendarAudienceWire, CalendarRecordWire } from '../../lib/wire/types';
import { draftOf, dropDraft, useDraft } from '../drafts';
import { type CalendarDraft, draftFields, draftOfEvent, emptyDraft, isBegun, toContent } from './calendar-draft';
import { CalendarEffects } from './calendar-effects';
import { audienceWords, kindWords, languageWords, toldSentence } from './calendar-words';

const FORM = 'calendar';
const LONGEST = { title: 120, summary: 300, description: 10_000, url: 1000 } as const;
const audiences: readonly CalendarAudienceWire[] = ['members', 'public'];

const filled = (sentence: string) => ({ validate: (value: string) => value.trim() !== '' || sentence });

/** `edited`: the event that is changed. `onDraft` hears what the form says, as it is typed. */
export function CalendarForm({ edited, onDraft }: { edited: CalendarRecordWire | null; onDraft: (draft: CalendarDraft) => void }) {
  const { userId } = useProfile();
  const navigate = useNavigate();
  const repeatKey = useRepeatKey();
  const [problems, setProblems] = useState<string[]>([]);
  const [isAsking, setAsking] = useState(false);
  // The number of the text that the author began with: another one saved meanwhile is not overwritten.
  const [revision] = useState(edited?.revision);
  const [begun] = useState(() => (edited ? draftOfEvent(edited) : (draftOf<CalendarDraft>(userId, FORM) ?? emptyDraft)));
  const { register, control, handleSubmit, setError, getValues, reset, formState } = useForm<CalendarDraft>({
    mode: 'onTouched',
    defaultValues: begun,
  });
  const draftKey = edited ? `${FORM} ${edited.id}` : FORM;
  useDraft(userId, draftKey, getValues, isBegun);
  const draft = useWatch({ control }) as CalendarDraft;
  useEffect(() => onDraft(draft), [draft, onDraft]);
  const errorOf = (name: keyof CalendarDraft) => formState.errors[name]?.message;
  const isConfirmed = edited?.save === 'correct';
  const isMoved = isConfirmed && (draft.startsAt !== begun.startsAt || draft.endsAt !== begun.endsAt);

  const save = useMutation({
    mutationFn: async (): Promise<CalendarRecordWire> => {
      const content = toContent(getValues());
      if (!edited)
        return (
          await request<CalendarRecordWire>('/admin/calendar', { method: 'POST', json: content, headers: repeatKey.headersFor(content) })
        ).body;
      // A moment that was not touched goes back as it came: the input has no seconds.
      const times = {
        ...(draft.startsAt === begun.startsAt && { startsAt: edited.startsAt }),
        ...(draft.endsAt === begun.endsAt && { endsAt: edited.endsAt }),
      };
      const path = `/admin/calendar/${encodeURIComponent(edited.id)}`;
      const json = { ...content, ...times, revision };
      if (!isConfirmed) return (await request<CalendarRecordWire>(path, { method: 'PUT', json })).body;
      return (await request<Answer<CalendarRecordWire>>(`${path}/correct`, { method: 'POST', json })).body.data;
    },
    onSuccess: async (saved) => {
      repeatKey.forget();
      // What was saved is no draft any more: the form is left with nothing in it.
      reset(emptyDraft);
      dropDraft(userId, draftKey);
      notify.success(isMoved ? 'The event was moved, and members who signed up are notified' : 'Saved');
      void queryClient.invalidateQueries({ queryKey: ['calendar'] });
      await navigate(consolePaths.calendarEvent(saved.id));
    },
    onError: (error) => {
      setAsking(false);
      setProblems(placeErrors<CalendarDraft>(error, draftFields, setError));
    },
  });

  const timeHelp = (typed: string) => {
    const at = instantOf(typed);
    return (
      <>
        Your time zone, <span translate="no">{timeZone()}</span>.{at !== null && ` That is ${utc(at)}.`}
      </>
    );
  };

  return (
    <form
      className={form.form}
      noValidate
      aria-label="Event"
      onSubmit={(event) => {
        setProblems([]);
        void handleSubmit(() => (isConfirmed ? setAsking(true) : save.mutate()))(event);
      }}
    >
      <SelectField label="Kind" error={errorOf('kind')} {...register('kind')}>
        {Object.entries(kindWords).map(([kind, name]) => (
          <option key={kind} value={kind}>
            {name}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Title"
        maxLength={LONGEST.title}
        autoComplete="off"
        dir="auto"
        error={errorOf('title')}
        {...register('title', filled('Enter a title'))}
      />
      <TextAreaField
        label="Summary"
        rows={2}
        maxLength={LONGEST.summary}
        dir="auto"
        help="Shown in the list and in calendar files. Visitors see it if everybody can see the event."
        error={errorOf('summary')}
        {...register('summary', filled('Enter a summary'))}
      />
      <TextAreaField
        label="Description"
        rows={10}
        maxLength={LONGEST.description}
        dir="auto"
        help="For members. Markdown: # heading, **bold**, - list, > quote, [link](https://…), tables. No pictures and no HTML."
        error={errorOf('description')}
        {...register('description', filled('Enter a description'))}
      />
      <TextField
        label="Start"
        type="datetime-local"
        help={timeHelp(draft.startsAt)}
        error={errorOf('startsAt')}
        {...register('startsAt', filled('Choose a start'))}
      />
      <TextField
        label="End"
        type="datetime-local"
        help={timeHelp(draft.endsAt)}
        error={errorOf('endsAt')}
        {...register('endsAt', filled('Choose an end'))}
      />
      <ChoiceGroup label="Who can see it" error={errorOf('audience')}>
        {audiences.map((audience) => (
          <ChoiceCard key={audience} {...audienceWords[audience]} value={audience} {...register('audience')} />
        ))}
      </ChoiceGroup>
      <TextField
        label="Places"
        optional
        inputMode="numeric"
        autoComplete="off"
        help="Leave it empty for any number."
        error={errorOf('capacity')}
        {...register('capacity', { validate: (value) => /^\d*$/.test(value.trim()) || 'Enter a whole number' })}
      />
      <TextField
        label="Link to join"
        optional
        type="url"
        maxLength={LONGEST.url}
        autoComplete="off"
        help="Begins with https://. Shown only to members who signed up."
        error={errorOf('joinUrl')}
        {...register('joinUrl')}
      />
      <SelectField label="Language of the event" error={errorOf('language')} {...register('language')}>
        <option value="">Not specified</option>
        {Object.entries(languageWords).map(([tag, name]) => (
          <option key={tag} value={tag}>
            {name}
          </option>
        ))}
      </SelectField>
      {problems.length > 0 && (
        <Notice kind="error" live title="The event was not saved">
          {problems.join(' ')}
        </Notice>
      )}
      <div className={form.row}>
        <Button type="submit" look="primary" busy={save.isPending}>
          {save.isPending ? 'Saving…' : isConfirmed ? 'Save…' : edited ? 'Save' : 'Save draft'}
        </Button>
      </div>
      {isAsking && edited && (
        <ConfirmDialog
          title={isMoved ? `Move “${edited.title}”?` : `Change “${edited.title}”?`}
          action={isMoved ? 'Move event' : 'Save'}
          running="Saving…"
          look="primary"
          busy={save.isPending}
          onConfirm={() => save.mutate()}
          onClose={() => setAsking(false)}
        >
          {isMoved ? (
            <>
              It was planned for {utc(edited.startsAt)} and will start on {utc(instantOf(draft.startsAt))}.{' '}
              <CalendarEffects id={edited.id} sentence={toldSentence} />
            </>
          ) : (
            'Readers see the change at once. Nobody is notified.'
          )}
        </ConfirmDialog>
      )}
    </form>
  );
}
