import { FileText, ImageUp, X } from 'lucide-react';
import { type Ref, useEffect, useState } from 'react';
import { upload } from '../../config/constants';
import { t } from '../../lib/i18n/texts';
import { Field, type FieldFrameProps } from './field';
import styles from './upload-field.module.css';

const MEGABYTE = 1024 * 1024;

/** Why a file can't be sent, in one sentence; null when it can. The server looks at the content again. */
export function fileProblem(file: File, accepted: readonly string[]): string | null {
  if (!accepted.includes(file.type))
    return t(accepted.includes('application/pdf') ? 'form.upload.wrongDocument' : 'form.upload.wrongPicture');
  if (file.size === 0) return t('form.upload.empty');
  if (file.size > upload.maxBytes) return t('form.upload.tooLarge', { megabytes: upload.maxBytes / MEGABYTE });
  return null;
}

const size = (bytes: number) => (bytes < MEGABYTE ? `${Math.max(1, Math.round(bytes / 1024))} kB` : `${(bytes / MEGABYTE).toFixed(1)} MB`);

interface UploadFieldProps extends FieldFrameProps {
  name: string;
  accepted: readonly string[];
  file: File | null;
  onFile: (file: File | null) => void;
  ref?: Ref<HTMLInputElement>;
}

export function UploadField({ label, help, error, name, accepted, file, onFile, ref }: UploadFieldProps) {
  const preview = usePreview(file);
  return (
    <Field label={label} help={help} error={error}>
      {(control) => (
        <div className={styles.box} data-invalid={error ? true : undefined}>
          <input
            {...control}
            ref={ref}
            type="file"
            name={name}
            accept={accepted.join(',')}
            className={styles.input}
            onChange={(event) => {
              const chosen = event.target.files?.[0];
              if (chosen) onFile(chosen);
              // The same file chosen again after a removal must count as a change.
              event.target.value = '';
            }}
          />
          <span className={styles.picture}>
            {preview ? (
              <img src={preview} alt={t('form.upload.preview', { name: file?.name ?? '' })} />
            ) : file ? (
              <FileText size={22} aria-hidden="true" />
            ) : (
              <ImageUp size={22} aria-hidden="true" />
            )}
          </span>
          <span className={styles.words} aria-live="polite">
            <span className={styles.name}>{file ? file.name : t('form.upload.choose')}</span>
            <span className={styles.hint}>{file ? size(file.size) : t('form.upload.drop')}</span>
          </span>
          {file && (
            <button
              type="button"
              className={styles.remove}
              aria-label={t('form.upload.remove', { name: file.name })}
              onClick={() => onFile(null)}
            >
              <X size={16} aria-hidden="true" />
            </button>
          )}
        </div>
      )}
    </Field>
  );
}

/** An address of the chosen picture within this page; let go of when another is chosen. */
function usePreview(file: File | null): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!file?.type.startsWith('image/')) return setAddress(null);
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address;
}
