/** Rows of two or three texts as aligned lines. */
function aligned(rows) {
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column].length)));
  return rows.map(
    ([name, ...rest]) =>
      `  ${name.padEnd(widths[0])}  ${rest.map((text, index) => (index < rest.length - 1 ? text.padEnd(widths[1]) : text)).join('  ')}`,
  );
}

const capital = (text) => text[0].toUpperCase() + text.slice(1);

/**
 * The one block that a start ends with: where to go, who to be. `signIns`: { who, email, password }; no password: only its owner knows it.
 */
export function readyBlock({ url, mailbox, signIns, elapsed }) {
  const places = [['Open', url], ...(mailbox ? [['Mailbox', `${url}/dev/mailbox`]] : [])];
  const people = signIns.map(({ who, email, password }) => [capital(who), email, password ?? '(your own password)']);
  return ['', `Tidemark is ready (${elapsed})`, '', ...aligned([...places, ...people]), '', 'Ctrl-C ends all of it.', ''].join('\n');
}
