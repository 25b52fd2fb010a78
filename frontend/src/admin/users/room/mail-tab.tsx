import { Moment } from '../../../components/exchange/figures';
import type { Column } from '../../../components/table/data-table';
import { count } from '../../../lib/format/decimal';
import type { MailWire } from '../../../lib/wire/types';
import { choiceFilter } from '../../list/filters';
import { StateBadge, statesAsOptions, type StateWords } from '../../state-badge';
import { listOfUser } from './list-of-user';
import styles from './room.module.css';

const states: Record<MailWire['state'], StateWords> = {
  waiting: { tone: 'info', words: 'Waiting', meaning: 'It has not left yet.' },
  sent: { tone: 'up', words: 'Sent', meaning: 'The mail server took it.' },
  refused: { tone: 'down', words: 'Refused', meaning: 'The mail server will never take it.' },
  'given-up': { tone: 'down', words: 'Given up', meaning: 'It was tried for too long.' },
  dropped: { tone: 'neutral', words: 'Dropped', meaning: 'It was thrown away before it left.' },
  suppressed: { tone: 'neutral', words: 'Not sent', meaning: 'Its reader wants no news, or can get no mail.' },
};

const filters = [choiceFilter('state', 'State', statesAsOptions(states))];

/** "kyc-approved" as "KYC approved". */
const named = (kind: string) => `${kind.charAt(0).toUpperCase()}${kind.slice(1).replaceAll('-', ' ')}`.replace(/^Kyc/, 'KYC');

const columns: readonly Column<MailWire>[] = [
  { id: 'no', header: 'No', cell: (_, position) => position, phone: 'hidden' },
  {
    id: 'kind',
    header: 'Letter',
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
  caption: 'Letters',
  columns,
  filters,
  empty: {
    title: 'No letter yet',
    text: 'Every letter to this user appears here once it is written.',
    filtered: { title: 'No letter is in this state', text: 'Choose another state, or clear the filter.' },
  },
});
