import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf, request } from '../../lib/api';
import { notify } from '../../lib/notify';
import type { CheckedFieldWire, KycReviewDetailWire } from '../../lib/wire/types';
import { useMay } from '../access/allowed';

export interface Checks {
  /** False: decided, in the hands of another reviewer, or no reviewer of one’s own. */
  isOpen: boolean;
  has: (field: CheckedFieldWire) => boolean;
  set: (field: CheckedFieldWire, checked: boolean) => void;
}

type Detail = KycReviewDetailWire | undefined;

/** The fields of a case that this reviewer has compared with the documents. The server keeps them; the page shows a press at once. */
export function useChecks({ id, checked, status, scheduled, claim }: KycReviewDetailWire): Checks {
  const queryClient = useQueryClient();
  const [pressed, setPressed] = useState<Partial<Record<CheckedFieldWire, boolean>>>({});
  const isMine = claim === null || claim.self;
  const isOpen = useMay()('kyc.decide') && status === 'pending' && scheduled === null && isMine;
  const send = async (field: CheckedFieldWire, isChecked: boolean) => {
    setPressed((before) => ({ ...before, [field]: isChecked }));
    try {
      await request(`/admin/kyc-reviews/${encodeURIComponent(id)}/check`, { method: 'POST', json: { field, checked: isChecked } });
      queryClient.setQueriesData<Detail>({ queryKey: ['kyc-reviews', 'getOne'] }, (detail) =>
        detail?.id === id ? { ...detail, checked: changed(detail.checked, field, isChecked) } : detail,
      );
    } catch (error) {
      notify.error(messageOf(error));
    } finally {
      setPressed(({ [field]: _, ...others }) => others);
    }
  };
  return { isOpen, has: (field) => pressed[field] ?? checked.includes(field), set: (field, isChecked) => void send(field, isChecked) };
}

const changed = (checked: readonly CheckedFieldWire[], field: CheckedFieldWire, isChecked: boolean): CheckedFieldWire[] => [
  ...checked.filter((one) => one !== field),
  ...(isChecked ? [field] : []),
];
