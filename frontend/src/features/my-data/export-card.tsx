import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { Moment } from '../../components/exchange/figures';
import { Button } from '../../components/feedback/button';
import { Notice } from '../../components/feedback/notice';
import { ErrorState, Skeleton } from '../../components/feedback/states';
import { Card } from '../../components/layout/screen';
import { messageOf } from '../../lib/api';
import { notify } from '../../lib/notify';
import { type DataExport, askForExport, exportLink, exportQuery, fileSize, isUnderWay } from './my-data';
import styles from './my-data.module.css';

/** A copy of everything: asked for, made, fetched within a day. */
export function ExportCard() {
  const { data, error, refetch } = useQuery(exportQuery);
  return (
    <Card title="A copy of your data" span={12}>
      {error && data === undefined ? (
        <ErrorState title="Your data could not be looked up" error={error} onRetry={() => void refetch()} />
      ) : (
        <div className={styles.stack}>
          <p className={styles.text}>
            One ZIP file with your account, your verification and payments, the files you uploaded, your trades and balances, and what was
            done on your account. It holds your identity documents, so we ask for your password or second factor, and delete the file after
            24 hours.
          </p>
          {data === undefined ? <Skeleton height={124} /> : <Latest latest={data} />}
        </div>
      )}
    </Card>
  );
}

function Latest({ latest }: { latest: DataExport | null }) {
  const queryClient = useQueryClient();
  const again = () => queryClient.invalidateQueries({ queryKey: exportQuery.queryKey });
  const ask = useMutation({
    mutationFn: askForExport,
    onSuccess: ({ data, message }) => {
      queryClient.setQueryData(exportQuery.queryKey, data);
      notify.success(message);
    },
    onError: (error) => notify.error(messageOf(error)),
    onSettled: again,
  });
  const fetching = useMutation({
    mutationFn: exportLink,
    onSuccess: (url) => save(url),
    onError: (error) => {
      notify.error(messageOf(error));
      void again();
    },
  });
  const underWay = isUnderWay(latest);
  const ready = latest?.state === 'ready';
  return (
    <>
      <div className={styles.state}>
        <State latest={latest} />
      </div>
      <div className={styles.buttons}>
        {ready && (
          <Button
            look="primary"
            icon={<Download size={16} aria-hidden="true" />}
            busy={fetching.isPending}
            onClick={() => fetching.mutate()}
          >
            {fetching.isPending ? 'Preparing…' : 'Download'}
          </Button>
        )}
        <Button look={ready ? 'secondary' : 'primary'} busy={ask.isPending} disabled={underWay} onClick={() => ask.mutate()}>
          {ask.isPending ? 'Asking…' : ready ? 'Make a new copy' : 'Make a copy'}
        </Button>
      </div>
    </>
  );
}

function State({ latest }: { latest: DataExport | null }) {
  switch (latest?.state) {
    case 'queued':
    case 'running':
      return (
        <>
          <p id="export-step" role="status">
            {latest.step === null ? 'Your data is being put together' : `Your data is being put together: ${latest.step.toLowerCase()}`}
          </p>
          <progress aria-labelledby="export-step" className={styles.bar} max={100} value={latest.progress} />
          <span className={styles.text}>You can leave this page. A mail tells you when it is ready.</span>
        </>
      );
    case 'ready':
      return (
        <Notice kind="success" title={`Your copy is ready${latest.byteSize === null ? '' : ` (${fileSize(latest.byteSize)})`}`}>
          Made <Moment at={latest.readyAt} />. It is deleted <Moment at={latest.expiresAt} />.
        </Notice>
      );
    case 'failed':
      return (
        <Notice kind="error" title="Your data could not be put together">
          {latest.failure ?? 'Please ask once more.'}
        </Notice>
      );
    case 'expired':
      return (
        <p className={styles.text}>
          Your last copy was made <Moment at={latest.requestedAt} /> and has been deleted.
        </p>
      );
    default:
      return (
        <p className={styles.text}>
          You have not asked for a copy yet. Making one takes a few seconds, or a few minutes for a long trading history.
        </p>
      );
  }
}

/** Lets the browser save it: the answer is an attachment, so the page stays. */
function save(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}
