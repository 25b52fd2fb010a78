import { LogOut } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { Logo } from '../../components/brand/logo';
import { Button } from '../../components/feedback/button';
import { Notice } from '../../components/feedback/notice';
import { ColorSwitch } from '../../components/layout/color-switch';
import { Grid } from '../../components/layout/screen';
import { useScreen } from '../../components/layout/use-screen';
import { FactorCards } from '../../components/security/factor-cards';
import { RecoveryCodesDialog } from '../../components/security/recovery-codes';
import { paths } from '../../config/routes';
import { messageOf } from '../../lib/api';
import { notify } from '../../lib/notify';
import { refreshProfile, signOut } from '../../lib/session';
import { t } from '../../lib/i18n/texts';
import { Trans } from '../../lib/i18n/trans';
import styles from './enrol-page.module.css';

/** Where an account that must have a second factor sets up its first: nothing else is open to it, but signing out. */
export function EnrolPage() {
  const main = useScreen(t('security.enrol.title'));
  const navigate = useNavigate();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  // The session opens everything from here on; the profile says whose rooms those are, and the guard leads there.
  const goOn = async () => {
    setCodes(null);
    setProblem(null);
    try {
      await refreshProfile();
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  const leave = async () => {
    await signOut();
    notify.success(t('security.enrol.loggedOut'));
    await navigate(paths.login);
  };

  return (
    <>
      <header className={styles.header}>
        <Logo />
        <div className={styles.actions}>
          <ColorSwitch />
          <Button look="quiet" icon={<LogOut className="mirrored" size={16} aria-hidden="true" />} onClick={() => void leave()}>
            {t('security.enrol.logOut')}
          </Button>
        </div>
      </header>
      <main ref={main} tabIndex={-1} className={styles.main}>
        <h1>{t('security.enrol.title')}</h1>
        <p className={styles.intro}>{t('security.enrol.intro')}</p>
        {problem && (
          <div className={styles.problem}>
            <Notice kind="error" live title={problem}>
              <Trans id="security.enrol.done" tags={{ again: <Again onAgain={() => void goOn()} /> }} />
            </Notice>
          </div>
        )}
        <Grid>
          <FactorCards onAdded={(fresh) => (fresh === null ? void goOn() : setCodes(fresh))} onRemoved={() => undefined} />
        </Grid>
      </main>
      {codes && <RecoveryCodesDialog codes={codes} onStored={() => void goOn()} />}
    </>
  );
}

function Again({ onAgain, children }: { onAgain: () => void; children?: ReactNode }) {
  return (
    <button type="button" className={styles.again} onClick={onAgain}>
      {children}
    </button>
  );
}
