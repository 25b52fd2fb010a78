import { readStored, writeStored } from '../../lib/storage';

const KEY = 'tidemark:navigation';

/** Whether the navigation begins as a rail: as it was left, or on a narrow window where the member has not chosen. */
export function startsCollapsed(): boolean {
  const chosen = readStored(KEY);
  return chosen === null ? innerWidth < 1024 : chosen === 'collapsed';
}

export const keepCollapsed = (collapsed: boolean): void => writeStored(KEY, collapsed ? 'collapsed' : 'open');
