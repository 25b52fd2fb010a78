import { Create, Edit, SaveButton, SelectInput, SimpleForm, TextInput, Toolbar, email, required, useRedirect } from 'react-admin';
import { Card, Screen } from '../../components/layout/screen';
import { languages } from '../../lib/i18n/language';
import { notify } from '../../lib/notify';
import type { InvitationWire, TeamPersonWire } from '../../lib/wire/types';
import { roleChoices } from './role-names';

const isRequired = required('Choose one');
const isEmail = [required('Enter an email address'), email('Enter an email address such as name@example.com')];
const ofRole = ({ teamRole }: Partial<TeamPersonWire>) => ({ teamRole });
/** Without the delete button of react-admin: the list removes people, after a confirmation. */
const saveAlone = (
  <Toolbar>
    <SaveButton />
  </Toolbar>
);

/** Returns to the team and reports what happened. */
function useReturn(message: string): () => void {
  const redirect = useRedirect();
  return () => {
    notify.success(message);
    redirect('list', 'team');
  };
}

// Inputs have no help text: react-admin writes an empty one as HTML, which the page's policy (trusted types) refuses.

/** Sends an invitation by email. */
export function InvitePerson() {
  const onSuccess = useReturn('The invitation was sent');
  return (
    <Screen
      title="Invite to the team"
      intro="The link in the email works for 72 hours. An earlier invitation to the same address stops working."
    >
      <Card>
        <Create<InvitationWire> resource="team-invitations" title={false} mutationOptions={{ onSuccess }}>
          <SimpleForm defaultValues={{ language: 'en' }}>
            <TextInput source="email" label="Email" type="email" validate={isEmail} helperText={false} />
            <SelectInput source="teamRole" label="Role" choices={roleChoices} validate={isRequired} helperText={false} />
            <SelectInput
              source="language"
              label="Language of the email"
              choices={[...languages]}
              validate={isRequired}
              helperText={false}
            />
          </SimpleForm>
        </Create>
      </Card>
    </Screen>
  );
}

/** Changes a person’s role, once the server has confirmed it. */
export function ChangeRole() {
  const onSuccess = useReturn('The role was changed');
  return (
    <Screen title="Change the role" intro="The new role applies to the person’s next request.">
      <Card>
        <Edit<TeamPersonWire>
          resource="team"
          title={false}
          actions={false}
          mutationMode="pessimistic"
          mutationOptions={{ onSuccess }}
          transform={ofRole}
        >
          <SimpleForm toolbar={saveAlone}>
            <TextInput source="fullName" label="Name" readOnly helperText={false} />
            <SelectInput source="teamRole" label="Role" choices={roleChoices} validate={isRequired} helperText={false} />
          </SimpleForm>
        </Edit>
      </Card>
    </Screen>
  );
}
