import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { Button, ButtonAnchor } from '../../components/feedback/button';
import form from '../../components/form/form.module.css';
import { TextField } from '../../components/form/inputs';
import { PublicPage } from '../../components/layout/public-page';
import { paths } from '../../config/routes';
import { messageOf, request } from '../../lib/api';
import { notify } from '../../lib/notify';
import { usePublicConfig } from '../../lib/public-config';
import type { Answer, ForgottenPasswordWire } from '../../lib/wire/types';
import { t } from '../../lib/i18n/texts';
import { Trans } from '../../lib/i18n/trans';
import styles from './message-page.module.css';

/** Asks for a link to choose a new password. The answer is the same for every address, known or not. */
export function ForgotPasswordPage() {
  const [email, setEmail] = useState('');
  const [sending, setSending] = useState(false);
  const [answer, setAnswer] = useState<string | null>(null);
  const { developmentMailbox } = usePublicConfig();

  const send = async () => {
    if (sending || email.trim() === '') return;
    setSending(true);
    try {
      const json: ForgottenPasswordWire = { email: email.trim() };
      setAnswer((await request<Answer<null>>('/forgetpassword', { method: 'POST', json, authorization: 'none' })).body.message);
    } catch (error) {
      notify.error(messageOf(error));
    } finally {
      setSending(false);
    }
  };

  if (answer !== null) {
    return (
      // Another page than the form, so that focus and title follow.
      <PublicPage key="sent" title={t('auth.mail.title')} intro={answer}>
        <div className={styles.panel} role="status">
          <MailCheck size={22} aria-hidden="true" />
          <p>
            <Trans id="auth.forgot.sent" tags={{ email: <strong className={styles.address}>{email.trim()}</strong> }} />
          </p>
        </div>
        <div className={styles.actions}>
          {developmentMailbox && (
            <ButtonAnchor look="primary" href="/dev/mailbox" target="_blank" rel="noreferrer">
              {t('auth.mail.mailbox')}
            </ButtonAnchor>
          )}
          <Button busy={sending} onClick={() => void send()}>
            {t(sending ? 'auth.mail.sending' : 'auth.mail.again')}
          </Button>
          <Link to={paths.login} className={styles.link}>
            {t('auth.mail.toLogin')}
          </Link>
        </div>
      </PublicPage>
    );
  }
  return (
    <PublicPage title={t('auth.forgot.title')} intro={t('auth.forgot.intro')}>
      <form
        className={form.form}
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
        noValidate
      >
        <TextField
          label={t('auth.signIn.email')}
          name="email"
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <Button type="submit" look="primary" wide busy={sending} disabled={email.trim() === ''}>
          {t(sending ? 'auth.mail.sending' : 'auth.forgot.submit')}
        </Button>
        <p className={form.foot}>
          <Trans id="auth.forgot.remembered" tags={{ link: <Link to={paths.login} /> }} />
        </p>
      </form>
    </PublicPage>
  );
}
