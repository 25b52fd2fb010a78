import { Download, Printer } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../feedback/button';
import { CopyButton } from '../feedback/copy-button';
import { Dialog } from '../feedback/dialog';
import { CheckboxField } from '../form/inputs';
import { t } from '../../lib/i18n/texts';
import styles from './security.module.css';

const FILE_NAME = 'tidemark-recovery-codes.txt';

function save(codes: readonly string[]): void {
  const address = URL.createObjectURL(new Blob([`${t('security.recovery.sheet')}\n\n${codes.join('\n')}\n`], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = FILE_NAME;
  link.click();
  URL.revokeObjectURL(address);
}

/** The codes, the only time they are ever shown. It goes when its reader says that they are stored, and not before. */
export function RecoveryCodesDialog({ codes, onStored }: { codes: readonly string[]; onStored: () => void }) {
  const [stored, setStored] = useState(false);
  return (
    <Dialog
      title={t('security.recovery.storeTitle')}
      dismissible={false}
      onClose={onStored}
      actions={
        <Button look="primary" disabled={!stored} onClick={onStored}>
          {t('security.recovery.done')}
        </Button>
      }
    >
      <p>{t('security.recovery.storeText')}</p>
      <div className={styles.sheet}>
        <p className={styles.onPaper}>{t('security.recovery.sheet')}</p>
        <ol className={styles.codes} aria-label={t('security.recovery.title')}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
      </div>
      <div className={styles.row}>
        <CopyButton text={codes.join('\n')} label={t('security.recovery.copyAll')} />
        <Button size="small" icon={<Download size={15} aria-hidden="true" />} onClick={() => save(codes)}>
          {t('security.recovery.download')}
        </Button>
        <Button size="small" icon={<Printer size={15} aria-hidden="true" />} onClick={() => print()}>
          {t('security.recovery.print')}
        </Button>
      </div>
      <div className={styles.stored}>
        <CheckboxField label={t('security.recovery.stored')} checked={stored} onChange={(event) => setStored(event.target.checked)} />
      </div>
    </Dialog>
  );
}
