import { Search } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import styles from './search-field.module.css';

/** How long nothing more is typed before it is looked for. */
const PAUSE_MILLISECONDS = 300;
const MOST = 100;

/** What is looked for; it stands in the address like the page. */
export const useSearched = (): string => useSearchParams()[0].get('q') ?? '';

export function SearchField({ label }: { label: string }) {
  const id = useId();
  const [params, setParams] = useSearchParams();
  const searched = params.get('q') ?? '';
  const [typed, setTyped] = useState(searched);
  const asked = useRef(searched);
  useEffect(() => {
    // The address was changed by something else, such as the menu or the way back.
    if (searched === asked.current) return;
    asked.current = searched;
    setTyped(searched);
  }, [searched]);
  useEffect(() => {
    if (typed.trim() === searched) return;
    const timer = setTimeout(() => {
      asked.current = typed.trim();
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          next.delete('page');
          if (typed.trim() === '') next.delete('q');
          else next.set('q', typed.trim());
          return next;
        },
        { replace: true },
      );
    }, PAUSE_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [typed, searched, setParams]);
  return (
    <div className={styles.search} role="search">
      <label htmlFor={id} className="visually-hidden">
        {label}
      </label>
      <Search size={16} aria-hidden="true" />
      <input
        id={id}
        type="search"
        placeholder={label}
        maxLength={MOST}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </div>
  );
}
