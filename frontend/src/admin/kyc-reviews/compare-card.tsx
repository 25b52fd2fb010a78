import type { ReactNode } from 'react';
import { Card } from '../../components/layout/screen';
import { day } from '../../lib/format/date';
import type { CheckedFieldWire, KycReviewDetailWire } from '../../lib/wire/types';
import { useKeys } from '../reviews/use-keys';
import styles from '../reviews/workbench.module.css';
import { useChecks } from './use-checks';

type Field = readonly [field: CheckedFieldWire, name: string, value: ReactNode];

const PROOF_MONTHS = 3;

/** The first day of a proof of address that was sent at `sentAt`: an ISO instant. */
function oldestProof(sentAt: string): string {
  const sent = new Date(sentAt);
  const oldest = new Date(Date.UTC(sent.getUTCFullYear(), sent.getUTCMonth() - PROOF_MONTHS, sent.getUTCDate()));
  // The 31st of May less three months is the last day of February.
  if (oldest.getUTCDate() !== sent.getUTCDate()) oldest.setUTCDate(0);
  return oldest.toISOString();
}

const fieldsOf = ({ member, address, submittedAt, requests }: KycReviewDetailWire): readonly Field[] => {
  const resent = requests.find(({ document, answered }) => document === 'proof-of-address' && answered)?.endedAt;
  return [
    ['surname', 'Surname', member.surname],
    ['firstName', 'First name', member.firstName],
    ['dateOfBirth', 'Date of birth', day(member.dateOfBirth)],
    ['country', 'Country', member.country],
    [
      'address',
      'Address',
      <span key="address" className={styles.lines}>
        {address}
      </span>,
    ],
    ['identityValid', 'Identity document', `Valid on ${day(submittedAt)}`],
    ['proofRecent', 'Proof of address', `Of ${day(oldestProof(resent ?? submittedAt))} or later`],
  ];
};

/**
 * What the reviewer compares with the documents, each with a box to tick. C ticks the next one, X takes the last one back. `shortcuts`:
 * single keys act.
 */
export function CompareCard({ review, shortcuts }: { review: KycReviewDetailWire; shortcuts: boolean }) {
  const checks = useChecks(review);
  const fields = fieldsOf(review);
  const names = fields.map(([field]) => field);
  const press = (field: CheckedFieldWire | undefined, checked: boolean) => {
    if (field !== undefined && checks.isOpen) checks.set(field, checked);
  };
  useKeys(
    {
      c: () =>
        press(
          names.find((field) => !checks.hasNow(field)),
          true,
        ),
      x: () =>
        press(
          names.findLast((field) => checks.hasNow(field)),
          false,
        ),
    },
    shortcuts,
  );
  const done = names.filter((field) => checks.has(field)).length;
  return (
    <Card
      title="Compare with the documents"
      aside={
        checks.isOpen && (
          <span className={styles.hint} title="Fields checked against the documents">
            {done} of {names.length}
          </span>
        )
      }
    >
      <dl className={`${styles.facts} ${styles.checked}`}>
        {fields.map(([field, name, value]) => (
          <div key={field}>
            <dt>{name}</dt>
            <dd>{value === '' ? '–' : value}</dd>
            {checks.isOpen && (
              <dd>
                <input
                  type="checkbox"
                  aria-label={`${name}: checked against the document`}
                  title="Checked against the document"
                  checked={checks.has(field)}
                  onChange={(event) => checks.set(field, event.target.checked)}
                />
              </dd>
            )}
          </div>
        ))}
      </dl>
    </Card>
  );
}
