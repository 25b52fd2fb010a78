/** Design tokens of the light theme, as mail programs need them: in place, no variables, no style sheet. */
const page = '#F7F8FA';
const card = '#FFFFFF';
const line = '#E4E7EC';
const text = '#10151C';
const muted = '#475467';
const accent = '#0B6E75';
const onAccent = '#FFFFFF';
const font = `font-family:Inter,-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif`;

/** Tables, because mail programs lay out nothing else alike. */
export const htmlLayout = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>{{subject}}</title>
</head>
<body style="margin:0;padding:0;background:${page};">
<div style="display:none;max-height:0;overflow:hidden;">{{preview}}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:${page};">
<tr><td align="center" style="padding:32px 16px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;">
<tr><td style="padding:0 8px 16px;${font};font-size:16px;line-height:24px;font-weight:600;color:${accent};border-bottom:2px solid ${accent};">Tidemark</td></tr>
<tr><td style="padding:24px 0 0;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:${card};border:1px solid ${line};border-radius:10px;">
<tr><td style="padding:32px;${font};color:${text};">
<h1 style="margin:0 0 16px;font-size:20px;line-height:28px;font-weight:600;color:${text};">{{heading}}</h1>
{{#each paragraphs}}<p style="margin:0 0 16px;font-size:16px;line-height:24px;color:${text};">{{this}}</p>
{{/each}}{{#if quote}}<blockquote style="margin:0 0 16px;padding:12px 16px;border-left:3px solid ${accent};background:${page};font-size:16px;line-height:24px;color:${text};white-space:pre-line;">{{quote}}</blockquote>
{{/if}}{{#if action}}<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 16px;"><tr><td style="background:${accent};border-radius:8px;"><a href="{{action.url}}" style="display:inline-block;padding:12px 24px;${font};font-size:16px;line-height:24px;font-weight:600;color:${onAccent};text-decoration:none;">{{action.label}}</a></td></tr></table>
<p style="margin:0 0 16px;font-size:14px;line-height:20px;color:${muted};">Or copy this address into your browser:<br><span style="word-break:break-all;">{{action.url}}</span></p>
{{/if}}{{#each notes}}<p style="margin:0 0 8px;font-size:14px;line-height:20px;color:${muted};">{{this}}</p>
{{/each}}</td></tr>
</table>
</td></tr>
<tr><td style="padding:16px 8px;${font};font-size:14px;line-height:20px;color:${muted};">You get this mail because of your account at <a href="{{publicUrl}}" style="color:${accent};">{{publicUrl}}</a>.</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;

export const textLayout = `{{heading}}

{{#each paragraphs}}{{this}}

{{/each}}{{#if quote}}  {{quote}}

{{/if}}{{#if action}}{{action.label}}:
{{action.url}}

{{/if}}{{#each notes}}{{this}}
{{/each}}
--
Tidemark, {{publicUrl}}
`;
