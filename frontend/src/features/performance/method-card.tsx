import { Moment } from '../../components/exchange/figures';
import { Card } from '../../components/layout/screen';
import type { Performance } from '../../lib/wire/portfolio';
import { t } from '../../lib/i18n/texts';
import { Trans } from '../../lib/i18n/trans';
import styles from './method-card.module.css';

/** How the figures come about, so that anybody can compute them again. */
export function MethodCard({ performance }: { performance: Performance | undefined }) {
  return (
    <Card title={t('performance.method.title')} span={12}>
      <div className={styles.words}>
        <p>{t('performance.method.text')}</p>
        <p className={styles.version}>
          <Trans
            id="performance.method.version"
            values={{ version: performance?.methodologyVersion ?? '–' }}
            tags={{ moment: <Moment at={performance?.computedAt ?? null} /> }}
          />
        </p>
      </div>
    </Card>
  );
}
