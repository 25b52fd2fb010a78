import { Download, Printer } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../feedback/button';
import { CopyButton } from '../feedback/copy-button';
import { Dialog } from '../feedback/dialog';
import { CheckboxField } from '../form/inputs';
import styles from './security.module.css';

const FILE_NAME = 'tidemark-recovery-codes.txt';

function save(codes: readonly string[]): void {
  const address = URL.createObjectURL(
    new Blob([`Tidemark recovery codes. Each works once.\n\n${codes.join('\n')}\n`], { type: 'text/plain' }),
  );
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
      title="Store your recovery codes"
      dismissible={false}
      onClose={onStored}
      actions={
        <Button look="primary" disabled={!stored} onClick={onStored}>
          Done
        </Button>
      }
    >
      <p>If you lose your phone or passkey, one of these lets you in. Each works once. They are shown now and never again.</p>
      <div className={styles.sheet}>
        <p className={styles.onPaper}>Tidemark recovery codes. Each works once.</p>
        <ol className={styles.codes} aria-label="Recovery codes">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
      </div>
      <div className={styles.row}>
        <CopyButton text={codes.join('\n')} label="Copy all" />
        <Button size="small" icon={<Download size={15} aria-hidden="true" />} onClick={() => save(codes)}>
          Download
        </Button>
        <Button size="small" icon={<Printer size={15} aria-hidden="true" />} onClick={() => print()}>
          Print
        </Button>
      </div>
      <div className={styles.stored}>
        <CheckboxField label="I have stored them" checked={stored} onChange={(event) => setStored(event.target.checked)} />
      </div>
    </Dialog>
  );
}
