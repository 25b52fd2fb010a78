import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { Link, useNavigate } from 'react-router';
import { Button, buttonClass } from '../../components/feedback/button';
import { Notice } from '../../components/feedback/notice';
import { placeErrors } from '../../components/form/form-errors';
import form from '../../components/form/form.module.css';
import { PasswordField } from '../../components/form/inputs';
import { PublicPage } from '../../components/layout/public-page';
import { paths } from '../../config/routes';
import { request } from '../../lib/api';
import { notify } from '../../lib/notify';
import {
  type PasswordPair,
  confirmationProblem,
  isPairReady,
  lengthProblem,
  passwordHelp,
  useMinimumPasswordLength,
} from '../../lib/passwords';
import { checkSession } from '../../lib/session';
import type { Answer, NewPasswordWire } from '../../lib/wire/types';
import { t } from '../../lib/i18n/texts';
import { Trans } from '../../lib/i18n/trans';
import styles from './message-page.module.css';
import { useMailToken } from './use-mail-token';

const fields = { newPassword: 'password' } as const;

/** A new password by the link of a mail, which is spent when the password is sent and not before. */
export function ChangePasswordPage() {
  const token = useMailToken('/changepassword');
  if (token === null) {
    return (
      <PublicPage title={t('auth.change.title')}>
        <div className={styles.result}>
          <Notice kind="error" title={t('auth.change.noLink')}>
            {t('auth.change.noLinkHelp')}
          </Notice>
          <Link to={paths.forgotPassword} className={buttonClass({ look: 'primary' })}>
            {t('auth.change.newLink')}
          </Link>
        </div>
      </PublicPage>
    );
  }
  return (
    <PublicPage title={t('auth.change.title')} intro={t('auth.change.intro')}>
      <NewPasswordForm mailToken={token} />
    </PublicPage>
  );
}

function NewPasswordForm({ mailToken }: { mailToken: string }) {
  const navigate = useNavigate();
  const minimum = useMinimumPasswordLength();
  const [problems, setProblems] = useState<string[]>([]);
  const { register, handleSubmit, control, setError, formState } = useForm<PasswordPair>({
    mode: 'onBlur',
    defaultValues: { password: '', confirmation: '' },
  });
  const values = useWatch({ control }) as PasswordPair;
  const change = handleSubmit(async ({ password }) => {
    setProblems([]);
    const json: NewPasswordWire = { newPassword: password };
    try {
      const { body } = await request<Answer<null>>('/changepassword', { method: 'POST', json, authorization: { mailToken } });
      notify.success(body.message);
      // Where this browser was signed in as the same person, that has just ended.
      checkSession();
      await navigate(paths.login, { replace: true });
    } catch (error) {
      setProblems(placeErrors<PasswordPair>(error, fields, setError));
    }
  });
  return (
    <form className={form.form} onSubmit={(event) => void change(event)} noValidate>
      <PasswordField
        label={t('auth.change.password')}
        autoComplete="new-password"
        required
        help={passwordHelp(values.password, minimum)}
        error={formState.errors.password?.message}
        {...register('password', { validate: (password) => lengthProblem(password, minimum) })}
      />
      <PasswordField
        label={t('auth.change.confirmation')}
        autoComplete="new-password"
        required
        error={confirmationProblem(values) ?? undefined}
        {...register('confirmation')}
      />
      {problems.length > 0 && (
        <Notice kind="error" live title={problems.join(' ')}>
          <Trans id="auth.change.failed" tags={{ link: <Link to={paths.forgotPassword} /> }} />
        </Notice>
      )}
      <Button type="submit" look="primary" wide busy={formState.isSubmitting} disabled={!isPairReady(values)}>
        {t(formState.isSubmitting ? 'auth.change.running' : 'auth.change.submit')}
      </Button>
    </form>
  );
}
