import { Camera } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/feedback/button';
import { fileProblem } from '../../components/form/upload-field';
import { upload as limits } from '../../config/constants';
import { messageOf, request } from '../../lib/api';
import { notify } from '../../lib/notify';
import { changeProfile, useProfile } from '../../lib/session';
import { upload } from '../../lib/upload';
import type { Answer, ProfileImageWire } from '../../lib/wire/types';
import styles from './profile-page.module.css';

/** Chooses another profile picture, which is sent at once, or takes the present one away. */
export function PictureButton() {
  const { imageUrl } = useProfile();
  const [running, setRunning] = useState(false);

  const run = async (work: () => Promise<Answer<ProfileImageWire>>) => {
    setRunning(true);
    try {
      const { message, data } = await work();
      changeProfile({ imageUrl: data.profileImage });
      notify.success(message);
    } catch (error) {
      notify.error(messageOf(error));
    } finally {
      setRunning(false);
    }
  };
  const send = (file: File) => {
    const problem = fileProblem(file, limits.images);
    if (problem) return notify.error(problem);
    const form = new FormData();
    form.append('profileImg', file);
    void run(() => upload<Answer<ProfileImageWire>>('/profileImg', form, () => undefined));
  };
  const remove = () => void run(async () => (await request<Answer<ProfileImageWire>>('/me/image', { method: 'DELETE' })).body);

  return (
    <div className={styles.pictureButtons}>
      {/* The input lies over what looks like a button, so that keyboard, readers and dropping work without a script. */}
      <span className={styles.choose} data-busy={running || undefined}>
        <input
          type="file"
          accept={limits.images.join(',')}
          aria-label="Profile picture"
          disabled={running}
          onChange={(event) => {
            const chosen = event.target.files?.[0];
            if (chosen) send(chosen);
            event.target.value = '';
          }}
        />
        <span aria-hidden="true">
          <Camera size={15} /> {running ? 'Sending…' : imageUrl ? 'Change picture' : 'Add a picture'}
        </span>
      </span>
      {imageUrl && (
        <Button size="small" look="quiet" disabled={running} onClick={remove}>
          Remove
        </Button>
      )}
    </div>
  );
}
