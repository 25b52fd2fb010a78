import { Skeleton } from '../feedback/states';
import screen from './screen.module.css';
import styles from './screen-skeleton.module.css';
import { t } from '../../lib/i18n/texts';

/** The outline of a screen: the dashboard's cards, one table, a form, a text, or a few cards below each other. */
export type ScreenShape = 'board' | 'table' | 'form' | 'text' | 'cards';

/** A screen before its code or its data is here, with the sizes of the real one so that nothing moves. */
export function ScreenSkeleton({ shape }: { shape: ScreenShape }) {
  return (
    <main id="main" tabIndex={-1} className={`${screen.screen} ${styles.skeleton}`} aria-busy="true">
      <span className="visually-hidden" role="status">
        {t('shell.loading')}
      </span>
      <div className={styles.head}>
        <Skeleton width="min(260px, 60%)" height={28} />
        <Skeleton width="min(180px, 40%)" />
      </div>
      <div className={styles[shape]}>
        {shapes[shape].map((height, index) => (
          <div key={index} className={styles.card} style={{ minHeight: height }}>
            <Skeleton width="min(200px, 50%)" height={16} />
            {lines(height).map((width, line) => (
              <Skeleton key={line} width={width} height={shape === 'table' ? 20 : 14} />
            ))}
          </div>
        ))}
      </div>
    </main>
  );
}

/** Heights of the cards, in pixels. */
const shapes: Record<ScreenShape, readonly number[]> = {
  board: [470, 200, 560, 220],
  table: [560],
  form: [420],
  text: [520],
  cards: [180, 180, 180],
};

const WIDTHS = ['72%', '90%', '64%', '81%', '58%', '76%'];
const lines = (height: number) => WIDTHS.slice(0, Math.max(1, Math.min(WIDTHS.length, Math.floor(height / 90))));
