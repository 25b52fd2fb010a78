import { FileDown } from 'lucide-react';
import { Button } from '../../components/feedback/button';
import { Card } from '../../components/layout/screen';
import { t } from '../../lib/i18n/texts';
import { Trans } from '../../lib/i18n/trans';
import { useDownload } from '../../lib/use-download';
import { CASE_PATH } from './club-share';
import styles from './club-share.module.css';

/** Everything the share is computed from, as a file. */
export function CaseCard() {
  const save = useDownload();
  return (
    <Card title={t('club-share.case.title')} span={12}>
      <div className={styles.stack}>
        <p>
          <Trans id="club-share.case.text" tags={{ code: <code dir="ltr" /> }} />
        </p>
        <Button
          className={styles.wraps}
          icon={<FileDown size={16} aria-hidden="true" />}
          busy={save.isPending}
          onClick={() => save.mutate(CASE_PATH)}
        >
          {save.isPending ? t('club-share.case.preparing') : t('club-share.case.action')}
        </Button>
      </div>
    </Card>
  );
}
