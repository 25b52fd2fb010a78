/**
 * Design tokens as mail programs need them: light in place on every element, dark in the one style sheet that those who know dark also
 * read.
 */
const light = {
  page: '#F7F8FA',
  card: '#FFFFFF',
  line: '#E4E7EC',
  text: '#10151C',
  muted: '#475467',
  accent: '#0B6E75',
  onAccent: '#FFFFFF',
};
const dark = {
  page: '#0B0F14',
  card: '#121821',
  line: '#25303D',
  text: '#EEF2F6',
  muted: '#A9B4C2',
  accent: '#3FC1C9',
  onAccent: '#06181A',
};
const font = `font-family:Inter,-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif`;
const body = `${font};font-size:16px;line-height:24px;color:${light.text};overflow-wrap:anywhere;word-break:break-word`;
const small = `${font};font-size:14px;line-height:20px;color:${light.muted};overflow-wrap:anywhere;word-break:break-word`;

const styleSheet = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (max-width: 480px) {
  .frame { padding: 16px 8px !important; }
  .card { padding: 24px 20px 8px !important; }
  .button { width: 100% !important; }
  .button a { display: block !important; text-align: center !important; }
}
@media (prefers-color-scheme: dark) {
  .page { background: ${dark.page} !important; }
  .sheet { background: ${dark.card} !important; border-color: ${dark.line} !important; }
  .ink { color: ${dark.text} !important; }
  .muted { color: ${dark.muted} !important; }
  .tide { color: ${dark.accent} !important; border-color: ${dark.accent} !important; }
  .quote { background: ${dark.page} !important; border-color: ${dark.accent} !important; color: ${dark.text} !important; }
  .button { background: ${dark.accent} !important; }
  .button a { color: ${dark.onAccent} !important; }
}
`;

/** Parts of a text. Isolated ones, such as an address, have a direction of their own. */
const partsTemplate = '{{#each this}}{{#if isolated}}<bdi>{{text}}</bdi>{{else}}{{text}}{{/if}}{{/each}}';

/** Keeps mail programs from filling the line beside the subject with the beginning of the letter. */
const filler = '&#847;&zwnj;&nbsp;'.repeat(60);

/** Tables, because mail programs lay out nothing else alike. */
export const htmlLayout = `<!doctype html>
<html lang="{{layout.language}}" dir="{{layout.direction}}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
<title>{{subject}}</title>
<style>${styleSheet}</style>
</head>
<body class="page" dir="{{layout.direction}}" style="margin:0;padding:0;background:${light.page};">
<div style="display:none;max-height:0;max-width:0;opacity:0;overflow:hidden;">{{preview}}${filler}</div>
<table class="page" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:${light.page};">
<tr><td class="frame" align="center" style="padding:32px 16px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;">
<tr><td class="tide"
 style="padding:0 8px 12px;${font};font-size:16px;line-height:24px;font-weight:600;color:${light.accent};
border-bottom:2px solid ${light.accent};">Tidemark</td></tr>
<tr><td style="padding:24px 0 0;">
<table class="sheet" role="presentation" width="100%" cellpadding="0" cellspacing="0"
 style="background:${light.card};border:1px solid ${light.line};border-radius:10px;border-collapse:separate;">
<tr><td class="card" align="{{layout.start}}" style="padding:32px 32px 16px;">
<h1 class="ink"{{#if message}} dir="auto"{{/if}}
 style="margin:0 0 16px;${font};font-size:20px;line-height:28px;font-weight:600;color:${light.text};
overflow-wrap:anywhere;word-break:break-word;">{{#with heading}}${partsTemplate}{{/with}}</h1>
{{#each paragraphs}}<p class="ink" style="margin:0 0 16px;${body};">${partsTemplate}</p>
{{/each}}{{#each message}}<p class="ink" dir="auto" style="margin:0 0 16px;${body};">{{#each this}}{{#unless @first}}<br>
{{/unless}}{{this}}{{/each}}</p>
{{/each}}{{#if quote}}<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px;">
<tr><td class="quote" dir="auto"
 style="padding:12px 16px;border-{{layout.start}}:3px solid ${light.accent};background:${light.page};
${body};">{{#each quote}}{{#unless @first}}<br>
{{/unless}}${partsTemplate}{{/each}}</td></tr></table>
{{/if}}{{#if action}}<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:8px 0 16px;">
<tr><td><table role="presentation" class="button" cellpadding="0" cellspacing="0"
 style="background:${light.accent};border-radius:8px;border-collapse:separate;">
<tr><td class="button" style="background:${light.accent};border-radius:8px;"><a href="{{action.url}}"
 style="display:inline-block;padding:12px 24px;${font};font-size:16px;line-height:24px;font-weight:600;color:${light.onAccent};
text-decoration:none;">{{action.label}}</a></td></tr></table></td></tr></table>
<p class="muted" style="margin:0 0 16px;${small};">{{layout.copy}}<br>
<span dir="ltr" style="word-break:break-all;">{{action.url}}</span></p>
{{/if}}{{#each notes}}<p class="muted" style="margin:0 0 8px;${small};">${partsTemplate}</p>
{{/each}}</td></tr>
</table>
</td></tr>
<tr><td class="muted" style="padding:16px 8px 0;${small};">{{layout.account.[0]}}<a dir="ltr" class="tide"
 href="{{publicUrl}}" style="color:${light.accent};">{{publicUrl}}</a>{{layout.account.[1]}}{{#with unsubscribe}}<br>
{{words.[0]}}<a class="tide" href="{{url}}" style="color:${light.accent};">{{words.[1]}}</a>{{words.[2]}}{{/with}}{{#with settings}}<br>
<a class="tide" href="{{url}}" style="color:${light.accent};">{{label}}</a>{{/with}}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
