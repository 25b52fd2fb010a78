import { Link } from 'react-router';
import { Moment } from '../../components/exchange/figures';
import { consolePaths } from '../../config/console-routes';
import { day } from '../../lib/format/date';
import { Fact, Facts } from '../facts';
import { StateBadge } from '../state-badge';
import { type ErasureReview, states } from './erasure';
import styles from './erasure.module.css';

/** Until when a part is kept, or when it went. */
function Part({ until, erasedAt }: { until: string | null; erasedAt: string | null }) {
  if (erasedAt !== null) return <>Erased {day(erasedAt)}</>;
  return until === null ? <span title="Set when the account is closed">Kept for now</span> : <>Kept until {day(until)}</>;
}

/** What is known of a request: where it stands, what went, what is kept, why and until when. */
export function ErasureFacts({ request }: { request: ErasureReview }) {
  const { state, erasedAtOnce, kept } = request;
  return (
    <div className={styles.stack}>
      <Facts look="grid">
        <Fact name="State" value={<StateBadge of={states[state]} />} />
        <Fact name="Asked" value={<Moment at={request.requestedAt} />} />
        <Fact name="Due" value={day(request.answerDueAt)} />
        {request.endedAt !== null && <Fact name="Ended" value={<Moment at={request.endedAt} />} />}
        {request.decidedBy !== null && <Fact name="Answered by" value={request.decidedByName ?? 'A former admin'} />}
        {state === 'completed' && (
          <>
            <Fact name="Trading history" value={<Part until={request.historyUntil} erasedAt={request.historyErasedAt} />} />
            <Fact name="Name and documents" value={<Part until={request.identityUntil} erasedAt={request.identityErasedAt} />} />
          </>
        )}
      </Facts>
      {request.reason !== null && <blockquote className={styles.reason}>“{request.reason}”</blockquote>}
      <h3 className={styles.heading}>Erased on request, as shown to the member</h3>
      <ul className={styles.points}>
        {erasedAtOnce.map((what) => (
          <li key={what}>{what}</li>
        ))}
      </ul>
      <h3 className={styles.heading}>Kept and why, as shown to the member</h3>
      <dl className={styles.kept}>
        {kept.map(({ what, why, until }) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>{why}</dd>
            <dd>Until: {until}.</dd>
          </div>
        ))}
      </dl>
      <p>
        <Link to={consolePaths.user(request.userId)}>Everything about {request.fullName}</Link>
      </p>
    </div>
  );
}
