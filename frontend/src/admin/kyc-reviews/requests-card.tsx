import { Moment } from '../../components/exchange/figures';
import { Badge } from '../../components/feedback/badge';
import { Card } from '../../components/layout/screen';
import type { DocumentRequestWire, KycReviewDetailWire } from '../../lib/wire/types';
import { DocumentButton } from '../reviews/document-button';
import { documentNames, documentTitles } from '../reviews/document-names';
import styles from '../reviews/workbench.module.css';

/** The documents that this member was asked for again, with those before. Nothing where there were none. */
export function RequestsCard({ review: { fullName, requests } }: { review: KycReviewDetailWire }) {
  if (requests.length === 0) return null;
  return (
    <Card title="Documents asked for again">
      <ul className={styles.others}>
        {requests.map((request) => (
          <li key={request.askedAt}>
            <strong>{documentTitles[request.document]}</strong>
            <RequestState request={request} />
            <p>
              Asked <Moment at={request.askedAt} />
              {request.askedBy !== null && ` by ${request.askedBy}`}. {request.reason}
            </p>
            {request.earlier && (
              <DocumentButton
                title={`Earlier ${documentNames[request.document]} of ${fullName}`}
                link={request.earlier.url}
                type={request.earlier.type}
              />
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function RequestState({ request: { answered, endedAt } }: { request: DocumentRequestWire }) {
  if (endedAt === null) return <Badge tone="warn">Not sent yet</Badge>;
  if (!answered) return <Badge tone="neutral">Decided without a new document</Badge>;
  return (
    <Badge tone="info">
      Sent <Moment at={endedAt} />
    </Badge>
  );
}
