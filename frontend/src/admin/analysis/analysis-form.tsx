import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { Button } from '../../components/feedback/button';
import { Notice } from '../../components/feedback/notice';
import { placeErrors } from '../../components/form/form-errors';
import form from '../../components/form/form.module.css';
import { ChoiceCard, ChoiceGroup, SelectField, TextAreaField, TextField } from '../../components/form/inputs';
import { consolePaths } from '../../config/console-routes';
import { request } from '../../lib/api';
import { notify } from '../../lib/notify';
import { queryClient } from '../../lib/query-client';
import { useProfile } from '../../lib/session';
import { useRepeatKey } from '../../lib/use-repeat-key';
import type { AnalysisAudienceWire, AnalysisRecordWire, Answer } from '../../lib/wire/types';
import { draftOf, dropDraft, useDraft } from '../drafts';
import { InsertButtons } from './insert-buttons';
import { draftFields, draftOfPost, emptyDraft, insertedAt, isBegun, toContent, type PostDraft } from './post-draft';
import { audienceWords, languageWords } from './post-words';

const FORM = 'analysis';
const LONGEST = { title: 120, summary: 300, body: 20_000 } as const;
const audiences: readonly AnalysisAudienceWire[] = ['members', 'public'];

const filled = (sentence: string) => ({ validate: (value: string) => value.trim() !== '' || sentence });

/** `edited`: the analysis that is changed. `onDraft` hears what the text says, as it is typed. */
export function AnalysisForm({ edited, onDraft }: { edited: AnalysisRecordWire | null; onDraft: (draft: PostDraft) => void }) {
  const { userId } = useProfile();
  const navigate = useNavigate();
  const repeatKey = useRepeatKey();
  const [problems, setProblems] = useState<string[]>([]);
  // The number of the text that the author began with: another one saved meanwhile is not overwritten.
  const [revision] = useState(edited?.revision);
  const [begun] = useState(() => (edited ? draftOfPost(edited) : (draftOf<PostDraft>(userId, FORM) ?? emptyDraft)));
  const { register, control, handleSubmit, setError, getValues, setValue, reset, formState } = useForm<PostDraft>({
    mode: 'onTouched',
    defaultValues: begun,
  });
  useDraft(userId, edited ? `${FORM} ${edited.id}` : FORM, getValues, isBegun);
  const draft = useWatch({ control }) as PostDraft;
  useEffect(() => onDraft(draft), [draft, onDraft]);
  const errorOf = (name: keyof PostDraft) => formState.errors[name]?.message;
  const area = useRef<HTMLTextAreaElement | null>(null);
  const { ref: bodyRef, ...body } = register('body', filled('Enter a text'));
  const insert = (markdown: string) => {
    const text = getValues('body');
    const [before, after] = insertedAt(text, area.current?.selectionStart ?? text.length, markdown);
    setValue('body', before + after, { shouldDirty: true, shouldValidate: true });
    // After the dialog has given its focus back.
    requestAnimationFrame(() => {
      area.current?.focus();
      area.current?.setSelectionRange(before.length, before.length);
    });
  };
  const isConfirmed = edited?.save === 'correct';

  const save = useMutation({
    mutationFn: async (): Promise<AnalysisRecordWire> => {
      const content = toContent(getValues());
      if (!edited)
        return (
          await request<AnalysisRecordWire>('/admin/analysis', { method: 'POST', json: content, headers: repeatKey.headersFor(content) })
        ).body;
      const path = `/admin/analysis/${encodeURIComponent(edited.id)}`;
      const json = { ...content, revision };
      if (!isConfirmed) return (await request<AnalysisRecordWire>(path, { method: 'PUT', json })).body;
      return (await request<Answer<AnalysisRecordWire>>(`${path}/correct`, { method: 'POST', json })).body.data;
    },
    onSuccess: async (saved) => {
      repeatKey.forget();
      // What was saved is no draft any more: the form is left with nothing in it.
      reset(emptyDraft);
      dropDraft(userId, edited ? `${FORM} ${edited.id}` : FORM);
      notify.success(
        isConfirmed && edited.publishedAt !== null ? 'The published text was changed. The previous version is kept.' : 'Saved',
      );
      void queryClient.invalidateQueries({ queryKey: ['analysis'] });
      await navigate(consolePaths.analysisPost(saved.id));
    },
    onError: (error) => setProblems(placeErrors<PostDraft>(error, draftFields, setError)),
  });

  return (
    <form
      className={form.form}
      noValidate
      aria-label="Analysis"
      onSubmit={(event) => {
        setProblems([]);
        void handleSubmit(() => save.mutate())(event);
      }}
    >
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
        help="Shown in the list and in notifications, also to visitors."
        error={errorOf('summary')}
        {...register('summary', filled('Enter a summary'))}
      />
      <TextAreaField
        label="Text"
        rows={16}
        maxLength={LONGEST.body}
        dir="auto"
        help="Markdown: # heading, **bold**, - list, > quote, [link](https://…), tables. No HTML."
        error={errorOf('body')}
        {...body}
        ref={(element) => {
          area.current = element;
          bodyRef(element);
        }}
      />
      <InsertButtons pair={draft.pairs.split(',')[0]?.trim() ?? ''} onInsert={insert} />
      <TextField label="Pairs" optional autoComplete="off" help="Like BTC/USDT, ETH/USDT" error={errorOf('pairs')} {...register('pairs')} />
      <TextField label="Tags" optional autoComplete="off" help="Like macro, weekly" error={errorOf('tags')} {...register('tags')} />
      <ChoiceGroup label="Who can read it" error={errorOf('audience')}>
        {audiences.map((audience) => (
          <ChoiceCard key={audience} {...audienceWords[audience]} value={audience} {...register('audience')} />
        ))}
      </ChoiceGroup>
      <SelectField label="Language of the text" error={errorOf('language')} {...register('language')}>
        <option value="">Not specified</option>
        {Object.entries(languageWords).map(([tag, name]) => (
          <option key={tag} value={tag}>
            {name}
          </option>
        ))}
      </SelectField>
      {problems.length > 0 && (
        <Notice kind="error" live title="The analysis was not saved">
          {problems.join(' ')}
        </Notice>
      )}
      <div className={form.row}>
        <Button type="submit" look="primary" busy={save.isPending}>
          {save.isPending ? 'Saving…' : isConfirmed ? 'Change the text' : edited ? 'Save' : 'Save draft'}
        </Button>
      </div>
    </form>
  );
}
