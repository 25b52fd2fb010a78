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
import styles from './my-data.module.css';

/** To be forgotten: what goes at once, what is kept, why and until when, before anybody presses anything. */
export function ErasureCard() {
  const { data, error, refetch } = useQuery(erasureQuery);
  return (
    <Card title="Erase my account" span={12}>
      {error && !data ? (
        <ErrorState title="Your request could not be looked up" error={error} onRetry={() => void refetch()} />
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
        <Notice kind="warn" title="You have asked to be erased">
          Asked on {day(request.requestedAt)}. We answer by {day(request.answerDueAt)}. What could be erased at once is erased. The rest is
          locked: nothing new about you is stored, and your exchange account is read no further.
        </Notice>
      )}
      {request?.state === 'refused' && (
        <Notice kind="info" title="We could not do what you asked">
          “{request.reason}” Your account is open again, and you can ask once more.
        </Notice>
      )}
      <h3 className={styles.heading}>{isOpen ? 'What was erased' : 'What is erased at once'}</h3>
      <ul className={styles.points}>
        {erasedAtOnce.map((what) => (
          <li key={what}>{what}.</li>
        ))}
      </ul>
      <h3 className={styles.heading}>What is kept, and why</h3>
      <dl className={styles.kept}>
        {kept.map(({ what, why, until }) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>{why}</dd>
            <dd>Until: {until}.</dd>
          </div>
        ))}
      </dl>
      <p className={styles.text}>We answer within one month. {complaint}</p>
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
        Ask to be erased
      </Button>
      {asking && (
        <ConfirmDialog
          title="Ask us to erase your account?"
          action="Ask to be erased"
          running="Asking…"
          busy={ask.isPending}
          error={ask.error ?? undefined}
          onConfirm={() => ask.mutate()}
          onClose={() => setAsking(false)}
        >
          Your exchange key, picture and phone number are erased at once and cannot be brought back. You can take the request back until we
          have answered it. If you want a copy of your data, make it first.
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
      {withdraw.isPending ? 'Taking it back…' : 'Take the request back'}
    </Button>
  );
}
