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
import { t } from '../../lib/i18n/texts';
import { Trans } from '../../lib/i18n/trans';
import styles from './my-data.module.css';

/** A copy of everything: asked for, made, fetched within a day. */
export function ExportCard() {
  const { data, error, refetch } = useQuery(exportQuery);
  return (
    <Card title={t('my-data.export.title')} span={12}>
      {error && data === undefined ? (
        <ErrorState title={t('my-data.export.failed')} error={error} onRetry={() => void refetch()} />
      ) : (
        <div className={styles.stack}>
          <p className={styles.text}>{t('my-data.export.about')}</p>
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
            {fetching.isPending ? t('my-data.export.preparing') : t('my-data.export.download')}
          </Button>
        )}
        <Button look={ready ? 'secondary' : 'primary'} busy={ask.isPending} disabled={underWay} onClick={() => ask.mutate()}>
          {ask.isPending ? t('my-data.export.asking') : ready ? t('my-data.export.makeNew') : t('my-data.export.make')}
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
            {latest.step === null ? t('my-data.export.running') : t('my-data.export.runningStep', { step: latest.step.toLowerCase() })}
          </p>
          <progress aria-labelledby="export-step" className={styles.bar} max={100} value={latest.progress} />
          <span className={styles.text}>{t('my-data.export.leave')}</span>
        </>
      );
    case 'ready':
      return (
        <Notice
          kind="success"
          title={latest.byteSize === null ? t('my-data.export.ready') : t('my-data.export.readySize', { size: fileSize(latest.byteSize) })}
        >
          <Trans id="my-data.export.readyText" tags={{ made: <Moment at={latest.readyAt} />, deleted: <Moment at={latest.expiresAt} /> }} />
        </Notice>
      );
    case 'failed':
      return (
        <Notice kind="error" title={t('my-data.export.broken')}>
          {latest.failure ?? t('my-data.export.brokenText')}
        </Notice>
      );
    case 'expired':
      return (
        <p className={styles.text}>
          <Trans id="my-data.export.expired" tags={{ made: <Moment at={latest.requestedAt} /> }} />
        </p>
      );
    default:
      return <p className={styles.text}>{t('my-data.export.none')}</p>;
  }
}

/** Lets the browser save it: the answer is an attachment, so the page stays. */
function save(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}
