import { act, render } from '@testing-library/react';
import { App } from '../../src/app/app';
import { notify } from '../../src/lib/notify';
import { endSession } from '../../src/lib/session';

/** Opens the whole app at a path, as a fresh page load would: nothing of an earlier test is left in memory. */
export async function open(path: string) {
  const stored = Object.entries(localStorage) as [string, string][];
  endSession();
  notify.clear();
  for (const [key, value] of stored) localStorage.setItem(key, value);
  location.hash = `#${path}`;
  const view = render(<App />);
  await act(async () => undefined);
  return view;
}

export const currentPath = () => location.hash.slice(1);
