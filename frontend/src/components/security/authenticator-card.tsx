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
import { t } from '../../lib/i18n/texts';
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
      notify.success(t('security.app.removed'));
      onRemoved();
    },
  });
  const added = (codes: string[] | null) => {
    begin.reset();
    notify.success(codes === null ? t('security.app.added') : t('security.app.addedFirst'));
    onAdded(codes);
  };
  return (
    <Card
      title={t('security.app.title')}
      aside={isOn ? <Badge tone="up">{t('security.app.on')}</Badge> : <Badge>{t('security.app.off')}</Badge>}
      span={6}
    >
      {begin.data ? (
        <Setup totp={begin.data} onConfirmed={added} onCancel={begin.reset} />
      ) : (
        <div className={styles.stack}>
          <p className={styles.text}>{isOn ? t('security.app.aboutOn') : t('security.app.aboutOff')}</p>
          {begin.isError && <Notice kind="error" live title={messageOf(begin.error)} />}
          <div className={styles.row}>
            <Button look={isOn ? 'secondary' : 'primary'} busy={begin.isPending} onClick={() => begin.mutate()}>
              {isOn ? t('security.app.setUpAnother') : t('security.app.setUp')}
            </Button>
            {isOn && (
              <Button look="danger" onClick={() => setAsking(true)}>
                {t('security.remove')}
              </Button>
            )}
          </div>
        </div>
      )}
      {asking && (
        <ConfirmDialog
          title={t('security.app.removeTitle')}
          action={t('security.app.removeAction')}
          running={t('security.removing')}
          busy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate()}
          onClose={() => {
            remove.reset();
            setAsking(false);
          }}
        >
          {t('security.app.removeText')}
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
        <QrCode text={totp.uri} label={t('security.app.qrCode')} />
        <div className={styles.stack}>
          <p className={styles.text}>{t('security.app.scan')}</p>
          <p className={styles.secret}>
            <code>{inFours(totp.secret)}</code>
          </p>
          <div className={styles.row}>
            <CopyButton text={totp.secret} label={t('security.app.copySecret')} />
          </div>
        </div>
      </div>
      <TextField
        label={t('security.app.code')}
        help={t('security.app.codeHelp')}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={10}
        value={code}
        error={confirm.isError ? messageOf(confirm.error) : undefined}
        onChange={(event) => setCode(event.target.value)}
      />
      <div className={styles.row}>
        <Button type="submit" look="primary" busy={confirm.isPending} disabled={code.trim() === ''}>
          {confirm.isPending ? t('security.checking') : t('security.app.turnOn')}
        </Button>
        <Button look="quiet" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
      </div>
    </form>
  );
}
