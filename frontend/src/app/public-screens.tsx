import { type ComponentType, useState } from 'react';
import { matchPath, useParams } from 'react-router';
import { screenChunk } from '../components/layout/screen-chunk';
import { paths } from '../config/routes';
import { LoadingScreen } from './loading-screen';

interface PublicScreen {
  path: string;
  prefetch: () => Promise<void>;
  Screen: ComponentType;
}

/** A public screen: the link of another mail, opened in the same tab, is another page. A token that leaves the address is not. */
function screen(path: string, fetchScreen: () => Promise<ComponentType>): PublicScreen {
  const { prefetch, Screen: OfChunk } = screenChunk(<LoadingScreen />, fetchScreen, { eachPath: false });
  function Screen() {
    const { token } = useParams();
    const [link, setLink] = useState(token);
    if (token !== undefined && token !== link) setLink(token);
    return <OfChunk key={link} />;
  }
  return { path, prefetch, Screen };
}

/** What visitors come to from outside, by a link in a mail or on another site. */
export const publicScreens: readonly PublicScreen[] = [
  screen(paths.registerWithCode, async () => (await import('../features/auth/register-page')).RegisterPage),
  screen(paths.terms, async () => (await import('../features/legal/terms-page')).TermsPage),
  screen(paths.disclaimer, async () => (await import('../features/legal/disclaimer-page')).DisclaimerPage),
  screen(paths.publicResources, async () => (await import('../features/legal/primer-page')).PrimerPage),
  screen(paths.verify, async () => (await import('../features/verify/verify-page')).VerifyPage),
  screen(paths.trackRecord, async () => (await import('../features/track-record/track-record-page')).TrackRecordPage),
  screen(paths.fundFees, async () => (await import('../features/fund-fees/fund-fees-page')).FundFeesPage),
  screen(paths.payAddresses, async () => (await import('../features/pay-addresses/pay-addresses-page')).PayAddressesPage),
  screen(paths.confirmEmail, async () => (await import('../features/auth/confirm-email-page')).ConfirmEmailPage),
  screen(paths.forgotPassword, async () => (await import('../features/auth/forgot-password-page')).ForgotPasswordPage),
  screen(paths.joinTeam, async () => (await import('../features/auth/join-team-page')).JoinTeamPage),
  screen(paths.changePassword, async () => (await import('../features/auth/change-password-page')).ChangePasswordPage),
];

/**
 * Fetches the code of the public screen at a path before anything is drawn. A screen that first shows a placeholder is held back by
 * React for 300 ms more, by a timer.
 */
export async function loadPublicScreen(pathname: string): Promise<void> {
  await publicScreens.find(({ path }) => matchPath(path, pathname))?.prefetch();
}
