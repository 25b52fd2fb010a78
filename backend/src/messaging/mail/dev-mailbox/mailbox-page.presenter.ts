import Handlebars from 'handlebars';
import { MAX_SHOWN, type KeptMail } from './dev-mail.repository.js';

/** Nothing runs here and nothing is loaded; a mail's own HTML stands in a sandboxed frame that inherits this policy. */
export const mailboxPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const style = `
:root {
  color-scheme: light dark;
  --page:#F7F8FA; --card:#FFFFFF; --text:#10151C; --muted:#475467; --line:#E4E7EC; --accent:#0B6E75; --on-accent:#FFFFFF;
}
@media (prefers-color-scheme: dark) {
  :root { --page:#0B0F14; --card:#121821; --text:#EEF2F6; --muted:#A9B4C2; --line:#25303D; --accent:#3FC1C9; --on-accent:#06181A; }
}
* { box-sizing: border-box; }
body { margin:0; background:var(--page); color:var(--text); font:16px/24px Inter,-apple-system,'Segoe UI',Roboto,Arial,sans-serif; }
a { color:inherit; text-decoration:none; }
:focus-visible { outline:2px solid var(--accent); outline-offset:2px; }
header { display:flex; flex-wrap:wrap; gap:16px; align-items:center; padding:16px 24px;
  border-bottom:1px solid var(--line); background:var(--card); }
h1 { margin:0; font-size:20px; line-height:28px; font-weight:600; }
header p { margin:0; color:var(--muted); font-size:14px; line-height:20px; flex:1 1 240px; }
form { display:flex; gap:8px; }
input { min-width:220px; padding:8px 12px; border:1px solid var(--line); border-radius:8px;
  background:var(--page); color:var(--text); font:inherit; }
button { padding:8px 16px; border:0; border-radius:8px; background:var(--accent); color:var(--on-accent);
  font:inherit; font-weight:600; cursor:pointer; }
main { display:grid; grid-template-columns:minmax(240px,360px) 1fr; min-height:calc(100vh - 74px); }
ol { list-style:none; margin:0; padding:0; border-right:1px solid var(--line); background:var(--card); }
ol a { display:block; padding:12px 24px; border-bottom:1px solid var(--line); border-left:3px solid transparent; }
ol a[aria-current] { border-left-color:var(--accent); background:var(--page); }
ol strong { display:block; font-weight:600; overflow-wrap:anywhere; }
ol span, dl { color:var(--muted); font-size:14px; line-height:20px; overflow-wrap:anywhere; }
article { padding:24px; min-width:0; }
article h2 { margin:0 0 8px; font-size:20px; line-height:28px; overflow-wrap:anywhere; }
dl { display:grid; grid-template-columns:auto 1fr; gap:0 12px; margin:0 0 16px; }
dd { margin:0; }
iframe { width:100%; height:720px; border:1px solid var(--line); border-radius:10px; background:#FFFFFF; }
details { margin-top:16px; }
summary { cursor:pointer; color:var(--muted); font-size:14px; }
pre { white-space:pre-wrap; overflow-wrap:anywhere; padding:16px; border:1px solid var(--line); border-radius:10px;
  background:var(--card); font-size:14px; line-height:20px; }
.empty { padding:72px 24px; text-align:center; color:var(--muted); grid-column:1/-1; }
@media (max-width:767px) { main { grid-template-columns:1fr; } ol { border-right:0; max-height:40vh; overflow:auto; } }
`;

const page = Handlebars.compile<object>(
  `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta
  name="viewport" content="width=device-width, initial-scale=1"><title>Development mailbox</title><style>${style}</style></head>
<body>
<header><h1>Development mailbox</h1><p>Nothing leaves this machine. The newest {{shown}} mails are listed.</p>
<form method="get" action="/dev/mailbox"><input type="email" name="to" value="{{to}}" placeholder="Only to this address"
  aria-label="Only mails to this address"><button>Show</button></form></header>
<main>
{{#if mails.length}}<ol>{{#each mails}}<li><a
  href="{{href}}"{{#if current}} aria-current="true"{{/if}}
  ><strong>{{subject}}</strong><span>{{to}}<br>{{when}}</span></a></li>{{/each}}</ol>
<article><h2>{{open.subject}}</h2><dl><dt>To</dt><dd>{{open.to}}</dd><dt>Received</dt><dd>{{open.when}}</dd></dl>
{{#if open.frame}}<iframe title="{{open.subject}}" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="{{open.frame}}"></iframe>
<details><summary>Plain text</summary><pre>{{open.text}}</pre></details>{{else}}<pre>{{open.text}}</pre>{{/if}}</article>
{{else}}<p class="empty">{{#if to}}No mail to {{to}} yet.{{else}}No mail yet.
Register an account, and its confirmation arrives here.{{/if}}</p>{{/if}}
</main></body></html>`,
  { knownHelpersOnly: true },
);

const when = (date: string) => `${date.slice(0, 10)} ${date.slice(11, 19)} UTC`;

/** The mailbox as one page without any script. `id`: the mail to show, the newest where it is not among them. */
export function mailboxPage(mails: KeptMail[], { to, id }: { to?: string | undefined; id?: string | undefined }): string {
  const open = mails.find((mail) => mail.id === id) ?? mails[0];
  const query = (mailId: string) => new URLSearchParams({ ...(to !== undefined && { to }), mail: mailId }).toString();
  return page({
    to,
    shown: MAX_SHOWN,
    mails: mails.map((mail) => ({ ...mail, when: when(mail.date), href: `/dev/mailbox?${query(mail.id)}`, current: mail === open })),
    // Links of the mail open beside this page, not inside of the frame.
    open: open && { ...open, when: when(open.date), frame: open.html && `<base target="_blank">${open.html}` },
  });
}
