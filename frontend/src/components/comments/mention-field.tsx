import {
  type KeyboardEvent,
  type Ref,
  type SyntheticEvent,
  use,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { t } from '../../lib/i18n/texts';
import { TextAreaField } from '../form/inputs';
import { mentionAt, MentionNames, namesFor } from './mention-text';
import styles from './comments.module.css';

interface MentionFieldProps {
  label: string;
  help?: string;
  error: string | undefined;
  maxLength: number;
  value: string;
  onType: (text: string) => void;
  ref?: Ref<HTMLTextAreaElement>;
}

/** A text field that completes names after `@`: arrow keys choose, Enter or Tab inserts, Escape closes. */
export function MentionField({ value, onType, ref, ...field }: MentionFieldProps) {
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const people = use(MentionNames);
  /** Null: the list is closed. */
  const [caret, setCaret] = useState<number | null>(null);
  const [at, setAt] = useState(0);
  const moveTo = useRef<number | null>(null);
  useImperativeHandle(ref, () => area.current!);
  useLayoutEffect(() => {
    if (moveTo.current === null) return;
    area.current?.setSelectionRange(moveTo.current, moveTo.current);
    moveTo.current = null;
  }, [value]);

  const typed = caret === null ? null : mentionAt(value, caret);
  const names = typed ? namesFor(typed, people) : [];
  const active = Math.min(at, names.length - 1);
  const insert = (name: string) => {
    if (!typed || caret === null) return;
    const before = `${value.slice(0, typed.from)}@${name} `;
    moveTo.current = before.length;
    onType(before + value.slice(caret).replace(/^ /, ''));
    setCaret(null);
    area.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const chosen = names[active];
    if (chosen === undefined || event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') setAt((active + 1) % names.length);
    else if (event.key === 'ArrowUp') setAt((active + names.length - 1) % names.length);
    else if (event.key === 'Enter' || event.key === 'Tab') insert(chosen);
    else if (event.key === 'Escape') setCaret(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const follow = ({ currentTarget }: SyntheticEvent<HTMLTextAreaElement>) => setCaret(currentTarget.selectionStart);
  const isOpen = names.length > 0;
  return (
    <div className={styles.mentionField}>
      <TextAreaField
        {...field}
        ref={area}
        dir="auto"
        value={value}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={isOpen ? `${id}-list` : undefined}
        aria-activedescendant={isOpen ? `${id}-${active}` : undefined}
        onKeyDown={onKeyDown}
        onFocus={follow}
        onSelect={follow}
        onBlur={() => setCaret(null)}
        onChange={(event) => {
          onType(event.target.value);
          follow(event);
          setAt(0);
        }}
      />
      {isOpen && (
        <div id={`${id}-list`} role="listbox" aria-label={t('comments.form.mention')} className={styles.mentionList}>
          {names.map((name, index) => (
            // A press would take the focus from the field, and close the list before it is heard.
            <button
              key={name}
              type="button"
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              translate="no"
              dir="auto"
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => insert(name)}
            >
              {name}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
