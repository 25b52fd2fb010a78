import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useGetList } from 'react-admin';
import { Button } from '../../components/feedback/button';
import { ChoiceCard, ChoiceGroup, TextField } from '../../components/form/inputs';
import { messageOf } from '../../lib/api';
import { usePaused } from '../../lib/use-paused';
import type { User } from '../../lib/wire/users';
import { SERVER_ORDER } from '../data-provider';
import styles from './broadcasts.module.css';

const SHOWN = 6;
const FEWEST_LETTERS = 2;
const PAUSE_MILLISECONDS = 300;

interface PersonPickerProps {
  /** An id; empty: nobody yet. */
  chosen: string;
  /** Of the one who is chosen, as the server names them. */
  name: string | null;
  onChoose: (id: string) => void;
}

/** Finds one user by name or email. */
export function PersonPicker({ chosen, name, onChoose }: PersonPickerProps) {
  const [typed, setTyped] = useState('');
  const searched = usePaused(typed.trim(), PAUSE_MILLISECONDS);
  const isSearching = chosen === '' && searched.length >= FEWEST_LETTERS;
  const { data, total, error } = useGetList<User>(
    'users',
    { pagination: { page: 1, perPage: SHOWN }, sort: SERVER_ORDER, filter: { q: searched } },
    { enabled: isSearching, placeholderData: keepPreviousData },
  );
  if (chosen !== '') {
    return (
      <div className={styles.person} role="group" aria-label="Person">
        <strong>{name ?? 'Loading the name…'}</strong>
        <Button size="small" onClick={() => onChoose('')}>
          Choose another person
        </Button>
      </div>
    );
  }
  return (
    <div className={styles.people}>
      <TextField
        label="Find a user"
        type="search"
        help="Part of the name or email address."
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div role="status">
        {isSearching && error ? (
          <p>{messageOf(error)}</p>
        ) : isSearching && data?.length === 0 ? (
          <p>Nobody matches “{searched}”.</p>
        ) : isSearching && total !== undefined && total > SHOWN ? (
          <p>Many users match. Type more of the name.</p>
        ) : null}
      </div>
      {isSearching && data && data.length > 0 && (
        <ChoiceGroup label="Users found">
          {data.map((user) => (
            <ChoiceCard
              key={user.id}
              label={user.fullName}
              help={user.email}
              name="person"
              value={user.id}
              checked={false}
              onChange={() => onChoose(user.id)}
            />
          ))}
        </ChoiceGroup>
      )}
    </div>
  );
}
