import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Moment } from '../../components/exchange/figures';
import { Button } from '../../components/feedback/button';
import { Dialog } from '../../components/feedback/dialog';
import { Notice } from '../../components/feedback/notice';
import { ErrorState, Skeleton } from '../../components/feedback/states';
import { ChoiceCard, ChoiceGroup } from '../../components/form/inputs';
import { fetchData, messageOf, request } from '../../lib/api';
import type { DecisionWire, DeliveryPreviewWire, DeliveryWire } from '../../lib/wire/types';
import { channelNames } from '../channels/channel-words';
import styles from '../channels/channels.module.css';
import { useAct } from '../use-act';
import { blockedWords } from './delivery-words';

const choices = {
  arrived: {
    label: 'It arrived',
    help: 'You checked the chat or asked the member. The delivery counts as sent.',
    action: 'Mark as arrived',
    done: 'The message counts as sent.',
  },
  'send-again': {
    label: 'Send it again',
    help: 'The current state of the signal is sent as a new message.',
    action: 'Send again',
    done: 'The message is sent again.',
  },
} as const satisfies Record<DecisionWire, unknown>;

const pathOf = (id: string) => `/admin/deliveries/${encodeURIComponent(id)}/decision`;

/** Decides about a message that may have arrived. Shows what sending it again would do, because nobody can take it back. */
export function DecisionDialog({ delivery, onClose }: { delivery: DeliveryWire; onClose: () => void }) {
  const [decision, setDecision] = useState<DecisionWire | null>(null);
  const preview = useQuery({
    queryKey: ['deliveries', delivery.id, 'decision'],
    queryFn: ({ signal }) => fetchData<DeliveryPreviewWire>(pathOf(delivery.id), { signal }),
    retry: false,
    gcTime: 0,
  });
  const change = useAct({
    call: (chosen: DecisionWire) => request(pathOf(delivery.id), { method: 'POST', json: { decision: chosen } }),
    done: (_, chosen) => choices[chosen].done,
    lists: ['deliveries', 'channels'],
    onDone: onClose,
    quiet: true,
  });
  const name = delivery.member?.fullName ?? 'the club';
  return (
    <Dialog
      title="Did this message arrive?"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Not now</Button>
          <Button
            look="primary"
            busy={change.isPending}
            disabled={decision === null || (decision === 'send-again' && !preview.data)}
            onClick={() => decision && change.mutate(decision)}
          >
            {decision === null ? 'Decide' : choices[decision].action}
          </Button>
        </>
      }
    >
      <div className={styles.decision}>
        <p>
          {channelNames[delivery.channel]} did not confirm a message to {name}, so it may or may not have arrived. Check the chat or ask the
          member. You can’t change this decision later.
        </p>
        <ChoiceGroup label="What do you want to do?">
          {delivery.may.map((one) => (
            <ChoiceCard
              key={one}
              name="decision"
              label={choices[one].label}
              help={choices[one].help}
              checked={decision === one}
              onChange={() => {
                setDecision(one);
                change.reset();
              }}
            />
          ))}
        </ChoiceGroup>
        {decision === 'send-again' && <Preview preview={preview} />}
        {change.error && <Notice kind="error" live title={messageOf(change.error)} />}
      </div>
    </Dialog>
  );
}

type PreviewQuery = { data: DeliveryPreviewWire | undefined; error: unknown; refetch: () => unknown };

/** What would happen now. All of it is checked again just before the message leaves. */
function Preview({ preview: { data, error, refetch } }: { preview: PreviewQuery }) {
  if (error) return <ErrorState title="The preview could not be loaded" error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton height={72} />;
  if (data.reason !== null)
    return (
      <Notice kind="warn" live title="It would not be sent">
        {blockedWords[data.reason]} The delivery would be marked as not sent.
      </Notice>
    );
  return (
    <Notice kind="warn" live title="It may arrive twice">
      If the first message arrived, the signal appears twice. A copy bot opens a second position, and members may do the same.
      {data.heldUntil !== null && (
        <>
          {' '}
          Nothing is sent on this channel until <Moment at={data.heldUntil} />.
        </>
      )}
    </Notice>
  );
}
