import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/feedback/button';
import { ConfirmDialog } from '../../components/feedback/confirm-dialog';
import { fetchData, request } from '../../lib/api';
import type { AnalysisMoveWire, AnalysisReachWire, AnalysisRecordWire, Answer } from '../../lib/wire/types';
import { useAct } from '../use-act';
import { audienceWords, reachSentence } from './post-words';
import { ScheduleDialog } from './schedule-dialog';

const labels: Record<AnalysisMoveWire, string> = {
  publish: 'Publish…',
  schedule: 'Schedule…',
  unschedule: 'Take off the schedule',
  withdraw: 'Withdraw…',
};
const done: Record<AnalysisMoveWire, string> = {
  publish: 'is published',
  schedule: 'is scheduled',
  unschedule: 'is a draft again',
  withdraw: 'is withdrawn. Nobody can read it any more.',
};

interface Wanted {
  move: AnalysisMoveWire;
  json?: object;
}

/** What the server lets one do with an analysis now. What changes who can read it asks first. */
export function AnalysisButtons({ post }: { post: AnalysisRecordWire }) {
  const { id, title, may, revision, publishedAt, audience } = post;
  const [asking, setAsking] = useState<AnalysisMoveWire | null>(null);
  const act = useAct({
    call: ({ move, json = {} }: Wanted) =>
      request<Answer<AnalysisRecordWire>>(`/admin/analysis/${encodeURIComponent(id)}/${move}`, { method: 'POST', json }),
    done: (_, { move }) => `“${title}” ${done[move]}`,
    lists: ['analysis'],
    onDone: () => setAsking(null),
    quiet: asking !== null,
  });
  const close = () => {
    act.reset();
    setAsking(null);
  };
  return (
    <>
      {may.map((move) => (
        <Button
          key={move}
          look={move === 'publish' ? 'primary' : move === 'withdraw' ? 'danger' : 'secondary'}
          disabled={act.isPending}
          onClick={() => (move === 'unschedule' ? act.mutate({ move }) : setAsking(move))}
        >
          {labels[move]}
        </Button>
      ))}
      {asking === 'publish' && (
        <ConfirmDialog
          title={`Publish “${title}”?`}
          action="Publish"
          running="Publishing…"
          look="primary"
          busy={act.isPending}
          error={act.error}
          onConfirm={() => act.mutate({ move: 'publish', json: { revision } })}
          onClose={close}
        >
          {audienceWords[audience].help}{' '}
          {publishedAt === null ? <Reach /> : 'Members were told when it was first published, and are not told again.'}
        </ConfirmDialog>
      )}
      {asking === 'withdraw' && (
        <ConfirmDialog
          title={`Withdraw “${title}”?`}
          action="Withdraw"
          running="Withdrawing…"
          busy={act.isPending}
          error={act.error}
          onConfirm={() => act.mutate({ move: 'withdraw' })}
          onClose={close}
        >
          Nobody can read it any more, and it disappears from the notification centre. Messages that were delivered can’t be recalled.
        </ConfirmDialog>
      )}
      {asking === 'schedule' && (
        <ScheduleDialog
          post={post}
          busy={act.isPending}
          error={act.error}
          reach={<Reach />}
          onSchedule={(publishAt) => act.mutate({ move: 'schedule', json: { revision, publishAt } })}
          onClose={close}
        />
      )}
    </>
  );
}

/** Whom it would be told to now. */
function Reach() {
  const { data, error } = useQuery({
    queryKey: ['analysis', 'reach'],
    queryFn: ({ signal }) => fetchData<AnalysisReachWire>('/admin/analysis/reach', { signal }),
    staleTime: 0,
  });
  if (data) return <>{reachSentence(data)}</>;
  return <>{error ? 'How many members it would be told to could not be counted.' : 'Counting members…'}</>;
}
