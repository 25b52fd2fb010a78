import { Camera } from 'lucide-react';
import { Suspense, lazy, useState } from 'react';
import { Button } from '../../components/feedback/button';
import { fileProblem } from '../../components/form/upload-field';
import { upload as limits } from '../../config/constants';
import { messageOf, request } from '../../lib/api';
import { notify } from '../../lib/notify';
import { changeProfile, useProfile } from '../../lib/session';
import { upload } from '../../lib/upload';
import type { Answer, ProfileImageWire } from '../../lib/wire/types';
import { t } from '../../lib/i18n/texts';
import styles from './profile-page.module.css';

const CropDialog = lazy(async () => ({ default: (await import('./crop-dialog')).CropDialog }));

const show = ({ message, data }: Answer<ProfileImageWire>) => {
  changeProfile({ imageUrl: data.profileImage });
  notify.success(message);
};

/** Chooses another profile picture, of which a part is cut out and sent, or takes the present one away. */
export function PictureButton() {
  const { imageUrl } = useProfile();
  const [chosen, setChosen] = useState<File | null>(null);
  const [removing, setRemoving] = useState(false);

  const choose = (file: File) => {
    const problem = fileProblem(file, limits.images);
    if (problem) notify.error(problem);
    else setChosen(file);
  };
  const send = async (picture: File) => {
    const form = new FormData();
    form.append('profileImg', picture);
    show(await upload<Answer<ProfileImageWire>>('/profileImg', form, () => undefined));
    setChosen(null);
  };
  const remove = async () => {
    setRemoving(true);
    try {
      show((await request<Answer<ProfileImageWire>>('/me/image', { method: 'DELETE' })).body);
    } catch (error) {
      notify.error(messageOf(error));
    } finally {
      setRemoving(false);
    }
  };

  return (
    <div className={styles.pictureButtons}>
      {/* The input lies over what looks like a button, so that keyboard, readers and dropping work without a script. */}
      <span className={styles.choose}>
        <input
          type="file"
          accept={limits.images.join(',')}
          aria-label={t('profile.picture.label')}
          onChange={(event) => {
            const file = event.target.files?.[0];
            if (file) choose(file);
            event.target.value = '';
          }}
        />
        <span aria-hidden="true">
          <Camera size={15} /> {t(imageUrl ? 'profile.picture.change' : 'profile.picture.add')}
        </span>
      </span>
      {imageUrl && (
        <Button size="small" look="quiet" busy={removing} onClick={() => void remove()}>
          {t('profile.picture.remove')}
        </Button>
      )}
      {chosen && (
        <Suspense fallback={null}>
          <CropDialog
            file={chosen}
            onPicture={send}
            onUnreadable={() => {
              setChosen(null);
              notify.error(t('profile.picture.unreadable'));
            }}
            onClose={() => setChosen(null)}
          />
        </Suspense>
      )}
    </div>
  );
}
