import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { messageOf, request } from '../../lib/api';
import { notify } from '../../lib/notify';
import type { CheckedFieldWire, KycReviewDetailWire } from '../../lib/wire/types';
import { useMay } from '../access/allowed';

export interface Checks {
  /** False: decided, in the hands of another reviewer, or no reviewer of one’s own. */
  isOpen: boolean;
  has: (field: CheckedFieldWire) => boolean;
  /** As `has`, also of a press that is not drawn yet: for the next of several quick ones. */
  hasNow: (field: CheckedFieldWire) => boolean;
  set: (field: CheckedFieldWire, checked: boolean) => void;
}

type Pressed = Partial<Record<CheckedFieldWire, boolean>>;

/** Whether this reviewer has the case to decide: who may reject it, also as the first of two reviewers. */
export function useIsOpen({ may }: Pick<KycReviewDetailWire, 'may'>): boolean {
  return useMay()('kyc.decide') && may.includes('reject');
}

/**
 * The fields of a case that this reviewer has compared with the documents. The server keeps them; the page shows what was pressed on it,
 * whatever older reading arrives later.
 */
export function useChecks({ id, checked, may }: KycReviewDetailWire): Checks {
  const queryClient = useQueryClient();
  const [pressed, setPressed] = useState<Pressed>({});
  const now = useRef<Pressed>({});
  const press = (changed: Pressed) => {
    now.current = changed;
    setPressed(changed);
  };
  const isOpen = useIsOpen({ may });
  const send = async (field: CheckedFieldWire, isChecked: boolean) => {
    press({ ...now.current, [field]: isChecked });
    try {
      await request(`/admin/kyc-reviews/${encodeURIComponent(id)}/check`, { method: 'POST', json: { field, checked: isChecked } });
      void queryClient.invalidateQueries({ queryKey: ['kyc-reviews', 'getOne'] });
    } catch (error) {
      notify.error(messageOf(error));
      const { [field]: _, ...others } = now.current;
      press(others);
    }
  };
  return {
    isOpen,
    has: (field) => pressed[field] ?? checked.includes(field),
    hasNow: (field) => now.current[field] ?? checked.includes(field),
    set: (field, isChecked) => void send(field, isChecked),
  };
}
