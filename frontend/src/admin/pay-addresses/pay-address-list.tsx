import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Moment } from '../../components/exchange/figures';
import { Badge } from '../../components/feedback/badge';
import { Button } from '../../components/feedback/button';
import { ConfirmDialog } from '../../components/feedback/confirm-dialog';
import { CopyButton } from '../../components/feedback/copy-button';
import { Card, Screen } from '../../components/layout/screen';
import { type Column, DataTable } from '../../components/table/data-table';
import { request } from '../../lib/api';
import { notify } from '../../lib/notify';
import type { PayAddressChangeWire } from '../../lib/wire/types';
import { useMay } from '../access/allowed';
import styles from './pay-addresses.module.css';

const QUERY = ['pay-addresses'];
const REFRESH_MILLISECONDS = 60_000;

type Act = PayAddressChangeWire['may'][number];
type State = PayAddressChangeWire['state'];

const targets: Readonly<Record<PayAddressChangeWire['target'], string>> = {
  btc: 'Bitcoin address',
  'usdt-trc20': 'USDT (TRC20) address',
  'bitcoin-account': 'Bitcoin account of the quotes',
  'tron-pool': 'USDT (TRC20) address pool of the quotes',
};
const states: Readonly<Record<State, { name: string; tone: 'info' | 'warn' | 'up' | 'neutral' }>> = {
  announced: { name: 'Needs two approvals', tone: 'warn' },
  'approved-once': { name: 'Needs one approval', tone: 'warn' },
  scheduled: { name: 'Approved, not in use yet', tone: 'info' },
  'in-use': { name: 'In use', tone: 'up' },
  replaced: { name: 'Replaced', tone: 'neutral' },
  withdrawn: { name: 'Withdrawn', tone: 'neutral' },
};

/** Where payments go, and each change of it with who approved. */
export function PayAddressList() {
  const [asked, setAsked] = useState<{ change: PayAddressChangeWire; act: Act } | null>(null);
  const may = useMay()('addresses.approve');
  const { data, error, refetch } = useQuery({
    queryKey: QUERY,
    queryFn: async ({ signal }) => (await request<{ data: PayAddressChangeWire[] }>('/admin/pay-addresses', { signal })).body.data,
    refetchInterval: REFRESH_MILLISECONDS,
  });
  const columns: readonly Column<PayAddressChangeWire>[] = [
    { id: 'target', header: 'Receives', cell: ({ target }) => targets[target], phone: 'title' },
    { id: 'value', header: 'Address', cell: (change) => <Value change={change} />, wrap: true, phone: 'title' },
    { id: 'state', header: 'State', cell: (change) => <StateOf change={change} />, wrap: true },
    { id: 'announced', header: 'Announced', cell: ({ announcedAt }) => <Moment at={announcedAt} /> },
    { id: 'effective', header: 'In use from', cell: ({ effectiveAt }) => <Moment at={effectiveAt} /> },
    {
      id: 'actions',
      header: 'Actions',
      phone: 'actions',
      align: 'end',
      cell: (change) =>
        may && (
          <span className={styles.actions}>
            {change.may.includes('approve') && (
              <Button size="small" onClick={() => setAsked({ change, act: 'approve' })}>
                Approve…
              </Button>
            )}
            {change.may.includes('withdraw') && (
              <Button size="small" onClick={() => setAsked({ change, act: 'withdraw' })}>
                Withdraw…
              </Button>
            )}
          </span>
        ),
    },
  ];
  return (
    <Screen
      title="Payment addresses"
      intro="Addresses come from the server’s settings. A new address is used 24 hours after two people have approved it."
    >
      <Card flush>
        <DataTable
          caption="Payment addresses"
          columns={columns}
          rows={data}
          rowKey={({ id }) => id}
          error={data ? undefined : error}
          onRetry={() => void refetch()}
          cardsBelow={1280}
          empty={{ title: 'No addresses yet', text: 'The server reads them from its settings when it starts.' }}
        />
      </Card>
      {asked && <Ask {...asked} onClose={() => setAsked(null)} />}
    </Screen>
  );
}

/** Shows an address, or the fingerprint of an account or a pool with a label. */
function Value({ change }: { change: PayAddressChangeWire }) {
  const about = aboutOf(change);
  return (
    <span className={styles.state}>
      {about !== null && <span>{about}</span>}
      <span className={styles.value}>
        <code>{change.value}</code>
        <CopyButton text={change.value} label={about === null ? 'Copy address' : 'Copy fingerprint'} compact />
      </span>
    </span>
  );
}

function aboutOf({ target, poolSize }: PayAddressChangeWire): string | null {
  if (poolSize !== null) return `Pool of ${poolSize} ${poolSize === 1 ? 'address' : 'addresses'}, fingerprint`;
  return target === 'bitcoin-account' ? 'Fingerprint of the account' : null;
}

function StateOf({ change: { state, approvals } }: { change: PayAddressChangeWire }) {
  const { name, tone } = states[state];
  return (
    <span className={styles.state}>
      <Badge tone={tone}>{name}</Badge>
      {approvals.map(({ by, at }) => (
        <span key={at} className={styles.detail}>
          Approved by {by ?? 'a former admin'}, <Moment at={at} />
        </span>
      ))}
    </span>
  );
}

const words: Readonly<Record<Act, { action: string; running: string; done: string }>> = {
  approve: { action: 'Approve this address', running: 'Approving…', done: 'The address is approved.' },
  withdraw: { action: 'Withdraw this address', running: 'Withdrawing…', done: 'The change is withdrawn.' },
};

const compareWith = ({ poolSize }: PayAddressChangeWire): string =>
  poolSize === null
    ? 'Compare it with your wallet, character by character.'
    : 'Compare it with the fingerprint of your own list, character by character. The operations guide has the command.';

function Ask({ change, act, onClose }: { change: PayAddressChangeWire; act: Act; onClose: () => void }) {
  const queryClient = useQueryClient();
  const send = useMutation({
    mutationFn: () => request(`/admin/pay-addresses/${encodeURIComponent(change.id)}/${act}`, { method: 'POST', json: {} }),
    onSuccess: () => {
      notify.success(words[act].done);
      onClose();
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: QUERY }),
  });
  const isSecond = change.approvals.length > 0;
  const about = aboutOf(change);
  return (
    <ConfirmDialog
      title={act === 'approve' ? `Approve a new ${targets[change.target]}?` : `Withdraw the new ${targets[change.target]}?`}
      {...words[act]}
      busy={send.isPending}
      error={send.error}
      onConfirm={() => send.mutate()}
      onClose={onClose}
    >
      {about !== null && <span className={styles.about}>{about}:</span>}
      <code className={styles.whole}>{change.value}</code>
      {act === 'withdraw'
        ? 'Payments continue to the previous address. The server announces the change again when it starts with these settings.'
        : `${compareWith(change)} ${isSecond ? 'Members pay to it 24 hours after your approval.' : 'Another person must approve it, too.'}`}
    </ConfirmDialog>
  );
}
