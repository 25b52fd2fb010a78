import { Link } from 'react-router';
import { buttonClass } from '../components/feedback/button';
import { Screen } from '../components/layout/screen';
import { consolePaths } from '../config/console-routes';
import { t } from '../lib/i18n/texts';

export function ConsoleNotFound() {
  return (
    <Screen title={t('shell.notFound.title')} intro={t('shell.notFound.intro')}>
      <Link to={consolePaths.start} className={buttonClass({ look: 'primary' })}>
        {t('shell.notFound.toDashboard')}
      </Link>
    </Screen>
  );
}
