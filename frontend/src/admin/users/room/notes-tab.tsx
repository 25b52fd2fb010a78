import { type FormEvent, useState } from 'react';
import { Moment } from '../../../components/exchange/figures';
import { Button } from '../../../components/feedback/button';
import { ConfirmDialog } from '../../../components/feedback/confirm-dialog';
import { TextAreaField } from '../../../components/form/inputs';
import { Card, Grid } from '../../../components/layout/screen';
import type { Column } from '../../../components/table/data-table';
import { messageOf, request } from '../../../lib/api';
import type { MemberNoteWire } from '../../../lib/wire/types';
import { useAct } from '../../use-act';
import { listOfUser } from './list-of-user';
import styles from './room.module.css';

const MOST = 2000;
const SHOWN_IN = ['notes', 'timeline', 'audit-events'];

const columns: readonly Column<MemberNoteWire>[] = [
  { id: 'text', header: 'Note', cell: (row) => <p className={styles.note}>{row.text}</p>, wrap: true, phone: 'title' },
  { id: 'author', header: 'Author', cell: (row) => row.author ?? 'Deleted account' },
  { id: 'created', header: 'Written', cell: (row) => <Moment at={row.createdAt} /> },
  { id: 'action', header: 'Action', cell: (row) => <DeleteButton note={row} />, align: 'end', phone: 'actions' },
];

const NoteList = listOfUser({
  resource: 'notes',
  storeKey: 'notes-of-user',
  caption: 'Notes',
  columns,
  cardsBelow: 900,
  empty: { title: 'No notes yet', text: 'Notes of your team about this user appear here.' },
});

/** What the team has written about somebody. */
export function NotesTab({ userId }: { userId: string }) {
  return (
    <Grid>
      <NoteForm userId={userId} />
      <NoteList userId={userId} />
    </Grid>
  );
}

function NoteForm({ userId }: { userId: string }) {
  const [text, setText] = useState('');
  const add = useAct({
    call: () => request('/admin/notes', { method: 'POST', json: { userId, text: text.trim() } }),
    done: () => 'The note is saved.',
    lists: SHOWN_IN,
    onDone: () => setText(''),
    quiet: true,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '' && !add.isPending) add.mutate();
  };
  return (
    <Card title="Add a note">
      <form onSubmit={submit} className={styles.form}>
        <TextAreaField
          label="Note"
          help="Visible to everyone in the team who can open this page, and part of the user’s data export."
          error={add.error ? messageOf(add.error) : undefined}
          maxLength={MOST}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" look="primary" busy={add.isPending} disabled={text.trim() === ''}>
          {add.isPending ? 'Saving…' : 'Add note'}
        </Button>
      </form>
    </Card>
  );
}

function DeleteButton({ note }: { note: MemberNoteWire }) {
  const [asking, setAsking] = useState(false);
  const remove = useAct({
    call: () => request(`/admin/notes/${encodeURIComponent(note.id)}`, { method: 'DELETE' }),
    done: () => 'The note is deleted.',
    lists: SHOWN_IN,
    onDone: () => setAsking(false),
    quiet: true,
  });
  if (!note.may.includes('delete')) return null;
  return (
    <>
      <Button size="small" look="danger" aria-label={`Delete the note “${note.text.slice(0, 40)}”`} onClick={() => setAsking(true)}>
        Delete
      </Button>
      {asking && (
        <ConfirmDialog
          title="Delete this note?"
          action="Delete"
          running="Deleting…"
          busy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate()}
          onClose={() => {
            remove.reset();
            setAsking(false);
          }}
        >
          The text is deleted permanently. The audit log records who deleted a note, and when.
        </ConfirmDialog>
      )}
    </>
  );
}
