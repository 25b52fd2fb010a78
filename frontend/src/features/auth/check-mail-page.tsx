import { MailCheck } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { ButtonAnchor } from '../../components/feedback/button';
import { PublicPage } from '../../components/layout/public-page';
import { paths } from '../../config/routes';
import { usePublicConfig } from '../../lib/public-config';
import { t } from '../../lib/i18n/texts';
import { Trans } from '../../lib/i18n/trans';
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
      title={t('auth.mail.title')}
      intro={
        address ? (
          <Trans id="auth.mail.sentTo" tags={{ email: <strong className={styles.address}>{address}</strong> }} />
        ) : (
          t('auth.mail.sent')
        )
      }
    >
      <div className={styles.panel}>
        <MailCheck size={22} aria-hidden="true" />
        <div className={styles.words}>
          <p>{t('auth.mail.nothing')}</p>
          {address && (
            <p>
              <Trans id="auth.mail.mistake" tags={{ link: <Link to={paths.register} state={CORRECTING} /> }} />
            </p>
          )}
        </div>
      </div>
      <div className={styles.actions}>
        {developmentMailbox && (
          <ButtonAnchor look="primary" href="/dev/mailbox" target="_blank" rel="noreferrer">
            {t('auth.mail.mailbox')}
          </ButtonAnchor>
        )}
        {address && <ResendButton email={address} />}
        <Link to={paths.login} className={styles.link}>
          {t('auth.mail.toLogin')}
        </Link>
      </div>
    </PublicPage>
  );
}
