import { Button } from '../../components/feedback/button';
import { CopyButton } from '../../components/feedback/copy-button';
import { Dialog } from '../../components/feedback/dialog';
import { t } from '../../lib/i18n/texts';
import styles from './webhooks.module.css';

/** The secret of a webhook, which is shown this once. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Dialog
      title={t('webhooks.secret.title')}
      dismissible={false}
      onClose={onClose}
      actions={
        <>
          <CopyButton text={secret} label={t('webhooks.secret.copy')} />
          <Button look="primary" onClick={onClose}>
            {t('webhooks.secret.done')}
          </Button>
        </>
      }
    >
      <div className={styles.stack}>
        <p>{t('webhooks.secret.text')}</p>
        <code dir="ltr" className={styles.secret}>
          {secret}
        </code>
      </div>
    </Dialog>
  );
}
