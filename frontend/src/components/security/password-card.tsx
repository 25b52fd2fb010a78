import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { request } from '../../lib/api';
import { notify } from '../../lib/notify';
import { openSessionsQuery } from '../../lib/open-sessions';
import { confirmationProblem, isPairReady, lengthProblem, useMinimumPasswordLength } from '../../lib/passwords';
import { useProfile } from '../../lib/session';
import type { Answer, OwnPasswordWire } from '../../lib/wire/types';
import { Button } from '../feedback/button';
import { Notice } from '../feedback/notice';
import { placeErrors } from '../form/form-errors';
import { PasswordField } from '../form/inputs';
import { Card } from '../layout/screen';
import { t } from '../../lib/i18n/texts';
import styles from './security.module.css';

interface PasswordForm {
  current: string;
  password: string;
  confirmation: string;
}

const empty: PasswordForm = { current: '', password: '', confirmation: '' };
const fields = { currentPassword: 'current', newPassword: 'password' } as const;

/** Changes the password; this session stays, the others end. */
export function PasswordCard() {
  const { role, email } = useProfile();
  const queryClient = useQueryClient();
  const minimum = useMinimumPasswordLength(role);
  const [problems, setProblems] = useState<string[]>([]);
  const { register, handleSubmit, control, reset, setError, formState } = useForm<PasswordForm>({ mode: 'onBlur', defaultValues: empty });
  const values = useWatch({ control }) as PasswordForm;
  const change = handleSubmit(async ({ current, password }) => {
    setProblems([]);
    const json: OwnPasswordWire = { currentPassword: current, newPassword: password };
    try {
      const { body } = await request<Answer<null>>('/auth/password', { method: 'POST', json });
      notify.success(body.message);
      reset(empty);
      await queryClient.invalidateQueries({ queryKey: openSessionsQuery.queryKey });
    } catch (error) {
      setProblems(placeErrors<PasswordForm>(error, fields, setError));
    }
  });
  return (
    <Card title={t('security.password.title')} span={6}>
      <form className={styles.stack} onSubmit={(event) => void change(event)} noValidate>
        {/* Tells a password manager whose password this is. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label={t('security.password.current')}
          autoComplete="current-password"
          error={formState.errors.current?.message}
          {...register('current')}
        />
        <PasswordField
          label={t('security.password.new')}
          autoComplete="new-password"
          help={t('security.password.newHelp', { minimum })}
          error={formState.errors.password?.message}
          {...register('password', { validate: (password) => lengthProblem(password, minimum) })}
        />
        <PasswordField
          label={t('security.password.confirmation')}
          autoComplete="new-password"
          error={confirmationProblem(values) ?? undefined}
          {...register('confirmation')}
        />
        {problems.length > 0 && <Notice kind="error" live title={problems.join(' ')} />}
        <div className={styles.row}>
          <Button type="submit" look="primary" busy={formState.isSubmitting} disabled={values.current === '' || !isPairReady(values)}>
            {formState.isSubmitting ? t('security.password.changing') : t('security.password.change')}
          </Button>
        </div>
      </form>
    </Card>
  );
}
