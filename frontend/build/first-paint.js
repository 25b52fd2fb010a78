// Runs before the first paint. Classic and small: it holds the page back.
(() => {
  const { dataset } = document.documentElement;
  let chosen = null;
  try {
    chosen = localStorage.getItem('tidemark:theme');
  } catch {
    // Storage is switched off in this browser: the operating system's choice stands.
  }
  // A chosen colour mode never flashes the other one; without a choice the style sheet follows the operating system. src/theme/color-mode.ts writes the key.
  if (chosen === 'light' || chosen === 'dark') dataset.color = chosen;
  // A screen of the app never flashes the landing page, which is what the server sends; src/theme/first-paint.css hides it.
  if (/^#\/./.test(location.hash)) dataset.screen = 'app';
  // A member's screen begins with the outline of its shell; the app takes it away once its own is there.
  const isPublic =
    /^#\/(register|term|disclamer|page_resources|forgetpassword|changepassword|emailconfirm|redirectform|track-record|verify|fund-fees|events)/;
  try {
    if (dataset.screen !== 'app' || isPublic.test(location.hash) || localStorage.getItem('myState') !== 'true') return;
    const navigation = localStorage.getItem('tidemark:navigation') ?? (innerWidth < 1024 ? 'collapsed' : 'open');
    dataset.shell = navigation;
  } catch {
    // Without storage there is no session to come back to.
  }
})();
