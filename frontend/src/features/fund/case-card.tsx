import { FileDown } from 'lucide-react';
import { Button } from '../../components/feedback/button';
import { Card } from '../../components/layout/screen';
import { t } from '../../lib/i18n/texts';
import { Trans } from '../../lib/i18n/trans';
import { useDownload } from '../../lib/use-download';
import { CASE_PATH } from './fund';
import styles from './fund.module.css';

/** Everything the fees are computed from, as a file. */
export function CaseCard() {
  const save = useDownload();
  return (
    <Card title={t('fund.case.title')} span={12}>
      <div className={styles.stack}>
        <p>
          <Trans id="fund.case.text" tags={{ code: <code dir="ltr" /> }} />
        </p>
        <Button
          className={styles.wraps}
          icon={<FileDown size={16} aria-hidden="true" />}
          busy={save.isPending}
          onClick={() => save.mutate(CASE_PATH)}
        >
          {save.isPending ? t('fund.case.preparing') : t('fund.case.action')}
        </Button>
      </div>
    </Card>
  );
}
