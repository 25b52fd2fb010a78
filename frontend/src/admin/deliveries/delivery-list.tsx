import { X } from 'lucide-react';
import { createContext, use, useState } from 'react';
import { Link } from 'react-router';
import { Moment } from '../../components/exchange/figures';
import { Button } from '../../components/feedback/button';
import type { Column } from '../../components/table/data-table';
import { consolePaths } from '../../config/console-routes';
import type { DeliveryAttemptWire, DeliveryWire } from '../../lib/wire/types';
import { Allowed } from '../access/allowed';
import { Member } from '../channels/address-member';
import { channelNames } from '../channels/channel-words';
import styles from '../channels/channels.module.css';
import { choiceFilter, searchFilter } from '../list/filters';
import { ListScreen } from '../list/list-screen';
import { useFilters } from '../list/use-filters';
import { StateBadge, statesAsOptions } from '../state-badge';
import { DecisionDialog } from './decision-dialog';
import { decisionWords, kindName, notSentWords, outcomeWords, resultWords } from './delivery-words';

const REFRESH_MILLISECONDS = 15_000;

const filters = [
  searchFilter('Search member'),
  choiceFilter('result', 'Result', statesAsOptions(resultWords)),
  choiceFilter('channel', 'Channel', Object.entries(channelNames)),
];
const sorts = [{ by: 'updatedAt', order: 'desc' }] as const;

const columns: readonly Column<DeliveryWire>[] = [
  { id: 'changed', header: 'Last change', cell: (row) => <Moment at={row.updatedAt} />, phone: 'title', sort: 'updatedAt' },
  { id: 'member', header: 'Member', cell: (row) => <Member member={row.member} />, phone: 'title', wrap: true },
  { id: 'channel', header: 'Channel', cell: (row) => <Where delivery={row} />, wrap: true },
  { id: 'message', header: 'Message', cell: (row) => <Message delivery={row} />, wrap: true },
  { id: 'result', header: 'Result', cell: (row) => <Result delivery={row} />, wrap: true },
  { id: 'tries', header: 'Tries', cell: (row) => <Tries attempts={row.attempts} />, wrap: true },
];
const empty = {
  title: 'No deliveries',
  text: 'Deliveries appear here when a signal or notice is sent to connected channels.',
  filtered: { title: 'Nothing found', text: 'No delivery matches these filters. Clear them to see every delivery.' },
};

/** Opens the dialog of a delivery. The list holds it: rows come and go with a refresh. */
const Decide = createContext<(delivery: DeliveryWire) => void>(() => undefined);

/** What became of each message, and the decisions about those whose outcome is unknown. */
export function DeliveryList() {
  const [deciding, setDeciding] = useState<DeliveryWire | null>(null);
  return (
    <>
      <Decide value={setDeciding}>
        <ListScreen<DeliveryWire>
          title="Deliveries"
          intro="Messages to members, kept for 30 days. Messages with an unknown outcome are not sent again unless you decide so."
          resource="deliveries"
          columns={columns}
          filters={filters}
          sorts={sorts}
          dense
          cardsBelow={1280}
          refresh={() => REFRESH_MILLISECONDS}
          actions={<OnlyOne />}
          empty={empty}
        />
      </Decide>
      {deciding && <DecisionDialog delivery={deciding} onClose={() => setDeciding(null)} />}
    </>
  );
}

const narrowing = { signalId: 'signal', userId: 'member', addressId: 'address' } as const;

/** Where a link has led to the deliveries of one record: says so, and leads back to all. */
function OnlyOne() {
  const { values, set } = useFilters();
  const source = (Object.keys(narrowing) as (keyof typeof narrowing)[]).find((name) => values[name] !== undefined);
  if (source === undefined) return null;
  return (
    <Button size="small" icon={<X size={15} aria-hidden="true" />} onClick={() => set({ [source]: undefined })}>
      {`Only one ${narrowing[source]}: show all`}
    </Button>
  );
}

type Shown = { delivery: DeliveryWire };

function Where({ delivery: { channel, address } }: Shown) {
  return (
    <span className={styles.cell}>
      <span>{channelNames[channel]}</span>
      <span className={styles.detail}>{address.name ?? <span title="Can’t be decrypted">–</span>}</span>
    </span>
  );
}

function Message({ delivery: { signal, kind } }: Shown) {
  return (
    <span className={styles.cell}>
      {signal && <Link to={consolePaths.signal(signal.id)}>{signal.symbol === null ? 'Signal' : `${signal.symbol}, ${signal.side}`}</Link>}
      <span className={styles.detail}>{kindName(kind)}</span>
    </span>
  );
}

function Result({ delivery }: Shown) {
  const decide = use(Decide);
  const { result, reason, nextTryAt, decision, may } = delivery;
  return (
    <div className={styles.cell}>
      <StateBadge of={resultWords[result]} />
      {reason !== null && <span>{notSentWords[reason]}</span>}
      {nextTryAt !== null && (
        <span className={styles.detail}>
          Next try <Moment at={nextTryAt} />
        </span>
      )}
      {decision !== null && (
        <span className={styles.detail}>
          {decisionWords[decision.decision]}, {decision.by ?? 'a former admin'}, <Moment at={decision.at} />
        </span>
      )}
      {may.length > 0 && (
        <Allowed to="system.manage">
          <Button size="small" onClick={() => decide(delivery)}>
            Decide…
          </Button>
        </Allowed>
      )}
    </div>
  );
}

/** The newest try, and those before it on request. */
function Tries({ attempts: [newest, ...earlier] }: { attempts: readonly DeliveryAttemptWire[] }) {
  if (newest === undefined) return <span title="Not attempted yet, or older than 30 days">–</span>;
  return (
    <div className={styles.cell}>
      <Try attempt={newest} />
      {earlier.length > 0 && (
        <details>
          <summary>{`${earlier.length} earlier`}</summary>
          {earlier.map((attempt) => (
            <Try key={attempt.at} attempt={attempt} />
          ))}
        </details>
      )}
    </div>
  );
}

function Try({ attempt: { at, outcome, status, answer } }: { attempt: DeliveryAttemptWire }) {
  // A push service says nothing but its status.
  const answered = [...new Set([status, answer].filter((part) => part !== null).map(String))].join(' ');
  return (
    <span className={styles.cell}>
      <span>{outcome === null ? <span title="Sent by a version that did not record outcomes">–</span> : outcomeWords[outcome]}</span>
      <span className={styles.detail}>
        <Moment at={at} />
        {answered !== '' && `: ${answered}`}
      </span>
    </span>
  );
}
