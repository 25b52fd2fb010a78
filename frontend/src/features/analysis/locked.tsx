import { Link } from 'react-router';
import { buttonClass } from '../../components/feedback/button';
import { Notice } from '../../components/feedback/notice';
import { paths } from '../../config/routes';
import { t } from '../../lib/i18n/texts';
import styles from './analysis.module.css';

/** In place of a text for members: how to get it. */
export function Locked({ isVisitor }: { isVisitor: boolean }) {
  return (
    <Notice kind="info" title={t('analysis.locked.title')}>
      <p>{t(isVisitor ? 'analysis.locked.visitor' : 'analysis.locked.member')}</p>
      <p className={styles.ways}>
        {isVisitor ? (
          <>
            <Link to={paths.register} className={buttonClass({ look: 'primary' })}>
              {t('analysis.locked.join')}
            </Link>
            <Link to={paths.login} className={buttonClass()}>
              {t('analysis.locked.signIn')}
            </Link>
          </>
        ) : (
          <Link to={paths.subscriptionPayment} className={buttonClass({ look: 'primary' })}>
            {t('analysis.locked.subscribe')}
          </Link>
        )}
      </p>
    </Notice>
  );
}
