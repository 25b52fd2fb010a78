import { ChevronDown, LockKeyhole, LogOut, UserRound } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { consolePaths } from '../../config/console-routes';
import { paths } from '../../config/routes';
import { notify } from '../../lib/notify';
import { signOut, useProfile } from '../../lib/session';
import { t } from '../../lib/i18n/texts';
import styles from './account-menu.module.css';
import { Avatar } from './avatar';
import { usePopup } from './use-popup';

/** Picture, full name, and behind them the profile and the way out. */
export function AccountMenu() {
  const profile = useProfile();
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const { root, button, onBlur } = usePopup(open, () => setOpen(false));

  const logOut = async () => {
    await signOut();
    notify.success(t('shell.loggedOut'));
    await navigate(paths.login);
  };

  return (
    <div ref={root} className={styles.account} onBlur={onBlur}>
      <button
        ref={button}
        type="button"
        className={styles.button}
        aria-expanded={open}
        aria-controls="account-menu"
        onClick={() => setOpen(!open)}
      >
        <Avatar name={profile.fullName} image={profile.imageUrl} />
        <span className={styles.name}>{profile.fullName}</span>
        <ChevronDown size={15} aria-hidden="true" className={styles.chevron} />
      </button>
      {open && (
        <div id="account-menu" className={styles.menu}>
          <p className={styles.who}>
            <span>{profile.fullName}</span>
            <span className={styles.email}>{profile.email}</span>
          </p>
          <Link to={profile.role === 'admin' ? consolePaths.profile : paths.profile} className={styles.item} onClick={() => setOpen(false)}>
            <UserRound size={17} aria-hidden="true" /> {t('shell.menu.profile')}
          </Link>
          <Link to={paths.security} className={styles.item} onClick={() => setOpen(false)}>
            <LockKeyhole size={17} aria-hidden="true" /> {t('shell.menu.security')}
          </Link>
          <button type="button" className={styles.item} onClick={() => void logOut()}>
            <LogOut className="mirrored" size={17} aria-hidden="true" /> {t('shell.menu.logOut')}
          </button>
        </div>
      )}
    </div>
  );
}
