import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { Moment } from '../../components/exchange/figures';
import { Badge } from '../../components/feedback/badge';
import { Button } from '../../components/feedback/button';
import { Notice } from '../../components/feedback/notice';
import { ErrorState } from '../../components/feedback/states';
import { Card } from '../../components/layout/screen';
import { messageOf } from '../../lib/api';
import { count } from '../../lib/format/decimal';
import { notify } from '../../lib/notify';
import { Fact, Facts } from '../facts';
import { type AuditChain, auditChainQuery, verifyChain } from './audit';
import styles from './audit.module.css';

/** One link of the chain. */
function ChainLink({ of: link }: { of: AuditChain['sealed'] }) {
  if (link === null) return <>Nothing yet</>;
  return (
    <>
      No. {link.seq}, <Moment at={link.at} relative />
    </>
  );
}

function Waiting({ chain: { waiting, waitingSince } }: { chain: AuditChain }) {
  if (waitingSince === null) return <>None</>;
  return (
    <>
      {count(waiting)}, the oldest <Moment at={waitingSince} relative />
    </>
  );
}

/** What is known of the chain that the log hangs on: nobody changes an event without breaking it. */
export function ChainCard() {
  const queryClient = useQueryClient();
  const { data: chain, error, refetch } = useQuery(auditChainQuery);
  const verify = useMutation({
    mutationFn: verifyChain,
    onSuccess: ({ data, message }) => {
      queryClient.setQueryData(auditChainQuery.queryKey, data);
      notify.info(message);
    },
    onError: (problem) => notify.error(messageOf(problem)),
  });
  const busy = verify.isPending || chain?.asked != null;
  return (
    <Card
      title="The chain"
      aside={
        <Button size="small" busy={busy} disabled={chain === undefined} onClick={() => verify.mutate()}>
          {busy ? 'Verifying…' : 'Verify now'}
        </Button>
      }
    >
      {error && chain === undefined ? (
        <ErrorState title="The state of the hash chain could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : (
        <>
          {chain?.verified?.intact === false && (
            <Notice kind="error" live title="The log differs from what was sealed">
              {chain.verified.message}. Keep the database as it is, and compare it with a backup.
            </Notice>
          )}
          <Facts look="grid">
            <Fact name="Sealed up to" value={chain && <ChainLink of={chain.sealed} />} />
            <Fact name="Anchored up to" value={chain && <ChainLink of={chain.anchored} />} />
            <Fact name="Waiting for a seal" value={chain && <Waiting chain={chain} />} />
            <Fact name="Verified until" value={chain && <Verified chain={chain} />} />
          </Facts>
        </>
      )}
    </Card>
  );
}

function Verified({ chain: { verified } }: { chain: AuditChain }) {
  if (verified === null) return <span title="The whole chain is verified once a day and on request">Not verified yet</span>;
  const { intact, seq, until, at } = verified;
  return (
    <span className={styles.verified}>
      <Badge tone={intact ? 'up' : 'down'} icon={intact ? <ShieldCheck aria-hidden="true" /> : <ShieldAlert aria-hidden="true" />}>
        {intact ? 'Unchanged' : 'Broken'}
      </Badge>
      <span>
        No. {seq}
        {until && (
          <>
            , <Moment at={until} />
          </>
        )}
      </span>
      <span className={styles.quiet}>
        Read <Moment at={at} relative />
      </span>
    </span>
  );
}
