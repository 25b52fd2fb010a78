import { type FormEvent, useId, useState } from 'react';
import { Button } from '../../components/feedback/button';
import { Dialog } from '../../components/feedback/dialog';
import { Notice } from '../../components/feedback/notice';
import form from '../../components/form/form.module.css';
import { TextField } from '../../components/form/inputs';
import { fileProblem, UploadField } from '../../components/form/upload-field';
import { upload as limits } from '../../config/constants';
import { ApiError, messageOf } from '../../lib/api';
import { upload } from '../../lib/upload';
import type { AnalysisPictureWire, Answer } from '../../lib/wire/types';

const MAX_DESCRIPTION = 300;

interface InsertPictureDialogProps {
  /** The Markdown of the picture. */
  onInsert: (markdown: string) => void;
  onClose: () => void;
}

/** Uploads a picture and describes it. */
export function InsertPictureDialog({ onInsert, onClose }: InsertPictureDialogProps) {
  const id = useId();
  const [file, setFile] = useState<File | null>(null);
  const [description, setDescription] = useState('');
  const [problems, setProblems] = useState<{ file?: string | undefined; description?: string | undefined }>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // The form around the text does not hear of it.
    event.stopPropagation();
    const wrong = {
      file: file === null ? 'Choose a picture' : (fileProblem(file, limits.images) ?? undefined),
      description: description.trim() === '' ? 'Describe what the picture shows' : undefined,
    };
    setProblems(wrong);
    setFailure(null);
    if (file === null || wrong.file !== undefined || wrong.description !== undefined) return;
    const data = new FormData();
    data.append('picture', file);
    setSending(true);
    try {
      const { data: picture } = await upload<Answer<AnalysisPictureWire>>('/admin/analysis/pictures', data, () => undefined);
      const words = description.trim().replaceAll(/\s+/g, ' ').replaceAll(/[[\]]/g, '\\$&');
      onInsert(`![${words}](picture:${picture.id})`);
    } catch (error) {
      const refused = error instanceof ApiError ? error.fields.find(({ field }) => field === 'picture')?.message : undefined;
      if (refused === undefined) setFailure(messageOf(error));
      else setProblems({ file: refused });
    } finally {
      setSending(false);
    }
  };

  return (
    <Dialog
      title="Insert picture"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} look="primary" busy={isSending}>
            {isSending ? 'Uploading…' : 'Insert'}
          </Button>
        </>
      }
    >
      <form id={id} className={form.form} noValidate onSubmit={(event) => void submit(event)}>
        <UploadField
          label="Picture"
          help="PNG, JPEG or WebP, up to 10 MB. Its location and other hidden data are removed."
          name="picture"
          accepted={limits.images}
          file={file}
          error={problems.file}
          onFile={(chosen) => {
            setFile(chosen);
            setProblems((before) => ({ ...before, file: undefined }));
          }}
        />
        <TextField
          label="Description"
          dir="auto"
          autoComplete="off"
          maxLength={MAX_DESCRIPTION}
          value={description}
          error={problems.description}
          help="Shown below the picture, and read aloud to readers who cannot see it."
          onChange={({ target }) => {
            setDescription(target.value);
            setProblems((before) => ({ ...before, description: undefined }));
          }}
        />
        {failure !== null && <Notice kind="error" live title={failure} />}
      </form>
    </Dialog>
  );
}
