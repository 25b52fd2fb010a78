import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { Link, Navigate, useNavigate } from 'react-router';
import { Button } from '../../components/feedback/button';
import { Skeleton } from '../../components/feedback/states';
import { PasswordField, TextField } from '../../components/form/inputs';
import form from '../../components/form/form.module.css';
import { PublicPage } from '../../components/layout/public-page';
import { paths } from '../../config/routes';
import { messageOf } from '../../lib/api';
import { homePath } from '../../lib/home-path';
import { notify } from '../../lib/notify';
import { signIn, useSession } from '../../lib/session';

interface Credentials {
  email: string;
  password: string;
}

export function LoginPage() {
  const session = useSession();
  const navigate = useNavigate();
  const { register, handleSubmit, control, setFocus, formState } = useForm<Credentials>({ defaultValues: { email: '', password: '' } });
  const [leaving, setLeaving] = useState(false);
  const [email, password] = useWatch({ control, name: ['email', 'password'] });

  const logIn = handleSubmit(async (credentials) => {
    try {
      const profile = await signIn(credentials.email.trim(), credentials.password);
      // A role without a dashboard of its own: no success is shown and nothing further happens (specification, section 6).
      if (profile === null) return;
      // This page stays until the next is ready. It must not lead there a second time: its visitor may have gone elsewhere meanwhile.
      setLeaving(true);
      notify.success('Logged in successfully!');
      await navigate(homePath(profile.role), { replace: true });
    } catch (error) {
      notify.error(messageOf(error));
      setFocus('password');
    }
  });

  if (session.status === 'signed-in' && !formState.isSubmitting && !leaving) return <Navigate to={homePath(session.profile.role)} replace />;
  if (session.status === 'loading') {
    return (
      <PublicPage title="Welcome back" intro="Taking you to your dashboard.">
        <Skeleton height={160} />
      </PublicPage>
    );
  }
  return (
    <PublicPage title="Welcome back" intro="Log in with the e-mail you registered with.">
      <form className={form.form} onSubmit={(event) => void logIn(event)} noValidate>
        <TextField label="Email" type="email" autoComplete="username" inputMode="email" autoCapitalize="none" spellCheck={false} required {...register('email')} />
        <PasswordField label="Password" autoComplete="current-password" required {...register('password')} />
        <Button type="submit" look="primary" wide busy={formState.isSubmitting} disabled={email.trim() === '' || password === ''}>
          {formState.isSubmitting ? 'Logging in...' : 'Login'}
        </Button>
        <p className={form.foot}>
          Not registered? <Link to={paths.register}>Register</Link>
        </p>
      </form>
    </PublicPage>
  );
}
