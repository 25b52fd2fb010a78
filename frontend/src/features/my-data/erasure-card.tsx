import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/feedback/button';
import { ConfirmDialog } from '../../components/feedback/confirm-dialog';
import { Notice } from '../../components/feedback/notice';
import { ErrorState, Skeleton } from '../../components/feedback/states';
import { Card } from '../../components/layout/screen';
import { messageOf } from '../../lib/api';
import { day } from '../../lib/format/date';
import { notify } from '../../lib/notify';
import { checkSession } from '../../lib/session';
import { type Erasure, askForErasure, erasureQuery, withdrawErasure } from './my-data';
import { isolate } from '../../lib/i18n/isolate';
import { t } from '../../lib/i18n/texts';
import styles from './my-data.module.css';

/** To be forgotten: what goes at once, what is kept, why and until when, before anybody presses anything. */
export function ErasureCard() {
  const { data, error, refetch } = useQuery(erasureQuery);
  return (
    <Card title={t('my-data.erasure.title')} span={12}>
      {error && !data ? (
        <ErrorState title={t('my-data.erasure.failed')} error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Request erasure={data} />
      ) : (
        <Skeleton height={420} />
      )}
    </Card>
  );
}

function Request({ erasure }: { erasure: Erasure }) {
  const { request, erasedAtOnce, kept, complaint } = erasure;
  const isOpen = request?.state === 'restricted';
  return (
    <div className={styles.stack}>
      {isOpen && (
        <Notice kind="warn" title={t('my-data.erasure.open.title')}>
          {t('my-data.erasure.open.text', { asked: day(request.requestedAt), due: day(request.answerDueAt) })}
        </Notice>
      )}
      {request?.state === 'refused' && (
        <Notice kind="info" title={t('my-data.erasure.refused.title')}>
          {t('my-data.erasure.refused.text', { reason: request.reason ?? '' })}
        </Notice>
      )}
      <h3 className={styles.heading}>{isOpen ? t('my-data.erasure.gone') : t('my-data.erasure.goes')}</h3>
      <ul className={styles.points}>
        {erasedAtOnce.map((what) => (
          <li key={what}>{what}</li>
        ))}
      </ul>
      <h3 className={styles.heading}>{t('my-data.erasure.kept')}</h3>
      <dl className={styles.kept}>
        {kept.map(({ what, why, until }) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>{why}</dd>
            <dd>{t('my-data.erasure.until', { until: isolate(until) })}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.text}>{t('my-data.erasure.answer', { complaint: isolate(complaint) })}</p>
      {isOpen ? <Withdraw /> : <Ask />}
    </div>
  );
}

function Ask() {
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState(false);
  const ask = useMutation({
    mutationFn: askForErasure,
    onSuccess: ({ data, message }) => {
      queryClient.setQueryData(erasureQuery.queryKey, data);
      notify.success(message);
      setAsking(false);
      checkSession(); // picture and phone number are gone
    },
  });
  return (
    <>
      <Button look="danger" onClick={() => setAsking(true)}>
        {t('my-data.erasure.ask')}
      </Button>
      {asking && (
        <ConfirmDialog
          title={t('my-data.erasure.askTitle')}
          action={t('my-data.erasure.ask')}
          running={t('my-data.erasure.asking')}
          busy={ask.isPending}
          error={ask.error ?? undefined}
          onConfirm={() => ask.mutate()}
          onClose={() => setAsking(false)}
        >
          {t('my-data.erasure.askText')}
        </ConfirmDialog>
      )}
    </>
  );
}

function Withdraw() {
  const queryClient = useQueryClient();
  const withdraw = useMutation({
    mutationFn: withdrawErasure,
    onSuccess: ({ data, message }) => {
      queryClient.setQueryData(erasureQuery.queryKey, data);
      notify.success(message);
    },
    onError: (error) => notify.error(messageOf(error)),
  });
  return (
    <Button busy={withdraw.isPending} onClick={() => withdraw.mutate()}>
      {withdraw.isPending ? t('my-data.erasure.withdrawing') : t('my-data.erasure.withdraw')}
    </Button>
  );
}
