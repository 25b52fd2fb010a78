import { Search } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { MenuItem } from '../../components/layout/app-shell';
import { SearchDialog } from './search-dialog';
import styles from './search.module.css';

const isApple = () => /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The button of the search in the top bar. Ctrl-K or Cmd-K opens it from everywhere, unless another dialog is open. */
export function ConsoleSearch({ menu }: { menu: readonly MenuItem[] }) {
  const [isOpen, setOpen] = useState(false);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    event.preventDefault();
    if (document.querySelector('dialog[open]') === null) setOpen(true);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  return (
    <>
      <button
        type="button"
        className={styles.button}
        aria-label="Search"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        data-keys={isApple() ? '⌘K' : 'Ctrl K'}
        onClick={() => setOpen(true)}
      >
        <Search size={18} aria-hidden="true" />
        <span className={styles.label}>Search</span>
      </button>
      {isOpen && <SearchDialog menu={menu} onClose={() => setOpen(false)} />}
    </>
  );
}
