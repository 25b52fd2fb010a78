import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { buttonClass } from '../../components/feedback/button';
import { Card, Grid, Screen } from '../../components/layout/screen';
import { consolePaths } from '../../config/console-routes';
import { accessQuery } from '../../lib/access';
import { useProfile } from '../../lib/session';
import { roleNames } from '../team/role-names';
import { LanguageForm } from './language-form';
import { NameForm } from './name-form';

/** What a person of the team sees and changes about themselves. */
export function AdminProfile() {
  const { email } = useProfile();
  const { data } = useQuery(accessQuery);
  const role = data?.teamRole ?? null;
  return (
    <Screen title="My profile" intro={role === null ? email : `${email}, ${roleNames[role]}`} width="narrow">
      <Grid>
        <Card title="Name" span={6}>
          <NameForm />
        </Card>
        <Card title="Language" span={6}>
          <LanguageForm />
        </Card>
        <Card title="Password and second factor" span={6}>
          <Link to={consolePaths.security} className={buttonClass()}>
            Open my security
          </Link>
        </Card>
      </Grid>
    </Screen>
  );
}
