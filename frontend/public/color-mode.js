// Runs before the first paint, so that a chosen colour mode never flashes the other one. Without a choice the
// style sheet follows the operating system. The key is written by src/theme/color-mode.ts.
(function () {
  var chosen = null;
  try {
    chosen = localStorage.getItem('tidemark:color');
  } catch (refused) {
    // Storage is switched off in this browser: the operating system's choice stands.
    chosen = null;
  }
  if (chosen === 'light' || chosen === 'dark') document.documentElement.setAttribute('data-color', chosen);
})();
