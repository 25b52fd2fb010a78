import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import styles from './tabs.module.css';

export interface TabLink {
  to: string;
  label: string;
  current: boolean;
}

/** Tabs as links: each has an address, so that back, reload and a copied link lead to the same place. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly TabLink[] }) {
  const strip = useRef<HTMLElement>(null);
  const current = tabs.find((tab) => tab.current)?.to;
  useEffect(() => {
    // On a phone the strip is wider than the screen: the tab one is on must not lie beyond its edge.
    const box = strip.current?.getBoundingClientRect();
    const tab = strip.current?.querySelector('[aria-current]')?.getBoundingClientRect();
    if (strip.current && box && tab) strip.current.scrollLeft += tab.left + tab.width / 2 - (box.left + box.width / 2);
  }, [current]);
  return (
    <nav ref={strip} aria-label={label} className={styles.tabs}>
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
