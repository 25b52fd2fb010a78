import { Link } from 'react-router';
import { Moment } from '../../components/exchange/figures';
import { Badge } from '../../components/feedback/badge';
import { Card } from '../../components/layout/screen';
import type { ReviewCaseWire } from '../../lib/wire/types';
import type { ReviewType } from './review-kinds';
import { statusWords } from './status-words';
import styles from './workbench.module.css';

/** What the same member sent before or after, and what became of it. Nothing where this is the only one. */
export function OthersCard({ kind, others }: { kind: ReviewType; others: ReviewCaseWire['others'] }) {
  if (others.length === 0) return null;
  return (
    <Card title="Other submissions of this member">
      <ul className={styles.others}>
        {others.map(({ id, status, reason, submittedAt }) => (
          <li key={id}>
            <Link to={kind.path(id)}>
              <Moment at={submittedAt} />
            </Link>
            <Badge tone={statusWords[status].tone}>{statusWords[status].words}</Badge>
            {reason !== null && <p>{reason}</p>}
          </li>
        ))}
      </ul>
    </Card>
  );
}
