import { useMutation } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { passkeyNameLength } from '../../config/constants';
import { messageOf } from '../../lib/api';
import { day } from '../../lib/format/date';
import { notify } from '../../lib/notify';
import { canUsePasskeys } from '../../lib/passkeys';
import { type Passkey, addPasskey, removePasskey } from '../../lib/second-factor';
import { useFocusOnMount } from '../../lib/use-focus';
import { Moment } from '../exchange/figures';
import { Button } from '../feedback/button';
import { ConfirmDialog } from '../feedback/confirm-dialog';
import { Notice } from '../feedback/notice';
import { TextField } from '../form/inputs';
import { Card } from '../layout/screen';
import type { FactorCardProps } from './authenticator-card';
import styles from './security.module.css';

/** Passkeys: list, add with a name, remove. */
export function PasskeysCard({ passkeys, onAdded, onRemoved }: FactorCardProps & { passkeys: readonly Passkey[] }) {
  const [adding, setAdding] = useState(false);
  return (
    <Card title="Passkeys" span={6}>
      <div className={styles.stack}>
        <p className={styles.text}>Your device’s finger, face or PIN instead of a password. A passkey can’t be phished.</p>
        {passkeys.length > 0 && (
          <ul className={styles.list} aria-label="Your passkeys">
            {passkeys.map((passkey) => (
              <PasskeyItem key={passkey.id} passkey={passkey} onRemoved={onRemoved} />
            ))}
          </ul>
        )}
        {!canUsePasskeys() && (
          <p className={styles.hint}>This browser can’t make passkeys. Use an authenticator app, or another browser.</p>
        )}
        {canUsePasskeys() && !adding && (
          <div className={styles.row}>
            <Button look={passkeys.length === 0 ? 'primary' : 'secondary'} onClick={() => setAdding(true)}>
              Add a passkey
            </Button>
          </div>
        )}
        {adding && (
          <NewPasskey
            onCancel={() => setAdding(false)}
            onAdded={(codes) => {
              setAdding(false);
              onAdded(codes);
            }}
          />
        )}
      </div>
    </Card>
  );
}

function NewPasskey({ onAdded, onCancel }: { onAdded: (codes: string[] | null) => void; onCancel: () => void }) {
  const field = useFocusOnMount();
  const [name, setName] = useState('');
  const add = useMutation({
    mutationFn: () => addPasskey(name.trim()),
    onSuccess: (codes) => {
      notify.success(`The passkey “${name.trim()}” is added.`);
      onAdded(codes);
    },
  });
  return (
    <form
      className={styles.stack}
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== '') add.mutate();
      }}
      noValidate
    >
      <TextField
        label="Name"
        help="So that you know it again, such as “Work laptop”."
        autoComplete="off"
        ref={field}
        maxLength={passkeyNameLength}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      {add.isError && <Notice kind="error" live title={messageOf(add.error)} />}
      <div className={styles.row}>
        <Button type="submit" look="primary" busy={add.isPending} disabled={name.trim() === ''}>
          {add.isPending ? 'Waiting for your device…' : 'Make the passkey'}
        </Button>
        <Button look="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function PasskeyItem({ passkey, onRemoved }: { passkey: Passkey; onRemoved: () => void }) {
  const [asking, setAsking] = useState(false);
  const remove = useMutation({
    mutationFn: () => removePasskey(passkey.id),
    onSuccess: () => {
      setAsking(false);
      notify.success(`The passkey “${passkey.name}” is removed.`);
      onRemoved();
    },
  });
  return (
    <li>
      <KeyRound size={18} aria-hidden="true" />
      <span className={styles.words}>
        <span className={styles.name}>{passkey.name}</span>
        <span className={styles.hint}>
          Added {day(passkey.createdAt)} ·{' '}
          {passkey.lastUsedAt ? (
            <>
              used <Moment at={passkey.lastUsedAt} relative />
            </>
          ) : (
            'not used yet'
          )}
        </span>
      </span>
      <Button size="small" look="danger" aria-label={`Remove ${passkey.name}`} onClick={() => setAsking(true)}>
        Remove
      </Button>
      {asking && (
        <ConfirmDialog
          title={`Remove the passkey “${passkey.name}”?`}
          action="Remove the passkey"
          running="Removing…"
          busy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate()}
          onClose={() => {
            remove.reset();
            setAsking(false);
          }}
        >
          You can’t sign in with it any more, and your other sessions end. Your device may go on offering it until you delete it there, too.
        </ConfirmDialog>
      )}
    </li>
  );
}
