import { paths } from '../config/routes';
import type { Role } from './wire/profile';

const homes: Record<Role, string> = {
  admin: paths.adminDashboard,
  'trade club': paths.tradeDashboard,
  'hedge fund': paths.hedgeDashboard,
};

/** Where a person's own dashboard is. */
export const homePath = (role: Role): string => homes[role];
