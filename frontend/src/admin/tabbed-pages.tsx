import type { ReactNode } from 'react';
import { Route, Routes, useLocation } from 'react-router';
import { Tabs } from '../components/layout/tabs';
import type { PermissionWire } from '../lib/wire/types';
import { PermittedPart, useMay } from './access/allowed';
import { ConsoleNotFound } from './console-not-found';
import styles from './tabbed-pages.module.css';

export interface TabbedPage {
  /** Below the address of the first page, which has none. */
  path: string;
  label: string;
  /** The permission without which there is no such page. */
  needs?: PermissionWire;
  /** Has an address and no tab. */
  isHidden?: boolean;
  element: ReactNode;
}

/** Pages of one record, each under an address of its own with a tab. */
export function TabbedPages({ label, home, pages }: { label: string; home: string; pages: readonly TabbedPage[] }) {
  const { pathname } = useLocation();
  const may = useMay();
  const tabs = pages
    .filter(({ needs, isHidden = false }) => !isHidden && (needs === undefined || may(needs)))
    .map((page) => {
      const to = page.path === '' ? home : `${home}/${page.path}`;
      return { to, label: page.label, current: pathname === to };
    });
  return (
    <>
      <div className={styles.tabs}>
        <Tabs label={label} tabs={tabs} />
      </div>
      <Routes>
        {pages.map(({ path, needs, element }) => (
          <Route key={path} path={path} element={needs === undefined ? element : <PermittedPart to={needs} part={element} />} />
        ))}
        <Route path="*" element={<ConsoleNotFound />} />
      </Routes>
    </>
  );
}
