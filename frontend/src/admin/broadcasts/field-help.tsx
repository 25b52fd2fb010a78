import { useBroadcastFields } from './use-reach';
import styles from './broadcasts.module.css';

/** The personal fields that a text may have. */
export function FieldHelp() {
  const { data } = useBroadcastFields();
  return (
    <details className={styles.fields}>
      <summary>Personal fields</summary>
      <p>
        {'{{first_name|friend}}'} becomes the first name of the recipient, or “friend” if unknown. Without a fallback, the broadcast is sent
        only if every recipient has a value.
      </p>
      {data && (
        <dl>
          {data.fields.map(({ name, about, example }) => (
            <div key={name}>
              <dt translate="no">{`{{${name}}}`}</dt>
              <dd>
                {about}: {example}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </details>
  );
}
