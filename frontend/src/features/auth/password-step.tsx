import { type FormEvent, useRef, useState } from 'react';
import { Link } from 'react-router';
import { Button } from '../../components/feedback/button';
import { Notice } from '../../components/feedback/notice';
import form from '../../components/form/form.module.css';
import { PasswordField, TextField } from '../../components/form/inputs';
import { PublicPage } from '../../components/layout/public-page';
import { paths } from '../../config/routes';
import { messageOf } from '../../lib/api';
import { notify } from '../../lib/notify';
import { canUsePasskeys } from '../../lib/passkeys';
import { type FactorKind, codeDemand } from '../../lib/second-factor';
import { type Session, signIn } from '../../lib/session';
import { t } from '../../lib/i18n/texts';
import { Trans } from '../../lib/i18n/trans';
import styles from './login.module.css';
import { PasskeyButton } from './passkey-button';

export interface Credentials {
  email: string;
  password: string;
}

interface PasswordStepProps {
  credentials: Credentials;
  onCredentials: (credentials: Credentials) => void;
  onBusy: (busy: boolean) => void;
  onEntered: (session: Session) => Promise<void>;
  /** The password is right; the account wants one of these as well. */
  onCodeWanted: (kinds: readonly FactorKind[]) => void;
}

/** Email and password, or a passkey instead of both. */
export function PasswordStep({ credentials, onCredentials, onBusy, onEntered, onCodeWanted }: PasswordStepProps) {
  const [running, setRunning] = useState(false);
  const [problem, setProblem] = useState('');
  const passwordField = useRef<HTMLInputElement>(null);
  const { email, password } = credentials;
  const run = (isRunning: boolean) => {
    setRunning(isRunning);
    onBusy(isRunning);
  };

  const type = (typed: Credentials) => {
    setProblem('');
    onCredentials(typed);
  };

  const logIn = async (event: FormEvent) => {
    event.preventDefault();
    if (running || email.trim() === '' || password === '') return;
    run(true);
    setProblem('');
    try {
      await onEntered(await signIn(email.trim(), password));
    } catch (error) {
      const demand = codeDemand(error);
      if (demand) return onCodeWanted(demand);
      // The notice is the specification's; the sentence in the form stays while the member looks for their mistake.
      notify.error(messageOf(error));
      setProblem(messageOf(error));
      passwordField.current?.focus();
    } finally {
      run(false);
    }
  };

  return (
    <PublicPage title={t('auth.signIn.title')} intro={t('auth.signIn.intro')}>
      <form className={form.form} onSubmit={(event) => void logIn(event)} noValidate>
        <TextField
          label={t('auth.signIn.email')}
          name="email"
          type="email"
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          required
          value={email}
          onChange={(event) => type({ ...credentials, email: event.target.value })}
        />
        <PasswordField
          label={t('auth.signIn.password')}
          name="password"
          autoComplete="current-password"
          required
          ref={passwordField}
          value={password}
          onChange={(event) => type({ ...credentials, password: event.target.value })}
        />
        {problem !== '' && <Notice kind="error" title={problem} />}
        <p className={styles.forgotten}>
          <Link to={paths.forgotPassword}>{t('auth.signIn.forgotten')}</Link>
        </p>
        <Button type="submit" look="primary" wide busy={running} disabled={email.trim() === '' || password === ''}>
          {t(running ? 'auth.signIn.running' : 'auth.signIn.submit')}
        </Button>
        {canUsePasskeys() && (
          <>
            <p className={styles.or}>{t('auth.signIn.or')}</p>
            <PasskeyButton disabled={running} onBusy={onBusy} onEntered={onEntered} />
          </>
        )}
        <p className={form.foot}>
          <Trans id="auth.signIn.register" tags={{ link: <Link to={paths.register} /> }} />
        </p>
      </form>
    </PublicPage>
  );
}
