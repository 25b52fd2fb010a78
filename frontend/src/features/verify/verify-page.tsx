import { PublicPage } from '../../components/layout/public-page';
import { Card } from '../../components/layout/screen';
import { Facts } from './facts';
import { LeafFinder } from './leaf-finder';
import { Limits } from './limits';
import { Offline } from './offline';
import { ReceiptCheck } from './receipt-check';
import { useLogCheck } from './use-log-check';
import { Verdict } from './verdict';
import styles from './verify.module.css';

/** For everybody: the log of signals, checked by the browser alone. */
export function VerifyPage() {
  const { state, again } = useLogCheck();
  return (
    <PublicPage
      width="document"
      title="Check our signals"
      intro={
        <span className={styles.intro}>
          Every signal is written into a log the moment it is published, before anybody knows how it ends. The log can only grow. Your
          browser reads all of it and checks it here by itself, without taking our word for any part of it.
        </span>
      }
    >
      <div className={styles.page}>
        <Card title="What your browser found" busy={state.step === 'reading'}>
          <Verdict state={state} onAgain={again} />
          {state.step === 'done' && state.report.leaves.length > 0 && <Facts report={state.report} />}
        </Card>
        {state.step === 'done' && state.report.leaves.length > 0 && (
          <Card title="Look up one signal">
            <LeafFinder report={state.report} />
          </Card>
        )}
        {state.step === 'done' && state.report.leaves.length > 0 && (
          <Card title="Check a receipt">
            <ReceiptCheck report={state.report} />
          </Card>
        )}
        <Card title="What this shows, and what it does not">
          <Limits />
        </Card>
        <Card title="Check it without this page">
          <Offline />
        </Card>
      </div>
    </PublicPage>
  );
}
