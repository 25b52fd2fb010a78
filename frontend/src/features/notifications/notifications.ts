import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { fetchData, messageOf, request } from '../../lib/api';
import { t } from '../../lib/i18n/texts';
import { notify } from '../../lib/notify';
import { useProfile } from '../../lib/session';
import type {
  Answer,
  NotificationChangesWire,
  NotificationChannelColumnWire,
  NotificationKindRowWire,
  NotificationPreferencesWire,
  NotificationValueWire,
} from '../../lib/wire/types';

const PATH = '/me/notification-preferences';
const UNDO_MILLISECONDS = 8000;

export const notificationsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['notification-preferences', userId],
    queryFn: ({ signal }) => fetchData<NotificationPreferencesWire>(PATH, { signal }),
  });

export const changeNotifications = async (json: NotificationChangesWire) =>
  (await request<Answer<NotificationPreferencesWire>>(PATH, { method: 'PATCH', json })).body;

type PreferenceChange = NonNullable<NotificationChangesWire['preferences']>[number];

/** A change, and the one that takes it back. */
export interface UndoableChange {
  change: PreferenceChange[];
  undo: PreferenceChange[];
}

/** Chooses one kind on one channel. */
export function changeOfCell(
  { kind, cells }: NotificationKindRowWire,
  channel: PreferenceChange['channel'],
  value: NotificationValueWire,
): UndoableChange {
  const before = cells.find((cell) => cell.channel === channel);
  return {
    change: [{ kind, channel, value }],
    undo: [{ kind, channel, value: before?.source === 'own' ? before.value : null }],
  };
}

/** Chooses a whole channel: choices of single kinds on it go, or they would still count more. */
export function changeOfChannel(
  { channel, value: before }: NotificationChannelColumnWire,
  rows: readonly NotificationKindRowWire[],
  value: NotificationValueWire | null,
): UndoableChange {
  const own = rows.flatMap(({ kind, cells }) =>
    cells.filter((cell) => cell.channel === channel && cell.source === 'own').map((cell) => ({ kind, channel, value: cell.value })),
  );
  return {
    change: [{ kind: 'all', channel, value }, ...own.map((choice) => ({ ...choice, value: null }))],
    undo: [{ kind: 'all', channel, value: before }, ...own],
  };
}

/** Saves changes at once and offers to take them back. */
export function useChangePreferences() {
  const queryClient = useQueryClient();
  const { userId } = useProfile();
  const mutation = useMutation({
    mutationFn: ({ change }: { change: PreferenceChange[]; undo: PreferenceChange[] | null }) =>
      changeNotifications({ preferences: change }),
    onSuccess: ({ data, message }, { undo }) => {
      queryClient.setQueryData(notificationsQuery(userId).queryKey, data);
      notify.success(
        message,
        undo === null
          ? undefined
          : {
              label: t('notifications.undo'),
              act: () => mutation.mutate({ change: undo, undo: null }),
              milliseconds: UNDO_MILLISECONDS,
            },
      );
    },
    onError: (reason) => notify.error(messageOf(reason)),
  });
  return mutation;
}
