import { type Store, localStorageStore, memoryStore } from 'react-admin';

/** Of the form of what is stored; another one starts afresh. */
const VERSION = '1';

const isKept = (key: string): boolean => key.startsWith('preferences.') || key.endsWith('.savedQueries');

/**
 * Where react-admin keeps its state. Chosen columns and saved filters stay on the device under the person’s own name. Everything else,
 * such as the last filters of a list, is in memory and ends with the session.
 */
export function consoleStore(userId: string): Store {
  const kept = localStorageStore(VERSION, `tidemark-console-${userId}`);
  const session = memoryStore();
  const of = (key: string): Store => (isKept(key) ? kept : session);
  return {
    setup: () => [kept, session].forEach((store) => store.setup()),
    teardown: () => [kept, session].forEach((store) => store.teardown()),
    getItem: (key, value) => of(key).getItem(key, value),
    setItem: (key, value) => of(key).setItem(key, value),
    removeItem: (key) => of(key).removeItem(key),
    removeItems: (prefix) => [kept, session].forEach((store) => store.removeItems(prefix)),
    reset: () => session.reset(),
    subscribe: (key, listener) => of(key).subscribe(key, listener),
  };
}
