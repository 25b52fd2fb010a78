export { countryNames } from './countries.js';
export { DemoMembersService } from './demo-members.service.js';
export { canonicalEmail } from './email-address.js';
export { FirstAdminService, type SeededAccount } from './first-admin.service.js';
export { presentNames, presentProfile, presentSignIn, type LinkOf } from './http/profile.v1.presenter.js';
export { MAXIMUM_PASSWORD_LENGTH, MINIMUM_PASSWORD_LENGTH, passwordRefusal } from './password.rules.js';
export {
  adminPerson,
  ageOn,
  calendarDay,
  country,
  MINIMUM_AGE,
  personName,
  namesFrom,
  personSentences,
  phoneNumber,
  readNames,
  splitNames,
  underAgeSentence,
} from './person.rules.js';
export {
  ERASED_PERSON,
  personColumns,
  profileColumns,
  profileSelection,
  standingColumns,
  type Profile,
  type ProfileRow,
} from './profile.query.js';
export { ProfileRepository, type PersonDetails } from './profile.repository.js';
export { TERMS_VERSION } from './terms.settings.js';
export {
  fullName,
  membershipOf,
  namesOf,
  personProperties,
  User,
  USERS_EMAIL_UNIQUE,
  UserSchema,
  type Names,
  type NewUser,
  type Person,
  type UserStatus,
} from './user.entity.js';
export { memberMatches } from './member-search.query.js';
export { searchFor } from './user-search.js';
export { EmailTaken } from './users.errors.js';
export { UsersModule } from './users.module.js';
export type { Account, Credentials, UserSummary } from './user.repository.js';
export { UsersService } from './users.service.js';
