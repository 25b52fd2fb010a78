import type { UseFormRegister } from 'react-hook-form';
import { Button } from '../../components/feedback/button';
import form from '../../components/form/form.module.css';
import { TextAreaField, TextField } from '../../components/form/inputs';
import type { FaqsDraft } from './faqs-draft';
import { directionOf, type SiteLanguage } from './section-texts';
import styles from './site-content.module.css';

const MAX_QUESTION = 200;
const MAX_LABEL = 60;
const MAX_LINK = 500;

interface FaqItemFieldsProps {
  /** From 0. */
  at: number;
  count: number;
  language: SiteLanguage;
  register: UseFormRegister<FaqsDraft>;
  onMove: (to: number) => void;
  onRemove: () => void;
}

/** One question in one language. Its place and the link of its button are the same in all of them. */
export function FaqItemFields({ at, count, language, register, onMove, onRemove }: FaqItemFieldsProps) {
  const name = `Question ${at + 1}`;
  const shared = { dir: directionOf(language), lang: language, optional: language !== 'en' } as const;
  return (
    <fieldset className={styles.item}>
      <legend>{name}</legend>
      <TextField
        key={`question ${language}`}
        label={name}
        maxLength={MAX_QUESTION}
        autoComplete="off"
        {...shared}
        {...register(`items.${at}.question.${language}`)}
      />
      <TextAreaField
        key={`answer ${language}`}
        label={`Answer ${at + 1}`}
        rows={4}
        {...shared}
        {...register(`items.${at}.answer.${language}`)}
      />
      <TextField
        label={`Link of the button ${at + 1}`}
        optional
        maxLength={MAX_LINK}
        autoComplete="off"
        dir="ltr"
        help="Like #/register, #faqs or https://…"
        {...register(`items.${at}.link`)}
      />
      <TextField
        key={`label ${language}`}
        label={`Text of the button ${at + 1}`}
        maxLength={MAX_LABEL}
        autoComplete="off"
        {...shared}
        optional
        {...register(`items.${at}.label.${language}`)}
      />
      <div className={form.row}>
        <Button size="small" disabled={at === 0} aria-label={`Move up question ${at + 1}`} onClick={() => onMove(at - 1)}>
          Move up
        </Button>
        <Button size="small" disabled={at === count - 1} aria-label={`Move down question ${at + 1}`} onClick={() => onMove(at + 1)}>
          Move down
        </Button>
        <Button size="small" look="danger" aria-label={`Remove question ${at + 1}`} onClick={onRemove}>
          Remove
        </Button>
      </div>
    </fieldset>
  );
}
