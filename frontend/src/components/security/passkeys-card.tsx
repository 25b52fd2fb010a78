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
import { t } from '../../lib/i18n/texts';
import { Trans } from '../../lib/i18n/trans';
import styles from './security.module.css';

/** Passkeys: list, add with a name, remove. */
export function PasskeysCard({ passkeys, onAdded, onRemoved }: FactorCardProps & { passkeys: readonly Passkey[] }) {
  const [adding, setAdding] = useState(false);
  return (
    <Card title={t('security.passkeys.title')} span={6}>
      <div className={styles.stack}>
        <p className={styles.text}>{t('security.passkeys.about')}</p>
        {passkeys.length > 0 && (
          <ul className={styles.list} aria-label={t('security.passkeys.list')}>
            {passkeys.map((passkey) => (
              <PasskeyItem key={passkey.id} passkey={passkey} onRemoved={onRemoved} />
            ))}
          </ul>
        )}
        {!canUsePasskeys() && <p className={styles.hint}>{t('security.passkeys.unsupported')}</p>}
        {canUsePasskeys() && !adding && (
          <div className={styles.row}>
            <Button look={passkeys.length === 0 ? 'primary' : 'secondary'} onClick={() => setAdding(true)}>
              {t('security.passkeys.add')}
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
      notify.success(t('security.passkeys.added', { name: name.trim() }));
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
        label={t('security.passkeys.name')}
        help={t('security.passkeys.nameHelp')}
        autoComplete="off"
        ref={field}
        maxLength={passkeyNameLength}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      {add.isError && <Notice kind="error" live title={messageOf(add.error)} />}
      <div className={styles.row}>
        <Button type="submit" look="primary" busy={add.isPending} disabled={name.trim() === ''}>
          {add.isPending ? t('security.waiting') : t('security.passkeys.make')}
        </Button>
        <Button look="quiet" onClick={onCancel}>
          {t('common.cancel')}
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
      notify.success(t('security.passkeys.removed', { name: passkey.name }));
      onRemoved();
    },
  });
  return (
    <li>
      <KeyRound size={18} aria-hidden="true" />
      <span className={styles.words}>
        <span className={styles.name}>{passkey.name}</span>
        <span className={styles.hint}>
          {passkey.lastUsedAt ? (
            <Trans
              id="security.passkeys.used"
              values={{ day: day(passkey.createdAt) }}
              tags={{ moment: <Moment at={passkey.lastUsedAt} relative /> }}
            />
          ) : (
            t('security.passkeys.unused', { day: day(passkey.createdAt) })
          )}
        </span>
      </span>
      <Button
        size="small"
        look="danger"
        aria-label={t('security.passkeys.removeOne', { name: passkey.name })}
        onClick={() => setAsking(true)}
      >
        {t('security.remove')}
      </Button>
      {asking && (
        <ConfirmDialog
          title={t('security.passkeys.removeTitle', { name: passkey.name })}
          action={t('security.passkeys.removeAction')}
          running={t('security.removing')}
          busy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate()}
          onClose={() => {
            remove.reset();
            setAsking(false);
          }}
        >
          {t('security.passkeys.removeText')}
        </ConfirmDialog>
      )}
    </li>
  );
}
