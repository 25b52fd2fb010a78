import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { makeRecoveryCodes } from '../../lib/second-factor';
import { Badge } from '../feedback/badge';
import { Button } from '../feedback/button';
import { ConfirmDialog } from '../feedback/confirm-dialog';
import { Card } from '../layout/screen';
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
    <Card title="Recovery codes" aside={<Badge tone={left <= FEW ? 'warn' : 'neutral'}>{`${left} left`}</Badge>}>
      <div className={styles.stack}>
        <p className={styles.text}>For the day your phone or passkey is lost. Each code works once.</p>
        <div className={styles.row}>
          <Button onClick={() => setAsking(true)}>Make new codes</Button>
        </div>
      </div>
      {asking && (
        <ConfirmDialog
          title="Make new recovery codes?"
          action="Make new codes"
          running="Making them…"
          busy={make.isPending}
          error={make.error}
          onConfirm={() => make.mutate()}
          onClose={() => {
            make.reset();
            setAsking(false);
          }}
        >
          The codes you stored before stop working at once, and your other sessions end.
        </ConfirmDialog>
      )}
    </Card>
  );
}
