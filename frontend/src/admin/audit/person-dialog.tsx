import { useDeferredValue, useState } from 'react';
import { useGetList } from 'react-admin';
import { Button } from '../../components/feedback/button';
import { Dialog } from '../../components/feedback/dialog';
import { EmptyState, ErrorState, Skeleton } from '../../components/feedback/states';
import { TextField } from '../../components/form/inputs';
import type { User } from '../../lib/wire/users';
import { SERVER_ORDER } from '../data-provider';
import type { PersonFilter } from './people';
import styles from './person-dialog.module.css';

const SHOWN = 8;
const MOST = 100;

/** Finds somebody by name or email, and asks what of them is meant. */
export function PersonDialog({ onChoose, onClose }: { onChoose: (name: PersonFilter, userId: string) => void; onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const q = useDeferredValue(typed.trim());
  const { data, error, refetch } = useGetList<User>('users', {
    pagination: { page: 1, perPage: SHOWN },
    sort: SERVER_ORDER,
    filter: q === '' ? {} : { q },
  });
  return (
    <Dialog title="Choose a person" onClose={onClose}>
      <TextField
        label="Name or email"
        type="search"
        maxLength={MOST}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {error && data === undefined ? (
        <ErrorState title="The users could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton height={220} />
      ) : data.length === 0 ? (
        <EmptyState title={`No user matches “${q}”`}>Search by part of a name or email address.</EmptyState>
      ) : (
        <ul className={styles.people} aria-label="People">
          {data.map((user) => (
            <li key={user.id}>
              <span className={styles.person}>
                <strong>{user.fullName}</strong>
                <span>{user.email}</span>
              </span>
              <span className={styles.choices}>
                <Button size="small" aria-label={`By ${user.fullName}`} onClick={() => onChoose('actorId', user.id)}>
                  By
                </Button>
                <Button size="small" aria-label={`By or about ${user.fullName}`} onClick={() => onChoose('about', user.id)}>
                  By or about
                </Button>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
