import type { UseMutationResult } from '@tanstack/react-query';
import { request } from '../../lib/api';
import type { Answer, InboxItemWire } from '../../lib/wire/types';
import { useAct } from '../use-act';

type Assigned = Awaited<ReturnType<typeof request<Answer<InboxItemWire>>>>;

/** Assigns an item to the person with this id; null: to nobody. The server refuses if it was assigned to somebody else meanwhile. */
export function useAssign(
  item: InboxItemWire,
  options: { onDone?: () => void; quiet?: boolean } = {},
): UseMutationResult<Assigned, Error, string | null> {
  const { kind, itemId, assignee } = item;
  return useAct<Assigned, string | null>({
    call: (assigneeId) =>
      request<Answer<InboxItemWire>>('/admin/inbox/assign', {
        method: 'POST',
        json: { kind, itemId, assigneeId, from: assignee?.id ?? null },
      }),
    done: ({ body: { data } }) => doneWords(data),
    lists: ['inbox'],
    ...options,
  });
}

function doneWords({ assignee }: InboxItemWire): string {
  if (assignee === null) return 'The item is unassigned.';
  return assignee.self ? 'The item is assigned to you.' : `The item is assigned to ${assignee.fullName}.`;
}
