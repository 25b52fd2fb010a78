import { useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { Link } from 'react-router';
import { Button } from '../../components/feedback/button';
import { Notice } from '../../components/feedback/notice';
import { placeErrors } from '../../components/form/form-errors';
import form from '../../components/form/form.module.css';
import { consolePaths } from '../../config/console-routes';
import { request } from '../../lib/api';
import { notify } from '../../lib/notify';
import { queryClient } from '../../lib/query-client';
import { useProfile } from '../../lib/session';
import { useRepeatKey } from '../../lib/use-repeat-key';
import type { Answer, SignalDraftWire, SignalWire } from '../../lib/wire/types';
import { draftOf, dropDraft, useDraft } from '../drafts';
import { sendDraft } from './own-telegram';
import { SendToTelegram } from './send-to-telegram';
import { type SignalDraft, type SignalField, emptySignal, isBegun, oddsFields, ownFields } from './signal-draft';
import { ChoiceInput, MessageInput, MomentInput, PriceInput, SuggestingInput } from './signal-inputs';
import styles from './signals.module.css';
import { useSignalChoices } from './use-signal-choices';

const FORM = 'signal';
const LONGEST_MESSAGE = 4000;

/** The nineteen fields, all of them required. `onOdds` hears what risk and reward follow from, as it is typed. */
export function SignalForm({ onOdds }: { onOdds: (terms: readonly string[]) => void }) {
  const { userId } = useProfile();
  const choices = useSignalChoices().data;
  const repeatKey = useRepeatKey();
  const [problems, setProblems] = useState<string[]>([]);
  const [published, setPublished] = useState<SignalWire | null>(null);
  const draftKey = useRepeatKey();
  const [sent, setSent] = useState<SignalDraftWire | null>(null);
  const [isSending, setSending] = useState(false);
  const { register, control, handleSubmit, setError, setFocus, setValue, getValues, reset, formState } = useForm<SignalDraft>({
    mode: 'onTouched',
    defaultValues: draftOf<SignalDraft>(userId, FORM) ?? emptySignal,
  });
  useDraft(userId, FORM, getValues, isBegun);
  const terms = useWatch({ control, name: oddsFields });
  const said = JSON.stringify(terms);
  useEffect(() => onOdds(JSON.parse(said) as string[]), [said, onOdds]);
  const parts = { register, errorOf: (field: SignalField) => formState.errors[field]?.message };

  const publish = handleSubmit(async (signal) => {
    setProblems([]);
    setPublished(null);
    try {
      const { body } = await request<Answer<SignalWire>>('/createsignal', {
        method: 'POST',
        json: signal,
        headers: repeatKey.headersFor(signal),
      });
      repeatKey.forget();
      dropDraft(userId, FORM);
      reset(emptySignal);
      setPublished(body.data);
      notify.success(body.message);
      void queryClient.invalidateQueries({ queryKey: ['signals'] });
      setFocus('asset');
    } catch (error) {
      // Everything that was typed stays where it is.
      setProblems(placeErrors<SignalDraft>(error, ownFields, setError));
    }
  });

  const send = handleSubmit(async (signal) => {
    setProblems([]);
    setPublished(null);
    setSent(null);
    setSending(true);
    try {
      const { data, message } = await sendDraft(signal, draftKey.headersFor(signal));
      draftKey.forget();
      setSent(data);
      notify.success(message);
    } catch (error) {
      setProblems(placeErrors<SignalDraft>(error, ownFields, setError));
    } finally {
      setSending(false);
    }
  });

  const now = () => {
    const moment = new Date().toISOString();
    setValue('date', moment.slice(0, 10), { shouldDirty: true, shouldValidate: true });
    setValue('time', moment.slice(11, 16), { shouldDirty: true, shouldValidate: true });
  };

  return (
    <form className={form.form} onSubmit={(event) => void publish(event)} noValidate aria-label="Signal">
      {published && (
        <Notice kind="success" title={`${published.symbol}, ${published.side}, is published`}>
          Members with access to signals can see it now. <Link to={consolePaths.signal(published.id)}>Open the signal</Link>
        </Notice>
      )}
      <h2 className={form.sectionTitle}>Trade</h2>
      <div className={styles.pair}>
        <SuggestingInput field="asset" form={parts} help="The pair as the exchange writes it, such as BTCUSDT." maxLength={45} />
        <ChoiceInput field="tradeType" form={parts} choices={choices?.tradeTypes} />
        <ChoiceInput field="timeFrame" form={parts} choices={choices?.timeFrames} />
        <SuggestingInput field="duration" form={parts} help="Expected holding period, such as 3 to 5 days." />
      </div>

      <h2 className={form.sectionTitle}>Prices</h2>
      <div className={styles.pair}>
        <PriceInput field="currentPrice" form={parts} />
        <PriceInput field="entryPrice" form={parts} />
        <PriceInput field="stopLoss" form={parts} />
        <SuggestingInput
          field="trailingStopLoss"
          form={parts}
          choices={choices?.trailingStops}
          help="none, breakeven, moving, or a percentage such as 1.5%."
          maxLength={30}
        />
        <PriceInput field="takeProfit1" form={parts} />
        <PriceInput field="takeProfit2" form={parts} />
        <PriceInput field="takeProfit3" form={parts} />
      </div>

      <h2 className={form.sectionTitle}>Risk</h2>
      <div className={styles.pair}>
        <ChoiceInput field="riskLevel" form={parts} choices={choices?.riskLevels} />
        <SuggestingInput field="leverage" form={parts} choices={choices?.leverages} help="A whole number, such as 10x." maxLength={10} />
        <SuggestingInput field="recommendedPositionSize" form={parts} help="Such as 2% of the account." />
      </div>

      <h2 className={form.sectionTitle}>When</h2>
      <div className={styles.pair}>
        <MomentInput field="date" form={parts} type="date" help="UTC." />
        <MomentInput field="time" form={parts} type="time" help="UTC." />
        <MomentInput field="projectedDateOfClosure" form={parts} type="date" help="The signal closes at the end of that day, UTC." />
        <span className={styles.beside}>
          <Button size="small" onClick={now}>
            Use current date and time
          </Button>
        </span>
      </div>

      <h2 className={form.sectionTitle}>Why</h2>
      <ChoiceInput field="marketCondition" form={parts} choices={choices?.marketConditions} />
      <MessageInput
        field="signalMessage"
        form={parts}
        maxLength={LONGEST_MESSAGE}
        help="Shown to members as written, including line breaks."
      />

      {problems.length > 0 && (
        <Notice kind="error" live title="Nothing was published">
          {problems.join(' ')}
        </Notice>
      )}
      <div className={form.row}>
        <Button type="submit" look="primary" busy={formState.isSubmitting && !isSending} disabled={isSending}>
          {formState.isSubmitting && !isSending ? 'Publishing…' : 'Publish the signal'}
        </Button>
        <span className={styles.note}>The trade club sees it immediately. It can’t be edited or withdrawn.</span>
      </div>
      <SendToTelegram busy={isSending} sent={sent} onSend={() => void send()} />
    </form>
  );
}
