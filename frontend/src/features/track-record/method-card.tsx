import type { ReactNode } from 'react';
import { Card } from '../../components/layout/screen';
import { hashLink, paths } from '../../config/routes';
import { t } from '../../lib/i18n/texts';
import { Trans } from '../../lib/i18n/trans';
import styles from './cards.module.css';

const LogLink = ({ children }: { children?: ReactNode }) => <a href={hashLink(paths.verify)}>{children}</a>;

/** How the figures come about, in words. */
export function MethodCard() {
  return (
    <Card title={t('track-record.method.title')} span={12}>
      <div className={styles.words}>
        <div>
          <h3>{t('track-record.method.locked.title')}</h3>
          <p>
            <Trans id="track-record.method.locked.text" tags={{ link: <LogLink /> }} />
          </p>
        </div>
        <div>
          <h3>{t('track-record.method.minutes.title')}</h3>
          <p>{t('track-record.method.minutes.text')}</p>
        </div>
        <div>
          <h3>{t('track-record.method.doubt.title')}</h3>
          <p>{t('track-record.method.doubt.text')}</p>
        </div>
        <div>
          <h3>{t('track-record.method.figures.title')}</h3>
          <p>{t('track-record.method.figures.text')}</p>
        </div>
      </div>
    </Card>
  );
}
