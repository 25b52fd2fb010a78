import { useState } from 'react';
import { t } from '../../lib/i18n/texts';
import { ownOrigin } from '../../lib/own-origin';
import type { AnalysisPictureWire } from '../../lib/wire/types';
import { Dialog } from '../feedback/dialog';
import styles from './post-media.module.css';

interface PostPictureProps {
  /** Undefined: it does not exist, or is still asked for. */
  picture: AnalysisPictureWire | undefined;
  description: string;
  /** Called where it can't be loaded: its link may have expired. */
  onBroken?: () => void;
  /** Where no script runs, nothing opens. */
  isDocument?: boolean;
}

/** A picture in the text of an analysis, with its description below. It opens larger. */
export function PostPicture({ picture, description, onBroken, isDocument = false }: PostPictureProps) {
  const [isOpen, setOpen] = useState(false);
  if (!picture)
    return (
      <p className={styles.missing} dir="auto">
        {t('analysis.picture.missing', { description })}
      </p>
    );
  const { url, width, height } = picture;
  const image = (
    <img src={ownOrigin(url)} alt={description} width={width} height={height} loading="lazy" decoding="async" onError={onBroken} />
  );
  return (
    <figure className={styles.picture}>
      {isDocument ? (
        image
      ) : (
        <button type="button" className={styles.enlarge} aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {image}
        </button>
      )}
      <figcaption dir="auto">{description}</figcaption>
      {isOpen && (
        <Dialog title={t('analysis.picture.title')} width="wide" onClose={() => setOpen(false)}>
          <div className={styles.large}>
            {image}
            <p dir="auto">{description}</p>
          </div>
        </Dialog>
      )}
    </figure>
  );
}
