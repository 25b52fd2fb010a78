import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Moment } from '../../components/exchange/figures';
import { Badge } from '../../components/feedback/badge';
import { consolePaths } from '../../config/console-routes';
import { day } from '../../lib/format/date';
import { type ErasureReview, states } from './erasure';
import styles from './erasure.module.css';

/** Until when a part is kept, or when it went. */
function Part({ until, erasedAt }: { until: string | null; erasedAt: string | null }) {
  if (erasedAt !== null) return <>Erased {day(erasedAt)}</>;
  return until === null ? <span title="It is set once the account is closed">Kept for now</span> : <>Kept until {day(until)}</>;
}

/** What is known of a request: where it stands, what went, what is kept, why and until when. */
export function ErasureFacts({ request }: { request: ErasureReview }) {
  const { state, erasedAtOnce, kept } = request;
  const facts: [string, ReactNode][] = [
    [
      'State',
      <Badge key="state" tone={states[state].tone}>
        {states[state].words}
      </Badge>,
    ],
    ['Asked', <Moment key="asked" at={request.requestedAt} />],
    ['Answer due', day(request.answerDueAt)],
    ...(request.endedAt === null ? [] : [['Ended', <Moment key="ended" at={request.endedAt} />] as [string, ReactNode]]),
    ...(request.decidedBy === null
      ? []
      : [['Answered by', request.decidedByName ?? 'An admin who has no account any more'] as [string, ReactNode]]),
    ...(state === 'completed'
      ? ([
          ['Trading history', <Part key="history" until={request.historyUntil} erasedAt={request.historyErasedAt} />],
          ['Name and documents', <Part key="identity" until={request.identityUntil} erasedAt={request.identityErasedAt} />],
        ] as [string, ReactNode][])
      : []),
  ];
  return (
    <div className={styles.stack}>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {request.reason !== null && <blockquote className={styles.reason}>“{request.reason}”</blockquote>}
      <h3 className={styles.heading}>What went when they asked, as they read it</h3>
      <ul className={styles.points}>
        {erasedAtOnce.map((what) => (
          <li key={what}>{what}</li>
        ))}
      </ul>
      <h3 className={styles.heading}>What is kept and why, as they read it</h3>
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
