import { paths } from './routes';

/** Paths that anybody may open: a failed profile fetch on any other path ends the session. */
const publicPaths = [
  paths.landing,
  paths.register,
  paths.login,
  paths.terms,
  paths.disclaimer,
  paths.publicResources,
  paths.trackRecord,
  paths.analysis,
  paths.events,
  paths.forgotPassword,
  '/changepassword',
  '/emailconfirm',
  '/join',
  paths.checkYourMail,
  paths.verify,
  paths.fundFees,
  paths.payAddresses,
];

export function isPublicPath(pathname: string): boolean {
  return publicPaths.some((path) => pathname === path || (path !== '/' && pathname.startsWith(`${path}/`)));
}
