import { Moment } from '../../../components/exchange/figures';
import type { Column } from '../../../components/table/data-table';
import { count } from '../../../lib/format/decimal';
import type { MailWire } from '../../../lib/wire/types';
import { choiceFilter } from '../../list/filters';
import { StateBadge, statesAsOptions, type StateWords } from '../../state-badge';
import { listOfUser } from './list-of-user';
import styles from './room.module.css';

const states: Record<MailWire['state'], StateWords> = {
  waiting: { tone: 'info', words: 'Waiting', meaning: 'Not sent yet.' },
  sent: { tone: 'up', words: 'Sent', meaning: 'Accepted by the mail server.' },
  refused: { tone: 'down', words: 'Refused', meaning: 'Rejected permanently by the mail server.' },
  'given-up': { tone: 'down', words: 'Given up', meaning: 'Not delivered within the retry period.' },
  dropped: { tone: 'neutral', words: 'Dropped', meaning: 'Dropped before it was sent.' },
  suppressed: { tone: 'neutral', words: 'Not sent', meaning: 'The recipient unsubscribed or can’t receive email.' },
};

const filters = [choiceFilter('state', 'State', statesAsOptions(states))];

/** "kyc-approved" as "KYC approved". */
const named = (kind: string) => `${kind.charAt(0).toUpperCase()}${kind.slice(1).replaceAll('-', ' ')}`.replace(/^Kyc/, 'KYC');

const columns: readonly Column<MailWire>[] = [
  { id: 'no', header: 'No', cell: (_, position) => position, phone: 'hidden' },
  {
    id: 'kind',
    header: 'Email',
    cell: (row) => (
      <span className={styles.two}>
        {named(row.kind)}
        {row.subject !== null && <span>{row.subject}</span>}
      </span>
    ),
    wrap: true,
    phone: 'title',
  },
  { id: 'state', header: 'State', cell: (row) => <StateBadge of={states[row.state]} />, phone: 'title' },
  { id: 'to', header: 'To', cell: (row) => row.to ?? 'Their address', wrap: true },
  { id: 'queued', header: 'Written', cell: (row) => <Moment at={row.queuedAt} /> },
  { id: 'sent', header: 'Sent', cell: (row) => (row.sentAt === null ? '–' : <Moment at={row.sentAt} />) },
  { id: 'attempts', header: 'Attempts', cell: (row) => count(row.attempts), align: 'end' },
  { id: 'answer', header: 'Mail server', cell: (row) => row.lastAnswer ?? '–', wrap: true },
];

/** The letters to somebody and what became of them. What they say is not kept. */
export const MailTab = listOfUser({
  resource: 'mails',
  storeKey: 'mails-of-user',
  caption: 'Emails',
  columns,
  filters,
  empty: {
    title: 'No emails yet',
    text: 'Emails to this user appear here.',
    filtered: { title: 'No emails in this state', text: 'Choose another state or clear the filter.' },
  },
});
