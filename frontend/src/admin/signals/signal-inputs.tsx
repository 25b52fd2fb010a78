import { useId } from 'react';
import type { UseFormRegister } from 'react-hook-form';
import { SelectField, TextAreaField, TextField } from '../../components/form/inputs';
import { type SignalDraft, type SignalField, signalLabels } from './signal-draft';

export interface FormParts {
  register: UseFormRegister<SignalDraft>;
  errorOf: (field: SignalField) => string | undefined;
}

interface InputProps {
  field: SignalField;
  form: FormParts;
  help?: string;
}

/** The specification asks for every field. */
const required = (field: SignalField) => ({ validate: (value: string) => value.trim() !== '' || `${signalLabels[field]} is required` });

/**
 * Every input is a component of its own, so that the form gets to know them in the order in which they stand: a refusal gives focus to the
 * first one. This one is a day or a time, UTC.
 */
export function MomentInput({ field, form, type, help }: InputProps & { type: 'date' | 'time' }) {
  return (
    <TextField label={signalLabels[field]} help={help} type={type} error={form.errorOf(field)} {...form.register(field, required(field))} />
  );
}

export function MessageInput({ field, form, help, maxLength }: InputProps & { maxLength: number }) {
  return (
    <TextAreaField
      label={signalLabels[field]}
      help={help}
      rows={5}
      maxLength={maxLength}
      error={form.errorOf(field)}
      {...form.register(field, required(field))}
    />
  );
}

/** A price: what is typed goes to the server as it stands, which takes digits and one point. */
export function PriceInput({ field, form, help }: InputProps) {
  return (
    <TextField
      label={signalLabels[field]}
      help={help}
      inputMode="decimal"
      autoComplete="off"
      spellCheck={false}
      maxLength={40}
      error={form.errorOf(field)}
      {...form.register(field, required(field))}
    />
  );
}

/** One of what the server offers. */
export function ChoiceInput({ field, form, help, choices }: InputProps & { choices: readonly string[] | undefined }) {
  return (
    <SelectField label={signalLabels[field]} help={help} error={form.errorOf(field)} {...form.register(field, required(field))}>
      <option value="">Choose</option>
      {choices?.map((choice) => (
        <option key={choice}>{choice}</option>
      ))}
    </SelectField>
  );
}

/** Free text with what the server suggests. */
export function SuggestingInput({
  field,
  form,
  help,
  choices = [],
  maxLength = 100,
}: InputProps & { choices?: readonly string[] | undefined; maxLength?: number }) {
  const list = useId();
  return (
    <>
      <TextField
        label={signalLabels[field]}
        help={help}
        list={choices.length > 0 ? list : undefined}
        autoComplete="off"
        spellCheck={false}
        maxLength={maxLength}
        error={form.errorOf(field)}
        {...form.register(field, required(field))}
      />
      {choices.length > 0 && (
        <datalist id={list}>
          {choices.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </datalist>
      )}
    </>
  );
}
