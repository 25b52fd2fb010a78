import { LogOut } from 'lucide-react';
import { useState } from 'react';
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
import styles from './enrol-page.module.css';

/** Where an account that must have a second factor sets up its first: nothing else is open to it, but signing out. */
export function EnrolPage() {
  const main = useScreen('Set up a second factor');
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
    notify.success('You are now logged out...');
    await navigate(paths.login);
  };

  return (
    <>
      <header className={styles.header}>
        <Logo />
        <div className={styles.actions}>
          <ColorSwitch />
          <Button look="quiet" icon={<LogOut size={16} aria-hidden="true" />} onClick={() => void leave()}>
            Log out
          </Button>
        </div>
      </header>
      <main ref={main} tabIndex={-1} className={styles.main}>
        <h1>Set up a second factor</h1>
        <p className={styles.intro}>Admins sign in with more than a password. Choose one of these; you can add the other later.</p>
        {problem && (
          <div className={styles.problem}>
            <Notice kind="error" live title={problem}>
              Your second factor is set up.{' '}
              <button type="button" className={styles.again} onClick={() => void goOn()}>
                Try again
              </button>
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
