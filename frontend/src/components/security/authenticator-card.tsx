import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../lib/api';
import { notify } from '../../lib/notify';
import { type NewTotp, beginTotp, confirmTotp, removeTotp } from '../../lib/second-factor';
import { Badge } from '../feedback/badge';
import { Button } from '../feedback/button';
import { ConfirmDialog } from '../feedback/confirm-dialog';
import { CopyButton } from '../feedback/copy-button';
import { Notice } from '../feedback/notice';
import { TextField } from '../form/inputs';
import { Card } from '../layout/screen';
import { QrCode } from '../qr-code/qr-code';
import styles from './security.module.css';

export interface FactorCardProps {
  /** Told after a factor was added; the codes come with the first one only. */
  onAdded: (recoveryCodes: string[] | null) => void;
  onRemoved: () => void;
}

/** An app that shows six digits: set up, put another in its place, or remove. */
export function AuthenticatorCard({ isOn, onAdded, onRemoved }: FactorCardProps & { isOn: boolean }) {
  const [asking, setAsking] = useState(false);
  const begin = useMutation({ mutationFn: beginTotp });
  const remove = useMutation({
    mutationFn: removeTotp,
    onSuccess: () => {
      setAsking(false);
      notify.success('The authenticator app is removed. Your other sessions were ended.');
      onRemoved();
    },
  });
  const added = (codes: string[] | null) => {
    begin.reset();
    notify.success(
      codes === null ? 'The authenticator app is set up. Your other sessions were ended.' : 'The authenticator app is set up.',
    );
    onAdded(codes);
  };
  return (
    <Card title="Authenticator app" aside={isOn ? <Badge tone="up">On</Badge> : <Badge>Off</Badge>} span={6}>
      {begin.data ? (
        <Setup totp={begin.data} onConfirmed={added} onCancel={begin.reset} />
      ) : (
        <div className={styles.stack}>
          <p className={styles.text}>
            {isOn
              ? 'Signing in asks for the six digits that your app shows.'
              : 'An app on your phone shows six digits; signing in asks for them. Any app that reads QR codes does.'}
          </p>
          {begin.isError && <Notice kind="error" live title={messageOf(begin.error)} />}
          <div className={styles.row}>
            <Button look={isOn ? 'secondary' : 'primary'} busy={begin.isPending} onClick={() => begin.mutate()}>
              {isOn ? 'Set up another' : 'Set up the app'}
            </Button>
            {isOn && (
              <Button look="danger" onClick={() => setAsking(true)}>
                Remove
              </Button>
            )}
          </div>
        </div>
      )}
      {asking && (
        <ConfirmDialog
          title="Remove the authenticator app?"
          action="Remove the app"
          running="Removing…"
          busy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate()}
          onClose={() => {
            remove.reset();
            setAsking(false);
          }}
        >
          Its codes stop working at once, and your other sessions end.
        </ConfirmDialog>
      )}
    </Card>
  );
}

/** Groups of four read and type better than 32 letters in a row. */
const inFours = (secret: string) => secret.replace(/(.{4})(?=.)/g, '$1 ');

function Setup({ totp, onConfirmed, onCancel }: { totp: NewTotp; onConfirmed: (codes: string[] | null) => void; onCancel: () => void }) {
  const [code, setCode] = useState('');
  const confirm = useMutation({ mutationFn: () => confirmTotp(code.trim()), onSuccess: onConfirmed });
  return (
    <form
      className={styles.stack}
      onSubmit={(event) => {
        event.preventDefault();
        if (code.trim() !== '') confirm.mutate();
      }}
      noValidate
    >
      <div className={styles.scan}>
        <QrCode text={totp.uri} label="QR code for your authenticator app" />
        <div className={styles.stack}>
          <p className={styles.text}>Scan this with your app, or type the secret into it:</p>
          <p className={styles.secret}>
            <code>{inFours(totp.secret)}</code>
          </p>
          <div className={styles.row}>
            <CopyButton text={totp.secret} label="Copy secret" />
          </div>
        </div>
      </div>
      <TextField
        label="Code"
        help="The six digits that the app shows now."
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={10}
        value={code}
        error={confirm.isError ? messageOf(confirm.error) : undefined}
        onChange={(event) => setCode(event.target.value)}
      />
      <div className={styles.row}>
        <Button type="submit" look="primary" busy={confirm.isPending} disabled={code.trim() === ''}>
          {confirm.isPending ? 'Checking…' : 'Turn on'}
        </Button>
        <Button look="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
