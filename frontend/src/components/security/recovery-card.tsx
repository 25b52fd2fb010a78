import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { makeRecoveryCodes } from '../../lib/second-factor';
import { Badge } from '../feedback/badge';
import { Button } from '../feedback/button';
import { ConfirmDialog } from '../feedback/confirm-dialog';
import { Card } from '../layout/screen';
import { t } from '../../lib/i18n/texts';
import styles from './security.module.css';

const FEW = 3;

/** How many recovery codes are left, and new ones. */
export function RecoveryCard({ left, onCodes }: { left: number; onCodes: (codes: string[]) => void }) {
  const [asking, setAsking] = useState(false);
  const make = useMutation({
    mutationFn: makeRecoveryCodes,
    onSuccess: (codes) => {
      setAsking(false);
      onCodes(codes);
    },
  });
  return (
    <Card
      title={t('security.recovery.title')}
      aside={<Badge tone={left <= FEW ? 'warn' : 'neutral'}>{t('security.recovery.left', { count: left })}</Badge>}
    >
      <div className={styles.stack}>
        <p className={styles.text}>{t('security.recovery.about')}</p>
        <div className={styles.row}>
          <Button onClick={() => setAsking(true)}>{t('security.recovery.make')}</Button>
        </div>
      </div>
      {asking && (
        <ConfirmDialog
          title={t('security.recovery.makeTitle')}
          action={t('security.recovery.make')}
          running={t('security.recovery.making')}
          busy={make.isPending}
          error={make.error}
          onConfirm={() => make.mutate()}
          onClose={() => {
            make.reset();
            setAsking(false);
          }}
        >
          {t('security.recovery.makeText')}
        </ConfirmDialog>
      )}
    </Card>
  );
}
