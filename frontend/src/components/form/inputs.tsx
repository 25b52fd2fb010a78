import { Eye, EyeOff } from 'lucide-react';
import {
  type InputHTMLAttributes,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
  useState,
} from 'react';
import { t } from '../../lib/i18n/texts';
import { Field, type FieldFrameProps } from './field';
import styles from './field.module.css';

type InputProps = FieldFrameProps & InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> };

export function TextField({ label, help, error, optional, ...input }: InputProps) {
  return (
    <Field label={label} help={help} error={error} optional={optional ?? false}>
      {(control) => <input type="text" {...input} {...control} className={styles.control} />}
    </Field>
  );
}

/** A password with a way to look at what has been typed, and a word about Caps Lock, which otherwise shows in dots alone. */
export function PasswordField({ label, help, error, optional, ...input }: InputProps) {
  const [visible, setVisible] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const lookAtKey = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  return (
    <Field label={label} help={help} error={error} optional={optional ?? false}>
      {(control) => (
        <>
          <div className={styles.withButton}>
            <input
              {...input}
              {...control}
              type={visible ? 'text' : 'password'}
              className={styles.control}
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
              onKeyDown={lookAtKey}
              onKeyUp={lookAtKey}
            />
            <button
              type="button"
              className={styles.inside}
              aria-label={t(visible ? 'form.hide' : 'form.show', { field: label.toLowerCase() })}
              onClick={() => setVisible(!visible)}
            >
              {visible ? <EyeOff size={18} aria-hidden="true" /> : <Eye size={18} aria-hidden="true" />}
            </button>
          </div>
          <p aria-live="polite" className={capsLock ? styles.capsLock : 'visually-hidden'}>
            {capsLock && t('form.capsLock')}
          </p>
        </>
      )}
    </Field>
  );
}

type SelectProps = FieldFrameProps & SelectHTMLAttributes<HTMLSelectElement> & { ref?: Ref<HTMLSelectElement> };

export function SelectField({ label, help, error, optional, children, ...select }: SelectProps) {
  return (
    <Field label={label} help={help} error={error} optional={optional ?? false}>
      {(control) => (
        <select {...select} {...control} className={`${styles.control} ${styles.select}`}>
          {children}
        </select>
      )}
    </Field>
  );
}

type TextAreaProps = FieldFrameProps & TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> };

export function TextAreaField({ label, help, error, optional, ...area }: TextAreaProps) {
  return (
    <Field label={label} help={help} error={error} optional={optional ?? false}>
      {(control) => <textarea rows={3} {...area} {...control} className={`${styles.control} ${styles.area}`} />}
    </Field>
  );
}

type CheckboxProps = InputHTMLAttributes<HTMLInputElement> & { label: ReactNode; help?: ReactNode; ref?: Ref<HTMLInputElement> };

export function CheckboxField({ label, help, ...input }: CheckboxProps) {
  const id = useId();
  return (
    <div className={styles.checkbox}>
      <input {...input} type="checkbox" id={id} aria-describedby={help ? `${id}-help` : undefined} />
      <div>
        <label htmlFor={id}>{label}</label>
        {help && (
          <p id={`${id}-help`} className={styles.help}>
            {help}
          </p>
        )}
      </div>
    </div>
  );
}

type ChoiceProps = InputHTMLAttributes<HTMLInputElement> & { label: string; help?: ReactNode; ref?: Ref<HTMLInputElement> };

/** One radio of a group, as a card that can be pressed anywhere. */
export function ChoiceCard({ label, help, ...input }: ChoiceProps) {
  const id = useId();
  return (
    <label className={styles.choice} htmlFor={id}>
      <input {...input} type="radio" id={id} aria-describedby={help ? `${id}-help` : undefined} aria-labelledby={`${id}-label`} />
      <span>
        <span id={`${id}-label`} className={styles.choiceLabel}>
          {label}
        </span>
        {help && (
          <span id={`${id}-help`} className={styles.choiceHelp}>
            {help}
          </span>
        )}
      </span>
    </label>
  );
}

export function ChoiceGroup({ label, error, children }: { label: string; error?: string | undefined; children: ReactNode }) {
  const id = useId();
  return (
    <fieldset className={styles.group} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className={styles.label}>{label}</legend>
      <div className={styles.choices}>{children}</div>
      {error && (
        <p id={`${id}-error`} className={styles.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
