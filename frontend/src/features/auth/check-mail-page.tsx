import { MailCheck } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { ButtonAnchor } from '../../components/feedback/button';
import { PublicPage } from '../../components/layout/public-page';
import { paths } from '../../config/routes';
import { usePublicConfig } from '../../lib/public-config';
import styles from './message-page.module.css';
import { CORRECTING } from './registration-draft';
import { ResendButton } from './resend-confirmation';

/** The address, where this screen was reached from the form; not after a reload from elsewhere. */
function addressOf(state: unknown): string | null {
  return typeof state === 'object' && state !== null && 'email' in state && typeof state.email === 'string' ? state.email : null;
}

export function CheckMailPage() {
  const address = addressOf(useLocation().state);
  const { developmentMailbox } = usePublicConfig();
  return (
    <PublicPage
      title="Check your mail"
      intro={
        <>
          A verification link was sent to {address ? <strong className={styles.address}>{address}</strong> : 'your registered e-mail'}. Open
          it within 24 hours to confirm your e-mail, then log in.
        </>
      }
    >
      <div className={styles.panel}>
        <MailCheck size={22} aria-hidden="true" />
        <div className={styles.words}>
          <p>
            Nothing there after a few minutes? Look into your spam folder. If you already have an account with this e-mail, the mail tells
            you so.
          </p>
          {address && (
            <p>
              A mistake in the address?{' '}
              <Link to={paths.register} state={CORRECTING}>
                Correct it and send the form again
              </Link>
            </p>
          )}
        </div>
      </div>
      <div className={styles.actions}>
        {developmentMailbox && (
          <ButtonAnchor look="primary" href="/dev/mailbox" target="_blank" rel="noreferrer">
            Open the development mailbox
          </ButtonAnchor>
        )}
        {address && <ResendButton email={address} />}
        <Link to={paths.login} className={styles.link}>
          Go to login
        </Link>
      </div>
    </PublicPage>
  );
}
