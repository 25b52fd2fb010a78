import { Link } from 'react-router';
import styles from './tabs.module.css';

export interface TabLink {
  to: string;
  label: string;
  current: boolean;
}

/** Tabs as links: each has an address, so that back, reload and a copied link lead to the same place. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly TabLink[] }) {
  return (
    <nav aria-label={label} className={styles.tabs}>
      <ul>
        {tabs.map((tab) => (
          <li key={tab.to}>
            <Link to={tab.to} aria-current={tab.current ? 'page' : undefined}>
              {tab.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
