/** The screens of the team in one chunk: they are small, and used one after the other. */
export { ChangeRole, InvitePerson } from './team-forms';
export { TeamList } from './team-list';
