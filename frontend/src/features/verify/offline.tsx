import { ButtonAnchor } from '../../components/feedback/button';
import { CopyButton } from '../../components/feedback/copy-button';
import styles from './verify.module.css';

/** For whoever would rather run a file that they have read. */
export function Offline() {
  const command = `node verify-log.mjs ${location.origin}`;
  return (
    <div className={styles.verdict}>
      <p className={styles.words}>
        This page runs one file of plain JavaScript, without any package. Read it, keep it, and run it yourself with Node 20 or newer; it
        can also keep a copy of the whole log, and check that without a network.
      </p>
      <p className={styles.hash}>
        <code>{command}</code>
        <CopyButton compact text={command} label="Copy the command" />
      </p>
      <div>
        <ButtonAnchor size="small" href="/verify-log.mjs" download="verify-log.mjs">
          Download verify-log.mjs
        </ButtonAnchor>
      </div>
    </div>
  );
}
