import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { buttonClass } from '../../components/feedback/button';
import { Screen } from '../../components/layout/screen';
import { consolePaths } from '../../config/console-routes';
import { accessQuery } from '../../lib/access';
import { roleNames } from '../team/role-names';

/** Stands in for a page that the role of the signed-in person does not include. */
export function NoAccess() {
  const { data } = useQuery(accessQuery);
  const role = data?.teamRole ?? null;
  return (
    <Screen
      title="You do not have access to this page"
      intro={`${role === null ? 'Your role' : `The role ${roleNames[role]}`} does not include it. Ask an owner or an admin of your team.`}
    >
      <Link to={consolePaths.start} className={buttonClass({ look: 'primary' })}>
        Back to the dashboard
      </Link>
    </Screen>
  );
}
