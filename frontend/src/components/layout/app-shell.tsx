import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { readStored, writeStored } from '../../lib/storage';
import { PHONE, useNarrow } from '../../lib/use-narrow';
import { Logo } from '../brand/logo';
import styles from './app-shell.module.css';
import { BottomNavigation } from './bottom-navigation';
import type { MenuItem } from './menu-item';
import { MenuList } from './menu-list';
import { SandboxBanner } from './sandbox-banner';
import { TopBar } from './top-bar';

export type { MenuItem } from './menu-item';

const NAV_KEY = 'tidemark:navigation';

/** As it was left; on a narrow window the content gets the room unless somebody has chosen otherwise. */
function startsCollapsed(): boolean {
  const chosen = readStored(NAV_KEY);
  return chosen === null ? innerWidth < 1024 : chosen === 'collapsed';
}

/** The house around every signed-in screen, for members and in the console alike. */
export function AppShell({ menu, home, children }: { menu: readonly MenuItem[]; home: string; children: ReactNode }) {
  const [collapsed, setCollapsed] = useState(startsCollapsed);
  const isPhone = useNarrow(PHONE);
  const toggle = () => {
    writeStored(NAV_KEY, collapsed ? 'open' : 'collapsed');
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
        Skip to content
      </a>
      {isPhone ? (
        <BottomNavigation menu={menu} home={home} />
      ) : (
        <aside className={styles.side}>
          <Link to={home} className={styles.brand} aria-label="Tidemark, home">
            <Logo compact={collapsed} />
          </Link>
          <nav aria-label="Main" className={styles.nav}>
            <MenuList menu={menu} home={home} collapsed={collapsed} />
          </nav>
          <button
            type="button"
            className={styles.toggle}
            onClick={toggle}
            aria-expanded={!collapsed}
            aria-label={collapsed ? 'Expand navigation' : 'Collapse navigation'}
          >
            <Toggle size={18} aria-hidden="true" />
            {!collapsed && <span>Collapse</span>}
          </button>
        </aside>
      )}
      <div className={styles.body}>
        <TopBar home={home} />
        <SandboxBanner />
        {children}
      </div>
    </div>
  );
}
