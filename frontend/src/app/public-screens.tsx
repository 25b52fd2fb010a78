import { type ComponentType, lazy, useState } from 'react';
import { matchPath, useParams } from 'react-router';
import { paths } from '../config/routes';

interface PublicScreen {
  path: string;
  load: () => Promise<unknown>;
  Screen: ComponentType;
}

/** A screen in a chunk of its own. Once that is there, it is drawn without a placeholder before it. */
function screen(path: string, fetchScreen: () => Promise<ComponentType>): PublicScreen {
  let loaded: ComponentType | null = null;
  const load = async () => {
    loaded = await fetchScreen();
    return { default: loaded };
  };
  const Later = lazy(load);
  function Screen() {
    // Chosen once: changing from one to the other would throw away what was typed.
    const [Drawn] = useState<ComponentType>(() => loaded ?? Later);
    // The link of another mail, opened in the same tab, is another page. A token that leaves the address is not.
    const { token } = useParams();
    const [link, setLink] = useState(token);
    if (token !== undefined && token !== link) setLink(token);
    return <Drawn key={link} />;
  }
  return { path, load, Screen };
}

/** What visitors come to from outside, by a link in a mail or on another site. */
export const publicScreens: readonly PublicScreen[] = [
  screen(paths.registerWithCode, async () => (await import('../features/auth/register-page')).RegisterPage),
  screen(paths.terms, async () => (await import('../features/legal/terms-page')).TermsPage),
  screen(paths.disclaimer, async () => (await import('../features/legal/disclaimer-page')).DisclaimerPage),
  screen(paths.publicResources, async () => (await import('../features/legal/primer-page')).PrimerPage),
  screen(paths.verify, async () => (await import('../features/verify/verify-page')).VerifyPage),
  screen(paths.trackRecord, async () => (await import('../features/track-record/track-record-page')).TrackRecordPage),
  screen(paths.confirmEmail, async () => (await import('../features/auth/confirm-email-page')).ConfirmEmailPage),
  screen(paths.forgotPassword, async () => (await import('../features/auth/forgot-password-page')).ForgotPasswordPage),
  screen(paths.changePassword, async () => (await import('../features/auth/change-password-page')).ChangePasswordPage),
];

/**
 * Fetches the code of the public screen at a path before anything is drawn. A screen that first shows a placeholder is
 * held back by React for 300 ms more, by a timer.
 */
export async function loadPublicScreen(pathname: string): Promise<void> {
  try {
    await publicScreens.find(({ path }) => matchPath(path, pathname))?.load();
  } catch {
    // Drawing the screen asks for it again, and then its failure is shown.
  }
}
