import { t } from '../../lib/i18n/texts';
import styles from './upload-progress.module.css';

/** How much of the form has left; once all of it has, the server is checking files and key. */
export function UploadProgress({ share }: { share: number }) {
  const hundredths = Math.round(share * 100);
  return (
    <div className={styles.progress}>
      <p role="status">{hundredths < 100 ? t('kyc.upload.running', { hundredths }) : t('kyc.upload.checking')}</p>
      <progress max={100} value={hundredths} aria-label={t('kyc.upload.label')} />
    </div>
  );
}
