import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { utc } from '../../lib/format/date';
import { t } from '../../lib/i18n/texts';
import { Trans } from '../../lib/i18n/trans';
import { notify } from '../../lib/notify';
import type { CommunityProfileWire } from '../../lib/wire/types';
import { Button } from '../feedback/button';
import { Notice } from '../feedback/notice';
import { placeErrors } from '../form/form-errors';
import { CheckboxField, TextField } from '../form/inputs';
import { joinCommunity, useRefreshComments } from './comments-api';
import styles from './comments.module.css';

const MAX_NAME = 30;

/** Who writes here and whether they can; `children` is the form of a comment. */
export function CommunityCard({ profile, children }: { profile: CommunityProfileWire; children: ReactNode }) {
  const [isChanging, setIsChanging] = useState(false);
  if (profile.block === 'no-name') return <NameForm profile={profile} />;
  if (profile.block !== null) return <Blocked profile={profile} />;
  if (isChanging) return <NameForm profile={profile} onDone={() => setIsChanging(false)} />;
  return (
    <div className={styles.stack}>
      <p className={styles.as}>
        <span>
          <Trans id="comments.as" tags={{ name: <b translate="no">{profile.displayName}</b> }} />
        </span>
        <Button size="small" look="quiet" onClick={() => setIsChanging(true)}>
          {t('comments.name.change')}
        </Button>
      </p>
      {children}
    </div>
  );
}

/** A member whom the team has muted or banned reads why, and until when. */
function Blocked({ profile: { block, mutedUntil, reason } }: { profile: CommunityProfileWire }) {
  const title = block === 'banned' ? t('comments.banned') : t('comments.muted', { until: utc(mutedUntil) });
  return (
    <Notice kind="warn" title={title}>
      {reason !== null && <p dir="auto">{t('comments.reason', { reason })}</p>}
    </Notice>
  );
}

interface Values {
  displayName: string;
  agrees: boolean;
}

/** The display name, chosen before the first comment, with the guidelines. */
function NameForm({ profile, onDone }: { profile: CommunityProfileWire; onDone?: () => void }) {
  const refresh = useRefreshComments();
  const [problems, setProblems] = useState<string[]>([]);
  const hasAgreed = profile.agreedVersion === profile.guidelinesVersion;
  const { register, handleSubmit, setError, formState } = useForm<Values>({
    defaultValues: { displayName: profile.displayName ?? '', agrees: hasAgreed },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async ({ displayName }) => {
    setProblems([]);
    try {
      const { message } = await joinCommunity(displayName, profile.guidelinesVersion);
      notify.success(message);
      await refresh();
      onDone?.();
    } catch (error) {
      setProblems(placeErrors<Values>(error, { displayName: 'displayName' }, setError));
    }
  });
  return (
    <form className={styles.stack} onSubmit={(event) => void submit(event)} noValidate>
      <p>{t('comments.name.intro')}</p>
      <TextField
        label={t('comments.name.label')}
        help={
          profile.nameChangeableAt === null ? t('comments.name.help') : t('comments.name.since', { from: utc(profile.nameChangeableAt) })
        }
        autoComplete="off"
        spellCheck={false}
        maxLength={MAX_NAME}
        dir="auto"
        translate="no"
        error={errors.displayName?.message}
        {...register('displayName', { validate: (value) => value.trim() !== '' || t('comments.name.missing') })}
      />
      {!hasAgreed && (
        <>
          <Guidelines />
          <CheckboxField
            label={t('comments.guidelines.accept')}
            help={errors.agrees?.message}
            aria-invalid={errors.agrees ? true : undefined}
            {...register('agrees', { validate: (value) => value || t('comments.guidelines.missing') })}
          />
        </>
      )}
      {problems.length > 0 && <Notice kind="error" live title={problems.join(' ')} />}
      <div className={styles.buttons}>
        <Button type="submit" look="primary" busy={isSubmitting}>
          {t(isSubmitting ? 'comments.name.saving' : 'comments.name.save')}
        </Button>
        {onDone && <Button onClick={onDone}>{t('common.cancel')}</Button>}
      </div>
    </form>
  );
}

function Guidelines() {
  return (
    <section aria-label={t('comments.guidelines.title')} className={styles.guidelines}>
      <p className={styles.strong}>{t('comments.guidelines.title')}</p>
      <ul>
        <li>{t('comments.guidelines.respect')}</li>
        <li>{t('comments.guidelines.advice')}</li>
        <li>{t('comments.guidelines.privacy')}</li>
        <li>{t('comments.guidelines.spam')}</li>
        <li>{t('comments.guidelines.team')}</li>
      </ul>
    </section>
  );
}
