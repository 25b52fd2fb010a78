import { PublicPage } from '../../components/layout/public-page';
import { Card } from '../../components/layout/screen';
import { Facts } from './facts';
import { LeafFinder } from './leaf-finder';
import { Limits } from './limits';
import { Offline } from './offline';
import { ReceiptCheck } from './receipt-check';
import { useLogCheck } from './use-log-check';
import { Verdict } from './verdict';
import { t } from '../../lib/i18n/texts';
import styles from './verify.module.css';

/** For everybody: the log of signals, checked by the browser alone. */
export function VerifyPage() {
  const { state, again } = useLogCheck();
  return (
    <PublicPage width="document" title={t('verify.title')} intro={<span className={styles.intro}>{t('verify.intro')}</span>}>
      <div className={styles.page}>
        <Card title={t('verify.found')} busy={state.step === 'reading'}>
          <Verdict state={state} onAgain={again} />
          {state.step === 'done' && state.report.leaves.length > 0 && <Facts report={state.report} />}
        </Card>
        {state.step === 'done' && state.report.leaves.length > 0 && (
          <Card title={t('verify.lookUp')}>
            <LeafFinder report={state.report} />
          </Card>
        )}
        {state.step === 'done' && state.report.leaves.length > 0 && (
          <Card title={t('verify.receiptTitle')}>
            <ReceiptCheck report={state.report} />
          </Card>
        )}
        <Card title={t('verify.limitsTitle')}>
          <Limits />
        </Card>
        <Card title={t('verify.offlineTitle')}>
          <Offline />
        </Card>
      </div>
    </PublicPage>
  );
}
