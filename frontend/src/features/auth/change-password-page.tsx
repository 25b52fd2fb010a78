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
import styles from './message-page.module.css';
import { useMailToken } from './use-mail-token';

const fields = { newPassword: 'password' } as const;

/** A new password by the link of a mail, which is spent when the password is sent and not before. */
export function ChangePasswordPage() {
  const token = useMailToken('/changepassword');
  if (token === null) {
    return (
      <PublicPage title="Choose a new password">
        <div className={styles.result}>
          <Notice kind="error" title="This page needs the link of your mail">
            Open the link again, or ask for a new one.
          </Notice>
          <Link to={paths.forgotPassword} className={buttonClass({ look: 'primary' })}>
            Ask for a new link
          </Link>
        </div>
      </PublicPage>
    );
  }
  return (
    <PublicPage title="Choose a new password" intro="Every session of your account ends; then you log in with the new one.">
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
        label="New password"
        autoComplete="new-password"
        required
        help={passwordHelp(values.password, minimum)}
        error={formState.errors.password?.message}
        {...register('password', { validate: (password) => lengthProblem(password, minimum) })}
      />
      <PasswordField
        label="Confirm new password"
        autoComplete="new-password"
        required
        error={confirmationProblem(values) ?? undefined}
        {...register('confirmation')}
      />
      {problems.length > 0 && (
        <Notice kind="error" live title={problems.join(' ')}>
          Your password is as it was. <Link to={paths.forgotPassword}>Ask for a new link</Link>
        </Notice>
      )}
      <Button type="submit" look="primary" wide busy={formState.isSubmitting} disabled={!isPairReady(values)}>
        {formState.isSubmitting ? 'Changing…' : 'Change password'}
      </Button>
    </form>
  );
}
