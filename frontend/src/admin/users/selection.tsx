import { useMemo, useState } from 'react';
import type { User } from '../../lib/wire/users';
import styles from './users.module.css';

export interface Selection {
  has: (user: User) => boolean;
  /** Takes these users in, or leaves them out. */
  set: (users: readonly User[], chosen: boolean) => void;
  clear: () => void;
}

/** Somebody to whom nothing can be done together with others is not chosen. */
export const canBeChosen = ({ may }: User): boolean => may.includes('activate') || may.includes('deactivate');

/** Rows that are chosen to do something with all of them. */
export function useSelection(): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(() => new Set());
  return useMemo(
    () => ({
      has: (user) => ids.has(user.id),
      set: (users, chosen) =>
        setIds((before) => {
          const next = new Set(before);
          for (const { id } of users) {
            if (chosen) next.add(id);
            else next.delete(id);
          }
          return next;
        }),
      clear: () => setIds(new Set()),
    }),
    [ids],
  );
}

/** The number of a row, and the box beside it that chooses the row. */
export function SelectBox({ user, selection, position }: { user: User; selection: Selection; position: number }) {
  const open = canBeChosen(user);
  return (
    <label className={styles.select} title={open ? undefined : (user.mayNot.deactivate ?? user.mayNot.activate)}>
      <input
        type="checkbox"
        checked={selection.has(user)}
        disabled={!open}
        aria-label={`Select ${user.fullName}`}
        onChange={(event) => selection.set([user], event.target.checked)}
      />
      {position}
    </label>
  );
}
