import { Link } from 'react-router';
import { Badge } from '../../components/feedback/badge';
import { Notice } from '../../components/feedback/notice';
import { Card } from '../../components/layout/screen';
import { consolePaths } from '../../config/console-routes';
import { day } from '../../lib/format/date';
import type { AskedDocumentWire, DocumentUsesWire, DocumentUseWire, KycReviewDetailWire, SeenBeforeWire } from '../../lib/wire/types';
import { documentNames, documentTitles } from '../reviews/document-names';
import { statusWords } from '../reviews/status-words';
import styles from '../reviews/workbench.module.css';
import { DocumentNumberForm } from './document-number-form';

const documents = ['id-card', 'proof-of-address'] as const satisfies readonly AskedDocumentWire[];

const nothingFound: Readonly<Record<SeenBeforeWire['pictures']['id-card']['comparison'], string>> = {
  full: 'No other document looks like this one.',
  exact: 'No other document is the same file. Its picture can’t be compared.',
  waiting: 'Not compared yet. This takes a few minutes.',
};

/** Where the pictures and the number of this case were used before. The reviewer decides what it means. */
export function SeenBeforeCard({ review }: { review: KycReviewDetailWire }) {
  const { pictures, number, isComplete } = review.seenBefore;
  return (
    <Card title="Seen before">
      <div className={styles.stack}>
        {!isComplete && <p className={styles.hint}>Some documents of other cases are not compared yet. Check again in a few minutes.</p>}
        {documents.map((document) => (
          <section key={document} className={styles.stack} aria-label={`Seen before: ${documentNames[document]}`}>
            <h3>{documentTitles[document]}</h3>
            {pictures[document].uses.length === 0 ? (
              <p>{nothingFound[pictures[document].comparison]}</p>
            ) : (
              <Uses found={pictures[document]} caseId={review.id} wordsOf={pictureWords} />
            )}
          </section>
        ))}
        <section className={styles.stack} aria-label="Seen before: document number">
          <h3>Document number</h3>
          {number.uses.length > 0 && <Uses found={number} caseId={review.id} wordsOf={numberWords} />}
          {number.isRecorded && number.uses.length === 0 && <p>No other entered document number is the same.</p>}
          <DocumentNumberForm review={review} />
        </section>
      </div>
    </Card>
  );
}

const pictureWords = ({ isSame, isOwn }: DocumentUseWire) => {
  if (isOwn) return isSame ? 'This member sent the same picture on' : 'This member sent a picture that looks the same on';
  return isSame ? 'The same picture was sent by another member on' : 'A picture that looks the same was sent by another member on';
};
const numberWords = ({ isOwn }: DocumentUseWire) =>
  isOwn ? 'This member sent the same document number on' : 'The same document number was sent by another member on';

interface UsesProps {
  found: DocumentUsesWire;
  caseId: string;
  wordsOf: (use: DocumentUseWire) => string;
}

/** Uses of other members are what a reviewer has to look at; a member may send the same document twice. */
function Uses({ found: { uses, hasMore }, caseId, wordsOf }: UsesProps) {
  return (
    <>
      {uses.some(({ isOwn }) => !isOwn) && (
        <Notice kind="warn" title="Used by another member">
          Compare both cases. Documents of one country can look alike, and their numbers can be the same in two countries.
        </Notice>
      )}
      <ul className={styles.others}>
        {uses.map((use) => (
          <li key={`${use.id} ${use.document} ${use.sentAt}`}>
            <span>
              {wordsOf(use)} {day(use.sentAt)}
            </span>
            {use.id === caseId ? (
              <span className={styles.hint}>in this case, as {documentNames[use.document]}</span>
            ) : (
              <>
                <Link to={consolePaths.kycReview(use.id)}>{use.isOwn ? 'Open that case' : `Open the case of ${use.fullName}`}</Link>
                <Badge tone={statusWords[use.status].tone}>{statusWords[use.status].words}</Badge>
              </>
            )}
          </li>
        ))}
      </ul>
      {hasMore && <p className={styles.hint}>Only five are shown, other members first.</p>}
    </>
  );
}
