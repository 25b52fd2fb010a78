import { useEffect, useState } from 'react';
import Cropper from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import { Button } from '../../components/feedback/button';
import { Dialog } from '../../components/feedback/dialog';
import { Notice } from '../../components/feedback/notice';
import { messageOf } from '../../lib/api';
import { t } from '../../lib/i18n/texts';
import { type Square, cropped } from './crop';
import styles from './crop-dialog.module.css';

const LARGEST = 4;
const STEP = 0.05;
const PIXELS_A_KEY = 8;

interface CropDialogProps {
  file: File;
  /** Sends the cut picture; a refusal is shown here, and the dialog stays. */
  onPicture: (picture: File) => Promise<void>;
  onUnreadable: () => void;
  onClose: () => void;
}

/** Which part of the chosen picture becomes the round one: by dragging, by the arrow keys, and a slider for the size. */
export function CropDialog({ file, onPicture, onUnreadable, onClose }: CropDialogProps) {
  const address = useAddress(file);
  const [place, setPlace] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [square, setSquare] = useState<Square | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);

  const use = async () => {
    if (!square || !address) return;
    setBusy(true);
    setProblem(null);
    try {
      await onPicture(await cropped(address, square));
    } catch (error) {
      setProblem(error);
      setBusy(false);
    }
  };

  return (
    <Dialog
      title={t('profile.crop.title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button look="primary" busy={busy} disabled={square === null} onClick={() => void use()}>
            {t(busy ? 'profile.crop.sending' : 'profile.crop.use')}
          </Button>
        </>
      }
    >
      <div className={styles.stage}>
        {address && (
          <Cropper
            image={address}
            crop={place}
            zoom={zoom}
            maxZoom={LARGEST}
            aspect={1}
            cropShape="round"
            showGrid={false}
            keyboardStep={PIXELS_A_KEY}
            // Its style sheet comes with ours: the page's policy takes none that is written at run time.
            disableAutomaticStylesInjection
            classes={{ cropAreaClassName: styles.area ?? '' }}
            cropperProps={{ role: 'group', 'aria-label': t('profile.crop.area') }}
            mediaProps={{ alt: t('profile.crop.picture'), onError: onUnreadable }}
            onCropChange={setPlace}
            onZoomChange={setZoom}
            onCropComplete={(_, pixels) => setSquare(pixels)}
          />
        )}
      </div>
      <label className={styles.zoom}>
        <span>{t('profile.crop.size')}</span>
        <input
          type="range"
          min={1}
          max={LARGEST}
          step={STEP}
          value={zoom}
          aria-valuetext={t('profile.crop.percent', { percent: Math.round(zoom * 100) })}
          onChange={(event) => setZoom(event.target.valueAsNumber)}
        />
      </label>
      <p className={styles.hint}>{t('profile.crop.help')}</p>
      {problem != null && <Notice kind="error" live title={messageOf(problem)} />}
    </Dialog>
  );
}

/** An address of the file within this page, for as long as it is shown. */
function useAddress(file: File): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address;
}
