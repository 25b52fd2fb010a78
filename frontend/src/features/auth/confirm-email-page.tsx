import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { buttonClass } from '../../components/feedback/button';
import { Notice } from '../../components/feedback/notice';
import { Skeleton } from '../../components/feedback/states';
import { PublicPage } from '../../components/layout/public-page';
import { paths } from '../../config/routes';
import { messageOf, request } from '../../lib/api';
import { checkSession } from '../../lib/session';
import { useVisible } from '../../lib/use-visible';
import type { Answer } from '../../lib/wire/types';
import { t } from '../../lib/i18n/texts';
import styles from './message-page.module.css';
import { ResendForm } from './resend-confirmation';
import { useMailToken } from './use-mail-token';

type Result = { kind: 'loading' } | { kind: 'confirmed'; message: string } | { kind: 'failed'; message: string };

const confirmEmail = async (mailToken: string): Promise<string> =>
  (await request<Answer<unknown>>('/confirmemail', { authorization: { mailToken } })).body.message;

/**
 * Confirms the email of a link: the one of a registration, or a new one that somebody asked for in their profile. The
 * token is spent only while somebody looks, never by a mail scanner that merely opens the page.
 */
export function ConfirmEmailPage() {
  const token = useMailToken('/emailconfirm');
  const [result, setResult] = useState<Result>(
    token === null ? { kind: 'failed', message: t('auth.confirm.noLink') } : { kind: 'loading' },
  );
  const visible = useVisible();
  const asked = useRef<Promise<string>>(null);

  useEffect(() => {
    if (!visible || token === null) return;
    // Asked once, however often the page is hidden and shown again while the answer is under way.
    asked.current ??= confirmEmail(token);
    let current = true;
    asked.current.then(
      (message) => {
        if (current) setResult({ kind: 'confirmed', message });
        // A new email ends every session; the one of this browser may be among them.
        checkSession();
      },
      (error: unknown) => current && setResult({ kind: 'failed', message: messageOf(error) }),
    );
    return () => {
      current = false;
    };
  }, [visible, token]);

  return (
    <PublicPage title={t(result.kind === 'confirmed' ? 'auth.confirm.done' : 'auth.confirm.running')}>
      <div className={styles.result} aria-live="polite">
        {result.kind === 'loading' && (
          <>
            <Skeleton height={72} />
            <p className="visually-hidden">{t('auth.confirm.loading')}</p>
          </>
        )}
        {result.kind === 'confirmed' && (
          <>
            <Notice kind="success" title={result.message} />
            <Link to={paths.login} className={buttonClass({ look: 'primary' })}>
              {t('auth.mail.toLogin')}
            </Link>
          </>
        )}
        {result.kind === 'failed' && (
          <>
            <Notice kind="error" title={result.message}>
              {t('auth.confirm.failed')}
            </Notice>
            <ResendForm />
            <p>
              <Link to={paths.login} className={styles.link}>
                {t('auth.mail.toLogin')}
              </Link>
            </p>
          </>
        )}
      </div>
    </PublicPage>
  );
}
