import { create } from 'qrcode';
import styles from './qr-code.module.css';

/** Light modules around the code that readers need to find it. */
const QUIET = 4;

/** The dark modules as one path: each run of a row is a bar. */
function pathOf(text: string): { path: string; size: number } {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const bars: string[] = [];
  for (let row = 0; row < modules.size; row++) {
    let start = -1;
    for (let column = 0; column <= modules.size; column++) {
      const isDark = column < modules.size && modules.get(row, column) !== 0;
      if (isDark && start < 0) start = column;
      if (isDark || start < 0) continue;
      bars.push(`M${start + QUIET} ${row + QUIET}h${column - start}v1H${start + QUIET}z`);
      start = -1;
    }
  }
  return { path: bars.join(''), size: modules.size + 2 * QUIET };
}

/** A QR code drawn as SVG by React: nothing is loaded, and no markup is written. Dark on light in both modes, as cameras expect. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { path, size } = pathOf(text);
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" className={styles.code}>
      <rect width={size} height={size} className={styles.ground} />
      <path d={path} className={styles.ink} />
    </svg>
  );
}
