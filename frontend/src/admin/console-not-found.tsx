import { Link } from 'react-router';
import { buttonClass } from '../components/feedback/button';
import { Screen } from '../components/layout/screen';
import { consolePaths } from '../config/console-routes';

export function ConsoleNotFound() {
  return (
    <Screen title="There is nothing at this address" intro="The link may be old, or a letter of it may have gone missing.">
      <Link to={consolePaths.start} className={buttonClass({ look: 'primary' })}>
        Go to the dashboard
      </Link>
    </Screen>
  );
}
