import styles from './invoice-payment.module.css';

/** The number of an invoice on one line: in a narrow column it would break at its hyphens. */
export function InvoiceNumber({ number }: { number: string }) {
  return <span className={styles.number}>{number}</span>;
}

/** A text whose invoice number stays on one line; the whole text where no number is known yet. */
export function TextWithNumber({ text, number = '' }: { text: string; number?: string | undefined }) {
  const at = text.indexOf(number);
  if (number === '' || at === -1) return text;
  return (
    <>
      {text.slice(0, at)}
      <InvoiceNumber number={number} />
      {text.slice(at + number.length)}
    </>
  );
}
