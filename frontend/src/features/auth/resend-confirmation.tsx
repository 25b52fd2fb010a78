import { useState } from 'react';
import { Button } from '../../components/feedback/button';
import { TextField } from '../../components/form/inputs';
import { messageOf, request } from '../../lib/api';
import { notify } from '../../lib/notify';
import type { Answer } from '../../lib/wire/types';
import { t } from '../../lib/i18n/texts';
import styles from './message-page.module.css';

/** Asks for another confirm mail. The answer is the same for every address, known or not. */
function useResend() {
  const [isSending, setIsSending] = useState(false);
  const resend = async (email: string) => {
    setIsSending(true);
    try {
      const { body } = await request<Answer<null>>('/auth/resend-confirmation', { method: 'POST', json: { email }, authorization: 'none' });
      notify.success(body.message);
    } catch (error) {
      notify.error(messageOf(error));
    } finally {
      setIsSending(false);
    }
  };
  return { resend, isSending };
}

export function ResendButton({ email }: { email: string }) {
  const { resend, isSending } = useResend();
  return (
    <Button busy={isSending} onClick={() => void resend(email)}>
      {t(isSending ? 'auth.mail.sending' : 'auth.mail.again')}
    </Button>
  );
}

export function ResendForm() {
  const { resend, isSending } = useResend();
  const [email, setEmail] = useState('');
  return (
    <form
      className={styles.resend}
      onSubmit={(event) => {
        event.preventDefault();
        if (email.trim() !== '') void resend(email.trim());
      }}
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
      <Button type="submit" look="primary" busy={isSending} disabled={email.trim() === ''}>
        {t(isSending ? 'auth.mail.sending' : 'auth.mail.newLink')}
      </Button>
    </form>
  );
}
