import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useFieldArray, useForm, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { Choices } from '../../components/chart/choices';
import { Button } from '../../components/feedback/button';
import { Notice } from '../../components/feedback/notice';
import form from '../../components/form/form.module.css';
import { TextField } from '../../components/form/inputs';
import { consolePaths } from '../../config/console-routes';
import { ApiError, messageOf, request } from '../../lib/api';
import { notify } from '../../lib/notify';
import { queryClient } from '../../lib/query-client';
import { useProfile } from '../../lib/session';
import type { Answer, FaqsContentWire, SiteSectionWire } from '../../lib/wire/types';
import { draftOf, dropDraft, useDraft } from '../drafts';
import { FaqItemFields } from './faq-item-fields';
import { emptyDraft, emptyItem, placeOf, toContent, toDraft, type FaqsDraft } from './faqs-draft';
import { directionOf, languageNames, siteLanguages, type SiteLanguage } from './section-texts';
import styles from './site-content.module.css';

const MAX_QUESTIONS = 40;
const MAX_LINE = 200;
const options = siteLanguages.map((value) => ({ value, label: languageNames[value] }));

interface FaqsFormProps {
  section: SiteSectionWire;
  /** What the form starts with. */
  begun: FaqsContentWire;
  /** Hears what the form says, as it is typed. */
  onContent: (content: FaqsContentWire) => void;
}

const isWorthKeeping = ({ items }: FaqsDraft): boolean => items.length > 0;

/** Questions and answers in each language. English is required, and shown where a translation is missing. */
export function FaqsForm({ section: { id, revision: current, version, figures }, begun, onContent }: FaqsFormProps) {
  const { userId } = useProfile();
  const navigate = useNavigate();
  // Under the numbers of what it began with: what was typed over another text is not put over this one.
  const name = `site ${id} ${current} ${version}`;
  // The number of the draft that the editor began with: another one saved meanwhile is not overwritten.
  const [revision] = useState(current);
  const [kept] = useState(() => draftOf<FaqsDraft>(userId, name));
  const [language, setLanguage] = useState<SiteLanguage>('en');
  const [problems, setProblems] = useState<string[]>([]);
  const { register, control, handleSubmit, getValues, reset } = useForm<FaqsDraft>({
    defaultValues: kept ?? toDraft(begun),
  });
  const { fields, append, remove, move } = useFieldArray({ control, name: 'items' });
  useDraft(userId, name, getValues, isWorthKeeping);
  const values = useWatch({ control }) as FaqsDraft;
  useEffect(() => onContent(toContent(values)), [values, onContent]);

  const save = useMutation({
    mutationFn: async () => {
      const json = { revision, content: toContent(getValues()) };
      return (await request<Answer<SiteSectionWire>>(`/admin/site-sections/${encodeURIComponent(id)}/draft`, { method: 'PUT', json })).body;
    },
    onSuccess: async () => {
      reset(emptyDraft);
      dropDraft(userId, name);
      notify.success('The draft was saved');
      void queryClient.invalidateQueries({ queryKey: ['site-sections'] });
      await navigate(consolePaths.siteSection(id));
    },
    onError: (error) =>
      setProblems(
        error instanceof ApiError && error.fields.length > 0
          ? error.fields.map(({ field, message }) => `${placeOf(field)}: ${message}.`)
          : [messageOf(error)],
      ),
  });

  const required = language === 'en';
  const shared = { dir: directionOf(language), lang: language, maxLength: MAX_LINE, autoComplete: 'off', optional: !required } as const;
  return (
    <form
      className={form.form}
      noValidate
      aria-label="Questions and answers"
      onSubmit={(event) => {
        setProblems([]);
        void handleSubmit(() => save.mutate())(event);
      }}
    >
      <Choices label="Language" options={options} value={language} onChange={setLanguage} />
      <p className={styles.figures}>
        {!required && 'Visitors read the English text where a field is empty. '}
        An empty line in an answer begins a new paragraph. Lines that begin with - make a list.
      </p>
      <TextField key={`title ${language}`} label="Title" {...shared} {...register(`title.${language}`)} />
      <TextField key={`lead ${language}`} label="Introduction" {...shared} {...register(`lead.${language}`)} />
      {fields.map((field, at) => (
        <FaqItemFields
          key={field.id}
          at={at}
          count={fields.length}
          language={language}
          register={register}
          onMove={(to) => move(at, to)}
          onRemove={() => remove(at)}
        />
      ))}
      <div className={form.row}>
        <Button disabled={fields.length >= MAX_QUESTIONS} onClick={() => append(emptyItem)}>
          Add a question
        </Button>
      </div>
      {Object.keys(figures).length > 0 && (
        <p className={styles.figures}>
          Texts can quote these figures:{' '}
          <span translate="no">
            {Object.keys(figures)
              .map((one) => `{{${one}}}`)
              .join(', ')}
          </span>
        </p>
      )}
      {problems.length > 0 && (
        <Notice kind="error" live title="The draft was not saved">
          {problems.join(' ')}
        </Notice>
      )}
      <div className={form.row}>
        <Button type="submit" look="primary" busy={save.isPending}>
          {save.isPending ? 'Saving…' : 'Save draft'}
        </Button>
      </div>
    </form>
  );
}
