import { UserSearch, X } from 'lucide-react';
import { useState } from 'react';
import { useGetList } from 'react-admin';
import { Button } from '../../components/feedback/button';
import type { User } from '../../lib/wire/users';
import { SERVER_ORDER } from '../data-provider';
import { useFilters } from '../list/use-filters';
import styles from './audit.module.css';
import { PersonDialog } from './person-dialog';

export type PersonFilter = 'actorId' | 'about';

const words: Record<PersonFilter, string> = { actorId: 'By', about: 'By or about' };

/** Whose events are shown, and a way to choose somebody. */
export function People() {
  const filters = useFilters();
  const [choosing, setChoosing] = useState(false);
  const { actorId = '', about = '' } = filters.values as Partial<Record<PersonFilter, string>>;
  const change = (name: PersonFilter, userId: string) => filters.set({ [name]: userId });
  return (
    <div className={styles.people}>
      {actorId !== '' && <Chip name="actorId" userId={actorId} onChange={change} />}
      {about !== '' && <Chip name="about" userId={about} onChange={change} />}
      <Button size="small" icon={<UserSearch size={15} aria-hidden="true" />} onClick={() => setChoosing(true)}>
        {actorId === '' && about === '' ? 'Choose a person' : 'Choose another person'}
      </Button>
      {choosing && (
        <PersonDialog
          onChoose={(name, userId) => {
            change(name, userId);
            setChoosing(false);
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </div>
  );
}

function Chip({ name, userId, onChange }: { name: PersonFilter; userId: string; onChange: (name: PersonFilter, userId: string) => void }) {
  const { data } = useGetList<User>('users', { pagination: { page: 1, perPage: 1 }, sort: SERVER_ORDER, filter: { id: [userId] } });
  // Somebody in the rejected list is known by their number here.
  const text = `${words[name]} ${data?.[0]?.fullName ?? userId}`;
  return (
    <span className={styles.chip}>
      <span>{text}</span>
      <button type="button" aria-label={`Clear ${text}`} onClick={() => onChange(name, '')}>
        <X size={14} aria-hidden="true" />
      </button>
    </span>
  );
}
