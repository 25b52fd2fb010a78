import { ArrowLeft } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Button } from '../../components/feedback/button';
import form from '../../components/form/form.module.css';
import { PublicPage } from '../../components/layout/public-page';
import { CodeField, takesCode } from '../../components/security/code-field';
import { ApiError, messageOf } from '../../lib/api';
import { notify } from '../../lib/notify';
import { canUsePasskeys } from '../../lib/passkeys';
import { type FactorKind, codeDemand } from '../../lib/second-factor';
import { type Session, signIn } from '../../lib/session';
import { t } from '../../lib/i18n/texts';
import { PasskeyButton } from './passkey-button';
import type { Credentials } from './password-step';

interface CodeStepProps {
  credentials: Credentials;
  kinds: readonly FactorKind[];
  onBusy: (busy: boolean) => void;
  onEntered: (session: Session) => Promise<void>;
  onBack: () => void;
}

function intro(kinds: readonly FactorKind[]): string {
  if (kinds.includes('totp')) return t('auth.code.intro.app');
  return t(takesCode(kinds) ? 'auth.code.intro.passkeyOrRecovery' : 'auth.code.intro.passkey');
}

const isAboutPassword = (error: unknown) => error instanceof ApiError && (error.status === 401 || error.status === 403);

/** The second step of signing in: what the account wants beside the password that was right. */
export function CodeStep({ credentials, kinds, onBusy, onEntered, onBack }: CodeStepProps) {
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const [running, setRunning] = useState(false);
  const hasPasskey = kinds.includes('passkey') && canUsePasskeys();
  const run = (isRunning: boolean) => {
    setRunning(isRunning);
    onBusy(isRunning);
  };

  const logIn = async (event: FormEvent) => {
    event.preventDefault();
    if (running || code.trim() === '') return;
    setProblem(undefined);
    run(true);
    try {
      await onEntered(await signIn(credentials.email.trim(), credentials.password, code.trim()));
    } catch (error) {
      if (codeDemand(error)) {
        setProblem(messageOf(error));
      } else {
        // The password, or the account, is what is wrong now: that is the first step's to mend.
        notify.error(messageOf(error));
        if (isAboutPassword(error)) onBack();
      }
    } finally {
      run(false);
    }
  };

  return (
    <PublicPage title={t('auth.code.title')} intro={intro(kinds)}>
      <form className={form.form} onSubmit={(event) => void logIn(event)} noValidate>
        {hasPasskey && (
          <PasskeyButton look={takesCode(kinds) ? 'secondary' : 'primary'} disabled={running} onBusy={onBusy} onEntered={onEntered} />
        )}
        {takesCode(kinds) && (
          <>
            <CodeField
              kinds={kinds}
              value={code}
              error={problem}
              onValue={(value) => {
                setCode(value);
                setProblem(undefined);
              }}
            />
            <Button type="submit" look="primary" wide busy={running} disabled={code.trim() === ''}>
              {t(running ? 'auth.signIn.running' : 'auth.signIn.submit')}
            </Button>
          </>
        )}
        <Button look="quiet" wide icon={<ArrowLeft className="mirrored" size={16} aria-hidden="true" />} onClick={onBack}>
          {t('auth.code.back')}
        </Button>
      </form>
    </PublicPage>
  );
}
