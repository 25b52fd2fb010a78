import { useIsFetching, useIsMutating } from '@tanstack/react-query';
import { useActivity } from '../../lib/activity';
import styles from './progress-bar.module.css';

/** A thin line at the top while the page waits for an answer, code or an upload. The style sheet shows it after 300 ms. */
export function ProgressBar() {
  const reading = useIsFetching({ predicate: ({ state }) => state.status === 'pending' });
  const sending = useIsMutating();
  const loading = useActivity();
  if (!loading && reading === 0 && sending === 0) return null;
  return <div className={styles.bar} aria-hidden="true" data-testid="progress" />;
}
