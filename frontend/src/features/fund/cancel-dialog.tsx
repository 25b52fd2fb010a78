import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../components/feedback/button';
import { Dialog } from '../../components/feedback/dialog';
import { Notice } from '../../components/feedback/notice';
import { messageOf } from '../../lib/api';
import { day } from '../../lib/format/date';
import { dollars } from '../../lib/format/dollars';
import { t } from '../../lib/i18n/texts';
import { notify } from '../../lib/notify';
import { useProfile } from '../../lib/session';
import type { FundRedemptionWire } from '../../lib/wire/types';
import { cancelRedemption, fundQuery } from './fund';

/** Says what follows before a request is taken back. */
export function CancelDialog({ redemption, onClose }: { redemption: FundRedemptionWire; onClose: () => void }) {
  const queryClient = useQueryClient();
  const { userId } = useProfile();
  const cancel = useMutation({
    mutationFn: () => cancelRedemption(redemption.id),
    onSuccess: ({ data, message }) => {
      queryClient.setQueryData(fundQuery(userId).queryKey, data);
      notify.success(message);
      onClose();
    },
  });
  const { requested, dealingDay } = redemption;
  return (
    <Dialog
      title={requested === null ? t('fund.redemptions.cancelAllTitle') : t('fund.redemptions.cancelTitle', { amount: dollars(requested) })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('fund.redemptions.cancelKeep')}</Button>
          <Button look="danger" busy={cancel.isPending} onClick={() => cancel.mutate()}>
            {cancel.isPending ? t('fund.redemptions.cancelling') : t('fund.redemptions.cancelAction')}
          </Button>
        </>
      }
    >
      <p>{t('fund.redemptions.cancelText', { day: day(dealingDay) })}</p>
      {cancel.error && <Notice kind="error" live title={messageOf(cancel.error)} />}
    </Dialog>
  );
}
