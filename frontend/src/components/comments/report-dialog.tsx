import { useState } from 'react';
import { messageOf } from '../../lib/api';
import { t } from '../../lib/i18n/texts';
import { notify } from '../../lib/notify';
import type { ReportReasonWire } from '../../lib/wire/types';
import { Button } from '../feedback/button';
import { Dialog } from '../feedback/dialog';
import { Notice } from '../feedback/notice';
import { ChoiceCard, ChoiceGroup, TextAreaField } from '../form/inputs';
import { reportComment, useRefreshComments } from './comments-api';
import styles from './comments.module.css';

const reasons: readonly ReportReasonWire[] = ['spam', 'offensive', 'private-data', 'misleading', 'other'];
const MAX_DETAILS = 500;

/** Reports a comment to the team. Its author does not learn who did. */
export function ReportDialog({ commentId, onClose }: { commentId: string; onClose: () => void }) {
  const [reason, setReason] = useState<ReportReasonWire | null>(null);
  const [details, setDetails] = useState('');
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setIsBusy] = useState(false);
  const refresh = useRefreshComments();
  const send = async () => {
    if (reason === null) return;
    setIsBusy(true);
    setError(null);
    try {
      notify.success((await reportComment(commentId, reason, details.trim())).message);
      await refresh();
      onClose();
    } catch (failure) {
      setError(failure);
      setIsBusy(false);
    }
  };
  return (
    <Dialog
      title={t('comments.report.title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button look="primary" busy={isBusy} disabled={reason === null} onClick={() => void send()}>
            {t(isBusy ? 'comments.report.sending' : 'comments.report.send')}
          </Button>
        </>
      }
    >
      <div className={styles.stack}>
        <ChoiceGroup label={t('comments.report.why')}>
          {reasons.map((one) => (
            <ChoiceCard
              key={one}
              name="reason"
              label={t(`comments.report.reason.${one}`)}
              checked={reason === one}
              onChange={() => setReason(one)}
            />
          ))}
        </ChoiceGroup>
        <TextAreaField
          label={t('comments.report.details')}
          optional
          maxLength={MAX_DETAILS}
          dir="auto"
          value={details}
          onChange={(event) => setDetails(event.target.value)}
        />
        {error != null && <Notice kind="error" live title={messageOf(error)} />}
      </div>
    </Dialog>
  );
}
