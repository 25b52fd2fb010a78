import type { LucideIcon } from 'lucide-react';
import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { readStored, writeStored } from '../../lib/storage';
import { Logo } from '../brand/logo';
import styles from './app-shell.module.css';
import { SandboxBanner } from './sandbox-banner';
import { TopBar } from './top-bar';

export interface MenuItem {
  to: string;
  label: string;
  /** One word for the bar at the bottom of a phone. */
  short?: string;
  icon: LucideIcon;
  /** Things waiting for a decision. */
  waiting?: number | undefined;
}

const NAV_KEY = 'tidemark:navigation';

/** As it was left; on a narrow window the content gets the room unless somebody has chosen otherwise. */
function startsCollapsed(): boolean {
  const chosen = readStored(NAV_KEY);
  return chosen === null ? innerWidth < 1024 : chosen === 'collapsed';
}

/** The house around every signed-in screen, for members and in the console alike. */
export function AppShell({ menu, home, children }: { menu: readonly MenuItem[]; home: string; children: ReactNode }) {
  const [collapsed, setCollapsed] = useState(startsCollapsed);
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
      <aside className={styles.side}>
        <Link to={home} className={styles.brand} aria-label="Tidemark, home">
          <Logo compact={collapsed} />
        </Link>
        <Navigation menu={menu} home={home} collapsed={collapsed} />
        <button type="button" className={styles.toggle} onClick={toggle} aria-expanded={!collapsed} aria-label={collapsed ? 'Expand navigation' : 'Collapse navigation'}>
          <Toggle size={18} aria-hidden="true" />
          {!collapsed && <span>Collapse</span>}
        </button>
      </aside>
      <div className={styles.body}>
        <TopBar home={home} />
        <SandboxBanner />
        {children}
      </div>
    </div>
  );
}

function Navigation({ menu, home, collapsed }: { menu: readonly MenuItem[]; home: string; collapsed: boolean }) {
  const { pathname } = useLocation();
  const isCurrent = (to: string) => pathname === to || (to !== home && pathname.startsWith(`${to}/`));
  return (
    <nav aria-label="Main" className={styles.nav}>
      <ul>
        {menu.map(({ to, label, short, icon: Icon, waiting }) => (
          <li key={to}>
            <Link to={to} aria-current={isCurrent(to) ? 'page' : undefined} title={collapsed ? label : undefined}>
              <Icon size={19} aria-hidden="true" />
              <span className={styles.label} data-short={short}>
                {label}
              </span>
              {waiting ? (
                <span className={styles.waiting}>
                  {waiting}
                  <span className="visually-hidden"> waiting</span>
                </span>
              ) : null}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
