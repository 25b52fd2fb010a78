import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { Button } from '../../components/feedback/button';
import { Notice } from '../../components/feedback/notice';
import { placeErrors } from '../../components/form/form-errors';
import form from '../../components/form/form.module.css';
import { SelectField, TextAreaField, TextField } from '../../components/form/inputs';
import { consolePaths } from '../../config/console-routes';
import { ApiError, messageOf, request } from '../../lib/api';
import { utc } from '../../lib/format/date';
import { notify } from '../../lib/notify';
import { queryClient } from '../../lib/query-client';
import { useProfile } from '../../lib/session';
import { useRepeatKey } from '../../lib/use-repeat-key';
import type { Answer, BroadcastKindWire, BroadcastWire } from '../../lib/wire/types';
import { draftOf, dropDraft, useDraft } from '../drafts';
import { AudienceField, mails } from './audience-field';
import {
  type BroadcastDraft,
  type Whom,
  audienceOf,
  beginning,
  draftFields,
  draftOfBroadcast,
  isBegun,
  toBroadcast,
} from './broadcast-draft';
import { kindWords } from './broadcast-words';
import { FieldHelp } from './field-help';
import { ReachNote } from './reach-note';
import { ScheduleField } from './schedule-field';
import { SendDialog } from './send-dialog';
import { useAudiences } from './use-audiences';
import { useBroadcastFields, useReach } from './use-reach';

const FORM = 'broadcast';
const kinds: readonly BroadcastKindWire[] = ['news', 'service'];
const LONGEST = { subject: 200, message: 10_000 } as const;

const filled = (sentence: string) => ({ validate: (value: string) => value.trim() !== '' || sentence });

/**
 * `person`: whom the way here was about. `edited`: a planned broadcast, which it replaces. `onWords` hears what the letter says, as it is
 * typed.
 */
