import { Moment } from '../../components/exchange/figures';
import { Badge } from '../../components/feedback/badge';
import { Notice } from '../../components/feedback/notice';
import { Card } from '../../components/layout/screen';
import { type Column, DataTable } from '../../components/table/data-table';
import { count } from '../../lib/format/decimal';
import type { KeyringWire, SealedPlaceWire } from '../../lib/wire/types';
import { useKeyring } from './operations-api';
import styles from './system.module.css';

type Key = KeyringWire['keys'][number];

const places: readonly (readonly [SealedPlaceWire, string])[] = [
  ['exchange-keys', 'Exchange keys'],
  ['kyc-addresses', 'Addresses'],
  ['authenticator-apps', 'Authenticator apps'],
  ['waiting-messages', 'Waiting messages'],
  ['channel-addresses', 'Webhooks'],
  ['files', 'Files'],
];

const columns: readonly Column<Key>[] = [
  { id: 'id', header: 'Key', cell: (row) => <strong>{row.id}</strong>, phone: 'title' },
  { id: 'state', header: 'State', cell: (row) => <State of={row} />, phone: 'title' },
  ...places.map(([place, header]): Column<Key> => ({ id: place, header, cell: (row) => count(row.values[place]), align: 'end' })),
];

function State({ of: { current, inRing, values } }: { of: Key }) {
  if (!inRing)
    return (
      <Badge tone="down" title="Values encrypted with this key can’t be decrypted.">
        Missing
      </Badge>
    );
  if (current) return <Badge tone="up">Active</Badge>;
  return Object.values(values).some((n) => n > 0) ? (
    <Badge tone="info">Decrypt only</Badge>
  ) : (
    <Badge title="It can be removed from the key ring.">Unused</Badge>
  );
}

/** Ids and counts: a key itself is never shown. */
export function KeyringCard() {
  const { data, error, refetch } = useKeyring();
  const missing = data?.keys.filter(({ inRing }) => !inRing) ?? [];
  return (
    <Card
      title="Key ring"
      aside={
        data && (
          <span className={styles.aside}>
            Counted <Moment at={data.readAt} relative />
          </span>
        )
      }
      flush
      span={12}
    >
      {missing.length > 0 && (
        <div className={styles.notice}>
          <Notice kind="error" title="A key is missing from the key ring">
            {`Values are encrypted with ${missing.map(({ id }) => id).join(', ')}. Add it to ENCRYPTION_KEYS again: without it they ` +
              'can’t be decrypted.'}
          </Notice>
        </div>
      )}
      <DataTable
        caption="Key ring"
        columns={columns}
        rows={data?.keys}
        rowKey={(row) => row.id}
        error={error}
        onRetry={() => void refetch()}
        skeletonRows={1}
        empty={{ title: 'No keys' }}
      />
      {data !== undefined && (
        <p className={styles.note}>
          Values encrypted with each key.
          {data.unknownFiles > 0 &&
            ` Of ${count(data.unknownFiles)} older ${data.unknownFiles === 1 ? 'file' : 'files'} the key was not recorded: keep ` +
              'every key while they exist.'}{' '}
          Copies of members’ data live for a day and are not counted.
        </p>
      )}
    </Card>
  );
}
