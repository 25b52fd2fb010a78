import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { Link, useNavigate } from 'react-router';
import { Button, buttonClass } from '../../components/feedback/button';
import { Notice } from '../../components/feedback/notice';
import { placeErrors } from '../../components/form/form-errors';
import form from '../../components/form/form.module.css';
import { PasswordField, TextField } from '../../components/form/inputs';
import { PublicPage } from '../../components/layout/public-page';
import { paths } from '../../config/routes';
import { messageOf, request } from '../../lib/api';
import { currentLanguage } from '../../lib/i18n/language';
import { t } from '../../lib/i18n/texts';
import { notify } from '../../lib/notify';
import { confirmationProblem, isPairReady, lengthProblem, passwordHelp, useMinimumPasswordLength } from '../../lib/passwords';
import type { Answer, OpenInvitationWire } from '../../lib/wire/types';
import styles from './message-page.module.css';
import { useMailToken } from './use-mail-token';

interface JoinForm {
  firstName: string;
  surname: string;
  password: string;
  confirmation: string;
}

const fields = { firstName: 'firstName', lastName: 'surname', password: 'password' } as const;

/** A select of the texts has no spaces. */
const selectorOf = (role: OpenInvitationWire['teamRole']): string => (role === 'signal author' ? 'author' : role);

/** The account of a person who was invited to the team, by the link of the invitation. */
export function JoinTeamPage() {
  const token = useMailToken('/join');
  if (token === null) return <Unusable title={t('auth.join.noLink')} text={t('auth.join.noLinkHelp')} />;
  return <Invitation mailToken={token} />;
}

function Unusable({ title, text }: { title: string; text: string }) {
  return (
    <PublicPage title={t('auth.join.title')}>
      <div className={styles.result}>
        <Notice kind="error" title={title}>
          {text}
        </Notice>
        <Link to={paths.login} className={buttonClass({ look: 'primary' })}>
          {t('auth.join.signIn')}
        </Link>
      </div>
    </PublicPage>
  );
}

function Invitation({ mailToken }: { mailToken: string }) {
  const { data, error } = useQuery({
    queryKey: ['team-invitation', mailToken],
    queryFn: async ({ signal }) =>
      (await request<Answer<OpenInvitationWire>>('/team-invitation', { authorization: { mailToken }, signal })).body.data,
    refetchOnWindowFocus: false,
  });
  if (error && data === undefined) return <Unusable title={t('auth.join.unusable')} text={messageOf(error)} />;
  if (data === undefined) {
    return (
      <PublicPage title={t('auth.join.title')}>
        <p role="status">{t('auth.join.checking')}</p>
      </PublicPage>
    );
  }
  return (
    <PublicPage title={t('auth.join.title')} intro={t('auth.join.intro', { role: selectorOf(data.teamRole), email: data.email })}>
      <JoinTeamForm mailToken={mailToken} email={data.email} />
    </PublicPage>
  );
}

function JoinTeamForm({ mailToken, email }: { mailToken: string; email: string }) {
  const navigate = useNavigate();
  const minimum = useMinimumPasswordLength('admin');
  const [problems, setProblems] = useState<string[]>([]);
  const { register, handleSubmit, control, setError, formState } = useForm<JoinForm>({
    mode: 'onBlur',
    defaultValues: { firstName: '', surname: '', password: '', confirmation: '' },
  });
  const values = useWatch({ control }) as JoinForm;
  const errorOf = (name: keyof JoinForm) => formState.errors[name]?.message;
  const isReady = values.firstName.trim() !== '' && values.surname.trim() !== '' && isPairReady(values);
  const join = handleSubmit(async ({ firstName, surname, password }) => {
    setProblems([]);
    const json = { firstName: firstName.trim(), lastName: surname.trim(), password, language: currentLanguage() };
    try {
      const { body } = await request<Answer<null>>('/team-invitation/accept', { method: 'POST', json, authorization: { mailToken } });
      notify.success(body.message);
      await navigate(paths.login, { replace: true });
    } catch (error) {
      setProblems(placeErrors<JoinForm>(error, fields, setError));
    }
  });
  return (
    <form className={form.form} onSubmit={(event) => void join(event)} noValidate>
      <TextField
        label={t('auth.register.field.firstName')}
        autoComplete="given-name"
        required
        error={errorOf('firstName')}
        {...register('firstName')}
      />
      <TextField
        label={t('auth.register.field.surname')}
        autoComplete="family-name"
        required
        error={errorOf('surname')}
        {...register('surname')}
      />
      {/* Password managers store the account under it. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label={t('auth.register.field.password')}
        autoComplete="new-password"
        required
        help={passwordHelp(values.password, minimum)}
        error={errorOf('password')}
        {...register('password', { validate: (password) => lengthProblem(password, minimum) })}
      />
      <PasswordField
        label={t('auth.register.field.confirmation')}
        autoComplete="new-password"
        required
        error={confirmationProblem(values) ?? undefined}
        {...register('confirmation')}
      />
      {problems.length > 0 && (
        <Notice kind="error" live title={t('auth.join.refused')}>
          {problems.join(' ')}
        </Notice>
      )}
      <Button type="submit" look="primary" wide busy={formState.isSubmitting} disabled={!isReady}>
        {t(formState.isSubmitting ? 'auth.join.running' : 'auth.join.submit')}
      </Button>
    </form>
  );
}
