import { Maximize, RotateCcw, RotateCw, ZoomIn, ZoomOut } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { preloadedPicture } from './document-pictures';
import styles from './document-viewer.module.css';
import { usePictureFrame } from './use-picture-frame';

interface DocumentViewerProps {
  title: string;
  address: string;
  onShown?: (() => void) | undefined;
  onError: () => void;
}

/** A picture beside the form: fitted, zoomed, turned; by buttons, or by + - 0 T while it has the focus. */
export function DocumentViewer({ title, address: link, onShown, onError }: DocumentViewerProps) {
  const [address] = useState(() => preloadedPicture(link) ?? link);
  const frame = useRef<HTMLDivElement>(null);
  const view = usePictureFrame(frame);
  return (
    <div className={styles.viewer}>
      <div className={styles.tools} role="group" aria-label={`View of ${title}`}>
        <Tool
          label={`Zoom out: ${title}`}
          icon={<ZoomOut size={17} aria-hidden="true" />}
          disabled={!view.canZoomOut}
          onClick={view.zoomOut}
        />
        <span className={styles.zoom} role="status" aria-label={`Zoom of ${title}`}>
          {Math.round(view.zoom * 100)}%
        </span>
        <Tool label={`Zoom in: ${title}`} icon={<ZoomIn size={17} aria-hidden="true" />} disabled={!view.canZoomIn} onClick={view.zoomIn} />
        <Tool label={`Fit: ${title}`} icon={<Maximize size={17} aria-hidden="true" />} disabled={!view.canZoomOut} onClick={view.fit} />
        <Tool label={`Rotate left: ${title}`} icon={<RotateCcw size={17} aria-hidden="true" />} onClick={() => view.turnBy(-1)} />
        <Tool label={`Rotate right: ${title}`} icon={<RotateCw size={17} aria-hidden="true" />} onClick={() => view.turnBy(1)} />
      </div>
      <div
        ref={frame}
        className={view.canZoomOut ? `${styles.frame} ${styles.movable}` : styles.frame}
        role="region"
        aria-label={title}
        tabIndex={0}
      >
        <div className={view.stage ? styles.stage : undefined} style={view.stage ?? undefined}>
          <img
            src={address}
            alt={title}
            draggable={false}
            className={view.picture ? styles.placed : styles.picture}
            style={view.picture ? { ...view.picture, transform: `translate(-50%, -50%) rotate(${view.degrees}deg)` } : undefined}
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
              if (naturalWidth > 0) view.setNatural({ width: naturalWidth, height: naturalHeight });
              onShown?.();
            }}
            onError={onError}
          />
        </div>
      </div>
    </div>
  );
}

function Tool({ label, icon, disabled = false, onClick }: { label: string; icon: ReactNode; disabled?: boolean; onClick: () => void }) {
  // Not `disabled`: a button that is pressed with the keyboard must not lose the focus at the last step.
  return (
    <button
      type="button"
      className={styles.tool}
      aria-label={label}
      title={label.split(':')[0]}
      aria-disabled={disabled || undefined}
      onClick={() => !disabled && onClick()}
    >
      {icon}
    </button>
  );
}
