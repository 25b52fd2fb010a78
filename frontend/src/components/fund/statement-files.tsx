import { Download } from 'lucide-react';
import { t } from '../../lib/i18n/texts';
import { useDownload } from '../../lib/use-download';
import { Button } from '../feedback/button';
import styles from './statements.module.css';

interface StatementFilesProps {
  /** Where the statements of the mandate are. */
  path: string;
  /** As the routes name a statement. */
  period: string;
  /** The statement, in words. */
  of: string;
}

/** Saves a statement as PDF or as CSV. */
export function StatementFiles({ path, period, of }: StatementFilesProps) {
  return (
    <span className={styles.files}>
      <FileButton path={`${path}/${period}/pdf`} text={t('fund.statements.pdf')} label={t('fund.statements.pdfOf', { of })} />
      <FileButton path={`${path}/${period}/csv`} text={t('fund.statements.csv')} label={t('fund.statements.csvOf', { of })} />
    </span>
  );
}

export function FileButton({ path, text, label }: { path: string; text: string; label: string }) {
  const save = useDownload();
  return (
    <Button
      size="small"
      icon={<Download size={15} aria-hidden="true" />}
      busy={save.isPending}
      aria-label={label}
      onClick={() => save.mutate(path)}
    >
      {save.isPending ? t('fund.statements.preparing') : text}
    </Button>
  );
}
