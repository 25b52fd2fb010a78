import { Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../../components/feedback/button';
import { Dialog } from '../../components/feedback/dialog';
import type { MenuItem } from '../../components/layout/app-shell';
import { messageOf } from '../../lib/api';
import { useFocusOnMount } from '../../lib/use-focus';
import { entriesOf, pagesFor, type SearchEntry } from './search-entries';
import styles from './search.module.css';
import { MAX_LENGTH, useRecordSearch } from './use-record-search';

interface SearchDialogProps {
  /** The pages that the person may open. */
  menu: readonly MenuItem[];
  onClose: () => void;
}

/** A combobox over pages and records: arrow keys choose, Enter opens. */
export function SearchDialog({ menu, onClose }: SearchDialogProps) {
  const id = useId();
  const field = useFocusOnMount();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const q = typed.trim();
  const { hits, error, isSearching, retry } = useRecordSearch(q);
  const entries = [...pagesFor(menu, q), ...entriesOf(hits ?? [])];
  const active = Math.min(at, entries.length - 1);
  const open = ({ to }: SearchEntry) => {
    onClose();
    void navigate(to);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Readonly<Record<string, number>> = { ArrowDown: active + 1, ArrowUp: active - 1 };
    const step = steps[event.key];
    const chosen = entries[active];
    if (event.key === 'Escape') onClose();
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing && chosen) open(chosen);
    else if (step !== undefined && entries.length > 0) setAt((step + entries.length) % entries.length);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title="Search" onClose={onClose}>
      <div className={styles.field}>
        <Search size={16} aria-hidden="true" />
        <input
          ref={field}
          type="text"
          role="combobox"
          aria-label="Search pages and records"
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-expanded={entries.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={entries.length > 0 ? `${id}-${active}` : undefined}
          placeholder="Page, name, email, number, pair or ID"
          enterKeyHint="go"
          maxLength={MAX_LENGTH}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onKeyDown={onKeyDown}
          onChange={(event) => {
            setTyped(event.target.value);
            setAt(0);
          }}
        />
      </div>
      <Results id={id} entries={entries} active={active} onOpen={open} />
      <p role="status" className={styles.status}>
        {isSearching ? 'Searching…' : entries.length === 0 && !error ? `Nothing found for “${q}”.` : ''}
      </p>
      {error && (
        <div role="alert" className={styles.status}>
          <p>{messageOf(error)}</p>
          <Button size="small" onClick={retry}>
            Try again
          </Button>
        </div>
      )}
    </Dialog>
  );
}

interface ResultsProps {
  id: string;
  entries: readonly SearchEntry[];
  active: number;
  onOpen: (entry: SearchEntry) => void;
}

function Results({ id, entries, active, onOpen }: ResultsProps) {
  const list = useRef<HTMLDivElement>(null);
  // A browser may answer with a promise, which is no way to end an effect.
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView?.({ block: 'nearest' });
  }, [active]);
  const groups = [...new Set(entries.map(({ group }) => group))];
  return (
    <div ref={list} id={`${id}-list`} role="listbox" aria-label="Results" hidden={entries.length === 0} className={styles.list}>
      {groups.map((group) => (
        <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
          <p id={`${id}-${group}`} role="presentation" className={styles.group}>
            {group}
          </p>
          {entries.map((entry, index) =>
            entry.group !== group ? null : (
              // The keys are those of the field, which keeps the focus.
              <button
                key={entry.key}
                type="button"
                id={`${id}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === active}
                className={styles.option}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => onOpen(entry)}
              >
                <span>{entry.title}</span>
                {entry.detail !== '' && <span className={styles.detail}>{entry.detail}</span>}
              </button>
            ),
          )}
        </div>
      ))}
    </div>
  );
}
