import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/feedback/button';
import { Dialog } from '../../components/feedback/dialog';
import { Notice } from '../../components/feedback/notice';
import { ChoiceCard, ChoiceGroup, TextField } from '../../components/form/inputs';
import { Moment } from '../../components/exchange/figures';
import { ApiError, messageOf } from '../../lib/api';
import { day } from '../../lib/format/date';
import { dollars } from '../../lib/format/dollars';
import { t } from '../../lib/i18n/texts';
import { notify } from '../../lib/notify';
import { useProfile } from '../../lib/session';
import type { FundRedemptionWire } from '../../lib/wire/types';
import { fundQuery, previewRedemption, requestRedemption, termsQuery, wholeDollars } from './fund';
import styles from './fund.module.css';

const AMOUNT = /^(0|[1-9]\d{0,11})(\.\d{1,2})?$/;
const isAmount = (text: string) => AMOUNT.test(text) && /[1-9]/.test(text);
const ALL = 'all';

/** The server's words about one field, or about the whole request. */
const wordsOf = (error: unknown): string =>
  error instanceof ApiError && error.fields.length > 0 ? error.fields.map(({ message }) => message).join(' ') : messageOf(error);

/** Asks how much, shows what would follow, and only then requests it. */
export function RedeemDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const { userId } = useProfile();
  const { data: terms } = useQuery(termsQuery);
  const [isAll, setAll] = useState(false);
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  /** What the preview is of. */
  const [asked, setAsked] = useState('');
  const preview = useQuery({
    queryKey: ['fund', userId, 'preview', asked],
    queryFn: () => previewRedemption(asked),
    enabled: asked !== '',
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
  const send = useMutation({
    mutationFn: () => requestRedemption(asked),
    onSuccess: ({ data, message }) => {
      queryClient.setQueryData(fundQuery(userId).queryKey, data);
      notify.success(message);
      onClose();
    },
  });
  const wanted = isAll ? ALL : typed.trim();
  const seen = wanted === asked ? preview.data : undefined;
  const refusal = wanted === asked && preview.error ? wordsOf(preview.error) : undefined;
  const choose = (all: boolean) => {
    setAll(all);
    setAsked(all ? ALL : '');
    send.reset();
  };
  const check = () => {
    if (!isAmount(wanted)) return setWrong(true);
    if (wanted === asked) void preview.refetch();
    else setAsked(wanted);
  };
  return (
    <Dialog
      title={t('fund.redeem.title')}
      width="tall"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button look="primary" busy={send.isPending} disabled={!seen} onClick={() => send.mutate()}>
            {send.isPending ? t('fund.redeem.running') : actionOf(seen, asked)}
          </Button>
        </>
      }
    >
      <div className={styles.stack}>
        <ChoiceGroup label={t('fund.redeem.what')}>
          <ChoiceCard
            name="how-much"
            label={t('fund.redeem.part')}
            help={terms && t('fund.redeem.partHelp', { minimum: wholeDollars(terms.minimum) })}
            checked={!isAll}
            onChange={() => choose(false)}
          />
          <ChoiceCard
            name="how-much"
            label={t('fund.redeem.all')}
            help={t('fund.redeem.allHelp')}
            checked={isAll}
            onChange={() => choose(true)}
          />
        </ChoiceGroup>
        {!isAll && (
          <form
            className={styles.ask}
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              check();
            }}
          >
            <TextField
              label={t('fund.redeem.amount')}
              help={t('fund.redeem.amountHelp')}
              inputMode="decimal"
              autoComplete="off"
              dir="ltr"
              value={typed}
              maxLength={15}
              error={isWrong ? t('fund.redeem.amountWrong') : refusal}
              onChange={(event) => {
                setTyped(event.target.value);
                setWrong(false);
                send.reset();
              }}
            />
            <Button type="submit" busy={preview.isFetching}>
              {preview.isFetching ? t('fund.redeem.checking') : t('fund.redeem.check')}
            </Button>
          </form>
        )}
        <div aria-live="polite">
          {isAll && preview.isFetching && <p>{t('fund.redeem.checking')}</p>}
          {seen && <Preview preview={seen} isAll={isAll} />}
        </div>
        {isAll && refusal !== undefined && (
          <Notice kind="error" live title={t('fund.redeem.refused')}>
            {refusal}
          </Notice>
        )}
        {send.error && <Notice kind="error" live title={wordsOf(send.error)} />}
      </div>
    </Dialog>
  );
}

function actionOf(seen: FundRedemptionWire | undefined, asked: string): string {
  if (!seen) return t('fund.redeem.actionBefore');
  return asked === ALL ? t('fund.redeem.allAction') : t('fund.redeem.action', { amount: dollars(asked) });
}

function Preview({ preview: { dealingDay, lastNoticeDay, lockedAt }, isAll }: { preview: FundRedemptionWire; isAll: boolean }) {
  return (
    <div className={styles.stack}>
      <dl className={styles.tiles}>
        <div>
          <dt>{t('fund.redeem.dealingDay')}</dt>
          <dd>{day(dealingDay)}</dd>
        </div>
        <div>
          <dt>{t('fund.redeem.lastNoticeDay')}</dt>
          <dd>{day(lastNoticeDay)}</dd>
        </div>
        <div>
          <dt>{t('fund.redeem.cancelBefore')}</dt>
          <dd>
            <Moment at={lockedAt} />
          </dd>
        </div>
      </dl>
      <p>{isAll ? t('fund.redeem.allFollows') : t('fund.redeem.follows')}</p>
    </div>
  );
}