export function BroadcastForm({
  person: meant,
  edited,
  onWords,
}: {
  person: string;
  edited: BroadcastWire | null;
  onWords: (words: Pick<BroadcastDraft, 'kind' | 'subject' | 'message'>) => void;
}) {
  const { userId, email } = useProfile();
  const navigate = useNavigate();
  const repeatKey = useRepeatKey();
  const [problems, setProblems] = useState<string[]>([]);
  const [asking, setAsking] = useState(false);
  const [begun] = useState(() =>
    edited ? { draft: draftOfBroadcast(edited), awaited: null } : beginning(draftOf<BroadcastDraft>(userId, FORM), meant),
  );
  // Whose usual kind is to be taken over once the server has told it.
  const [awaited, setAwaited] = useState(begun.awaited);
  const { register, control, handleSubmit, setError, clearErrors, setValue, getValues, formState } = useForm<BroadcastDraft>({
    mode: 'onTouched',
    defaultValues: begun.draft,
  });
  useDraft(userId, edited ? `${FORM} ${edited.id}` : FORM, getValues, isBegun);
  const draft = useWatch({ control }) as BroadcastDraft;
  const { kind, subject, message } = draft;
  useEffect(() => onWords({ kind, subject, message }), [kind, subject, message, onWords]);
  const audiences = useAudiences(draft.whom === 'one' ? draft.person : '');
  const reach = useReach(draft);
  const fields = useBroadcastFields();
  const errorOf = (name: keyof BroadcastDraft) => formState.errors[name]?.message;

  const place = (error: unknown) => setProblems(placeErrors<BroadcastDraft>(error, draftFields, setError));
  const choose = (to: { whom: Whom; person: string }) => {
    clearErrors('whom');
    setValue('whom', to.whom);
    setValue('person', to.person);
    setAwaited(audienceOf(to));
  };
  const usual = audiences.data?.find(({ audience }) => audience === awaited)?.usualKind;
  useEffect(() => {
    if (usual === undefined) return;
    setValue('kind', usual);
    setAwaited(null);
  }, [usual, setValue]);

  const send = useMutation({
    mutationFn: async () => {
      const wanted = toBroadcast(getValues());
      if (edited) {
        const path = `/admin/broadcasts/${encodeURIComponent(edited.id)}`;
        return (await request<BroadcastWire>(path, { method: 'PUT', json: wanted })).body;
      }
      return (await request<BroadcastWire>('/admin/broadcasts', { method: 'POST', json: wanted, headers: repeatKey.headersFor(wanted) }))
        .body;
    },
    onSuccess: async (broadcast) => {
      repeatKey.forget();
      // What was sent is no draft any more: the form is left with nothing in it.
      setValue('subject', '');
      setValue('message', '');
      dropDraft(userId, FORM);
      notify.success(
        broadcast.recipientsAt === null
          ? `“${broadcast.subject}” is scheduled. The first email is sent ${utc(broadcast.startsAt)}.`
          : `“${broadcast.subject}” is being sent: ${mails(broadcast.counts.queued)}.`,
      );
      void queryClient.invalidateQueries({ queryKey: ['broadcasts'] });
      await navigate(consolePaths.broadcast(broadcast.id));
    },
    onError: (error) => {
      // What is about a field is said there; everything else in the question, which covers the page.
      if (!(error instanceof ApiError) || error.fields.length === 0) return;
      setAsking(false);
      place(error);
    },
  });
  const test = useMutation({
    mutationFn: async () =>
      (await request<Answer<unknown>>('/admin/broadcasts/test', { method: 'POST', json: { kind, subject, message } })).body,
    onSuccess: (answer) => notify.success(answer.message),
    onError: (error) => {
      if (error instanceof ApiError && error.fields.length > 0) place(error);
      else notify.error(messageOf(error));
    },
  });

  const ask = handleSubmit(() => {
    setProblems([]);
    if (audienceOf(getValues()) === null) return setError('whom', { message: 'Choose an audience' });
    if (draft.when !== 'now' && draft.time === '') return setError('time', { message: 'Choose a date and time' });
    send.reset();
    void audiences.refetch();
    void reach.refetch();
    setAsking(true);
  });

  return (
    <form
      className={form.form}
      onSubmit={(event) => {
        // Of a choice that is no input of its own, the form would keep the refusal for good.
        clearErrors(['whom', 'segment', 'time']);
        void ask(event);
      }}
      noValidate
      aria-label="Broadcast"
    >
      <AudienceField
        draft={draft}
        audiences={audiences.data}
        problem={audiences.error && !audiences.data ? messageOf(audiences.error) : null}
        error={errorOf('whom')}
        segmentError={errorOf('segment')}
        onSegment={(segment) => setValue('segment', segment)}
        onWhom={(whom) => choose({ whom, person: whom === 'one' ? draft.person : '' })}
        onPerson={(person) => choose({ whom: 'one', person })}
      />
      {audienceOf(draft) !== null && <ReachNote reach={reach} />}
      <SelectField
        label="Kind"
        help={kindWords[kind].help}
        error={errorOf('kind')}
        {...register('kind', { onChange: () => setAwaited(null) })}
      >
        {kinds.map((one) => (
          <option key={one} value={one}>
            {kindWords[one].label}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Subject"
        maxLength={LONGEST.subject}
        autoComplete="off"
        error={errorOf('subject')}
        {...register('subject', filled('Enter a subject'))}
      />
      <TextAreaField
        label="Message"
        rows={10}
        maxLength={LONGEST.message}
        help="Plain text. An empty line starts a new paragraph."
        error={errorOf('message')}
        {...register('message', filled('Enter a message'))}
      />
      <FieldHelp />
      <ScheduleField
        draft={draft}
        reach={reach.data}
        clubTimeZone={fields.data?.clubTimeZone}
        error={errorOf('time')}
        onWhen={(when) => {
          clearErrors('time');
          setValue('when', when);
        }}
        onTime={(time) => {
          clearErrors('time');
          setValue('time', time);
        }}
      />
      {problems.length > 0 && (
        <Notice kind="error" live title="Nothing was sent">
          {problems.join(' ')}
        </Notice>
      )}
      <div className={form.row}>
        <Button type="submit" look="primary">
          {draft.when === 'now' ? 'Send…' : 'Schedule…'}
        </Button>
        <Button
          busy={test.isPending}
          disabled={subject.trim() === '' || message.trim() === ''}
          title={`To ${email}`}
          onClick={() => test.mutate()}
        >
          {test.isPending ? 'Sending a test…' : 'Send a test to myself'}
        </Button>
      </div>
      {asking && (
        <SendDialog
          draft={draft}
          audiences={audiences.data}
          reach={reach.data}
          busy={send.isPending}
          error={send.error}
          onSend={() => send.mutate()}
          onClose={() => setAsking(false)}
        />
      )}
    </form>
  );
}
