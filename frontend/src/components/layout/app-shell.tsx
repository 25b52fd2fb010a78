import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { PHONE, useNarrow } from '../../lib/use-narrow';
import { Logo } from '../brand/logo';
import { t } from '../../lib/i18n/texts';
import styles from './app-shell.module.css';
import { BottomNavigation } from './bottom-navigation';
import { ConnectionBanner } from './connection-banner';
import type { MenuItem } from './menu-item';
import { MenuList } from './menu-list';
import { SandboxBanner } from './sandbox-banner';
import { keepCollapsed, startsCollapsed } from './starts-collapsed';
import { TopBar } from './top-bar';

export type { MenuItem } from './menu-item';

interface AppShellProps {
  menu: readonly MenuItem[];
  home: string;
  /** In the top bar: the notification centre of members, the search of the console. */
  tools?: ReactNode;
  children: ReactNode;
}

/** The house around every signed-in screen, for members and in the console alike. */
export function AppShell({ menu, home, tools, children }: AppShellProps) {
  const [collapsed, setCollapsed] = useState(startsCollapsed);
  const isPhone = useNarrow(PHONE);
  const toggle = () => {
    keepCollapsed(!collapsed);
    setCollapsed(!collapsed);
  };
  const Toggle = collapsed ? PanelLeftOpen : PanelLeftClose;
  return (
    <div className={styles.shell} data-collapsed={collapsed || undefined}>
      <a
        href="#main"
        className={styles.skip}
        onClick={(event) => {
          // The hash belongs to the router.
          event.preventDefault();
          document.querySelector<HTMLElement>('main')?.focus();
        }}
      >
        {t('common.skip')}
      </a>
      {isPhone ? (
        <BottomNavigation menu={menu} home={home} />
      ) : (
        <aside className={styles.side}>
          <Link to={home} className={styles.brand} aria-label={t('common.brandHome')}>
            <Logo compact={collapsed} />
          </Link>
          <SideMenu menu={menu} home={home} collapsed={collapsed} />
          <button
            type="button"
            className={styles.toggle}
            onClick={toggle}
            aria-expanded={!collapsed}
            aria-label={collapsed ? t('shell.menu.expand') : t('shell.menu.collapse')}
          >
            <Toggle className="mirrored" size={18} aria-hidden="true" />
            {!collapsed && <span>{t('shell.menu.collapseShort')}</span>}
          </button>
        </aside>
      )}
      <div className={styles.body}>
        <TopBar home={home} tools={tools} />
        <ConnectionBanner />
        <SandboxBanner />
        {children}
      </div>
    </div>
  );
}

/** A long menu scrolls; the entry of the present screen is in sight. */
function SideMenu({ menu, home, collapsed }: Pick<AppShellProps, 'menu' | 'home'> & { collapsed: boolean }) {
  const { pathname } = useLocation();
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    nav.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest' });
  }, [pathname]);
  return (
    <nav ref={nav} aria-label={t('common.menu.main')} className={styles.nav}>
      <MenuList menu={menu} home={home} collapsed={collapsed} />
    </nav>
  );
}
