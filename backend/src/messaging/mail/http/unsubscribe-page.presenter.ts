import { createHash } from 'node:crypto';
import Handlebars from 'handlebars';
import { directionOf, type Language } from '../../../platform/domain/index.js';
import arabic from '../../../../locales/ar/unsubscribe.json' with { type: 'json' };
import english from '../../../../locales/en/unsubscribe.json' with { type: 'json' };
import spanish from '../../../../locales/es/unsubscribe.json' with { type: 'json' };
import { formatMessage } from '../../../platform/texts/index.js';
import type { EmailTopic } from '../../preferences/index.js';

const style = `
:root {
  color-scheme: light dark;
  --page:#F7F8FA; --card:#FFFFFF; --text:#10151C; --muted:#475467; --line:#E4E7EC; --accent:#0B6E75; --on-accent:#FFFFFF;
}
@media (prefers-color-scheme: dark) {
  :root { --page:#0B0F14; --card:#121821; --text:#EEF2F6; --muted:#A9B4C2; --line:#25303D; --accent:#3FC1C9; --on-accent:#06181A; }
}
* { box-sizing: border-box; }
body { margin:0; padding:32px 16px; background:var(--page); color:var(--text);
  font:16px/24px Inter,-apple-system,'Segoe UI',Roboto,Arial,sans-serif; }
main { max-width:560px; margin:0 auto; }
header { padding:0 8px 12px; margin-bottom:24px; border-bottom:2px solid var(--accent); color:var(--accent); font-weight:600; }
section { padding:32px; border:1px solid var(--line); border-radius:10px; background:var(--card); }
h1 { margin:0 0 16px; font-size:20px; line-height:28px; font-weight:600; }
p { margin:0 0 16px; color:var(--muted); }
form { margin:0; }
button { padding:12px 24px; border:0; border-radius:8px; background:var(--accent); color:var(--on-accent);
  font:inherit; font-weight:600; cursor:pointer; }
a { color:var(--accent); }
:focus-visible { outline:2px solid var(--accent); outline-offset:2px; }
`;

/** Nothing runs here and nothing is loaded; the one form goes back to where the page came from. */
export const unsubscribePolicy =
  `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; form-action 'self'; ` +
  `base-uri 'none'; frame-ancestors 'none'`;

export type UnsubscribeStep = 'ask' | 'done' | 'invalid';

/** `npm run texts` compares the languages. */
const catalogues: Readonly<Record<Language, typeof english>> = { en: english, es: spanish, ar: arabic };

const page = Handlebars.compile<object>(
  `<!doctype html>
<html lang="{{language}}" dir="{{direction}}"><head><meta charset="utf-8"><meta
  name="viewport" content="width=device-width, initial-scale=1"><meta
  name="robots" content="noindex"><title>{{title}} · Tidemark</title><style>${style}</style></head>
<body><main><header>Tidemark</header><section><h1>{{title}}</h1>
{{#each lines}}<p>{{this}}</p>
{{/each}}{{#if button}}<form method="post"><button>{{button}}</button></form>{{else}}<p><a
  href="{{publicUrl}}{{path}}">{{link}}</a></p>{{/if}}</section></main></body></html>`,
  { knownHelpersOnly: true },
);

const SETTINGS_PATH = '/#/notification-settings';

/** Posts to its own address: the token never stands in the page. */
export function unsubscribePage(step: UnsubscribeStep, topic: EmailTopic | null, publicUrl: string, language: Language): string {
  const texts = catalogues[language];
  const fill = (message: string) => formatMessage(language, message, { kind: topic === null ? '' : texts.kinds[topic] });
  const { title, lines } = texts[step];
  return page({
    title: fill(title),
    lines: lines.map(fill),
    ...(step === 'ask' && { button: texts.ask.button }),
    ...(step === 'done' ? { path: SETTINGS_PATH, link: texts.settings } : { path: '', link: texts.site }),
    publicUrl,
    language,
    direction: directionOf(language),
  });
}
