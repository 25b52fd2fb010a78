import { ArrowLeft, BadgeCheck, ShieldAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { ApiError, request } from '../../lib/api';
import { useProfile } from '../../lib/session';
import type { ColorWire } from '../../lib/wire/types';
import { colorMode, keepOwnColor, setColorMode } from '../../theme/color-mode';
import { Badge } from '../feedback/badge';
import { AccountMenu } from './account-menu';
import { ColorSwitch } from './color-switch';
import { t } from '../../lib/i18n/texts';
import styles from './top-bar.module.css';

/** Stores the colour shown now with the account. */
async function storeColor(): Promise<void> {
  // Until the account has it, the choice is this device's own.
  keepOwnColor(true);
  try {
    const color = colorMode() === 'dark' ? 'black' : 'white';
    const { body } = await request<{ color: ColorWire }>('/me/color', { method: 'POST', json: { color } });
    keepOwnColor(false);
    setColorMode(body.color === 'black' ? 'dark' : 'light');
  } catch (error) {
    // The choice holds on this device all the same; only the account keeps its former colour.
    if (!(error instanceof ApiError)) throw error;
  }
}

export function TopBar({ home, tools }: { home: string; tools?: ReactNode }) {
  const profile = useProfile();
  const navigate = useNavigate();
  const { pathname, key } = useLocation();
  const goBack = () => (key === 'default' ? navigate(home) : navigate(-1));
  const isVerified = profile.kycStatus === 'approved';
  return (
    <header className={styles.bar}>
      {pathname === home ? (
        <span />
      ) : (
        <button type="button" className={styles.back} onClick={() => void goBack()} aria-label={t('shell.menu.back')}>
          <ArrowLeft className="mirrored" size={18} aria-hidden="true" />
        </button>
      )}
      <div className={styles.right}>
        {profile.role !== 'admin' && (
          <Badge
            tone={isVerified ? 'up' : 'warn'}
            icon={isVerified ? <BadgeCheck aria-hidden="true" /> : <ShieldAlert aria-hidden="true" />}
          >
            {isVerified ? t('shell.verified') : t('shell.unverified')}
          </Badge>
        )}
        {tools}
        <ColorSwitch onChange={() => void storeColor()} />
        <AccountMenu />
      </div>
    </header>
  );
}
