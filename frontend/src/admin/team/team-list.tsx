import { CreateButton, Datagrid, DeleteWithConfirmButton, EditButton, FunctionField, List, SelectInput, TextField } from 'react-admin';
import { Moment } from '../../components/exchange/figures';
import { Badge } from '../../components/feedback/badge';
import { Card, Grid, Screen } from '../../components/layout/screen';
import type { InvitationWire, TeamPersonWire } from '../../lib/wire/types';
import { useMay } from '../access/allowed';
import { roleNames } from './role-names';

const byRole = [
  <SelectInput
    key="role"
    source="teamRole"
    label="Role"
    alwaysOn
    helperText={false}
    choices={Object.entries(roleNames).map(([id, name]) => ({ id, name }))}
  />,
];
const newest = { field: 'createdAt', order: 'DESC' } as const;

/** The people of the team, and the invitations that were sent. */
export function TeamList() {
  const mayManage = useMay()('team.manage');
  return (
    <Screen
      title="Team"
      intro="People with access to the console and their roles. Changes apply to the next request."
      actions={mayManage && <CreateButton resource="team-invitations" label="Invite" />}
    >
      <Grid>
        <Card title="People" span={12}>
          <List resource="team" title={false} actions={false} exporter={false} filters={byRole} sort={newest} disableSyncWithLocation>
            <People mayManage={mayManage} />
          </List>
        </Card>
        <Card title="Invitations" span={12}>
          <List
            resource="team-invitations"
            title={false}
            actions={false}
            exporter={false}
            empty={false}
            sort={newest}
            disableSyncWithLocation
          >
            <Invitations mayManage={mayManage} />
          </List>
        </Card>
      </Grid>
    </Screen>
  );
}

function People({ mayManage }: { mayManage: boolean }) {
  return (
    <Datagrid bulkActionButtons={false} rowClick={false}>
      <TextField source="fullName" label="Name" sortable sortBy="lastName" />
      <TextField source="email" label="Email" />
      <FunctionField<TeamPersonWire> label="Role" render={({ teamRole }) => roleNames[teamRole]} />
      <FunctionField<TeamPersonWire>
        label="Second factor"
        render={({ hasSecondFactor }) => <Badge tone={hasSecondFactor ? 'up' : 'warn'}>{hasSecondFactor ? 'Set up' : 'Not set up'}</Badge>}
      />
      <FunctionField<TeamPersonWire>
        label="Status"
        render={({ status }) => <Badge tone={status === 'active' ? 'up' : 'warn'}>{status === 'active' ? 'Active' : 'Deactivated'}</Badge>}
      />
      <FunctionField<TeamPersonWire>
        label="Last seen"
        render={({ lastSeenAt }) => (lastSeenAt === null ? 'Never' : <Moment at={lastSeenAt} />)}
      />
      {mayManage && <FunctionField<TeamPersonWire> label="Actions" render={(person) => <PersonActions person={person} />} />}
    </Datagrid>
  );
}

const REMOVAL =
  'Every session of this person ends at once, and they can no longer sign in. ' +
  'The account moves to Rejected users, where it can be restored.';

/** A person can neither change nor remove their own record. */
function PersonActions({ person }: { person: TeamPersonWire }) {
  if (person.isSelf) return 'You';
  return (
    <>
      <EditButton label="Change role" aria-label={`Change the role of ${person.fullName}`} />
      <DeleteWithConfirmButton
        label="Remove"
        aria-label={`Remove ${person.fullName}`}
        redirect={false}
        confirmTitle={`Remove ${person.fullName} from the team?`}
        confirmContent={REMOVAL}
        successMessage={`${person.fullName} was removed from the team`}
      />
    </>
  );
}

const states: Readonly<Record<InvitationWire['state'], { words: string; tone: 'up' | 'warn' | 'neutral' }>> = {
  open: { words: 'Open', tone: 'warn' },
  accepted: { words: 'Accepted', tone: 'up' },
  expired: { words: 'Expired', tone: 'neutral' },
  revoked: { words: 'Revoked', tone: 'neutral' },
};

function Invitations({ mayManage }: { mayManage: boolean }) {
  return (
    <Datagrid bulkActionButtons={false} rowClick={false} empty={<p>No invitations.</p>}>
      <TextField source="email" label="Email" sortable={false} />
      <FunctionField<InvitationWire> label="Role" render={({ teamRole }) => roleNames[teamRole]} />
      <FunctionField<InvitationWire> label="State" render={({ state }) => <Badge tone={states[state].tone}>{states[state].words}</Badge>} />
      <TextField source="invitedBy.fullName" label="Invited by" sortable={false} />
      <FunctionField<InvitationWire> label="Sent" sortBy="createdAt" render={({ createdAt }) => <Moment at={createdAt} />} />
      <FunctionField<InvitationWire> label="Expires" render={({ expiresAt }) => <Moment at={expiresAt} />} />
      {mayManage && (
        <FunctionField<InvitationWire>
          label="Actions"
          render={({ state, email }) =>
            state === 'open' && (
              <DeleteWithConfirmButton
                label="Revoke"
                aria-label={`Revoke the invitation of ${email}`}
                redirect={false}
                confirmTitle="Revoke this invitation?"
                confirmContent={`The link in the email to ${email} will no longer work.`}
                successMessage="The invitation was revoked"
              />
            )
          }
        />
      )}
    </Datagrid>
  );
}
