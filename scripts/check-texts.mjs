// Refuses catalogues that are incomplete, messages whose parameters or tags differ from the English ones, and messages that nothing uses.
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { filesBelow } from './lib/files.mjs';
import { onPinnedNode } from './lib/node24.mjs';
import { root } from './lib/root.mjs';
import { compareMessages, textsOfModule } from './lib/api-message-rules.mjs';
import { idsInSource } from './lib/text-rules.mjs';

await onPinnedNode();
const { SOURCE_LANGUAGE, backendLocales, localesFolder, readDomains, readLanguages, readTexts } =
  await import('../frontend/build/texts/catalogue.ts');
const { messageShape, shapeText } = await import('../frontend/build/texts/message-shape.ts');

const problems = [];
function shapeOf(language, id, text) {
  try {
    return shapeText(messageShape(text));
  } catch (error) {
    problems.push(`${language}: ${id} is no ICU message: ${error.message}`);
    return null;
  }
}

/** Compares each language of a folder with English. Returns the English texts by id. */
function checkLanguages(folder) {
  const domains = readDomains(SOURCE_LANGUAGE, folder);
  const textsOf = (language) => new Map(domains.flatMap((domain) => [...readTexts(language, domain, folder)]));
  const english = textsOf(SOURCE_LANGUAGE);
  for (const { id: language } of readLanguages()) {
    const own = existsSync(join(folder, language)) ? readDomains(language, folder) : [];
    for (const domain of own.filter((name) => !domains.includes(name))) problems.push(`${language}: English has no ${domain}.json`);
    const translated = textsOf(language);
    for (const [id, text] of english) {
      const translation = translated.get(id);
      if (translation === undefined || translation.trim() === '') problems.push(`${language}: ${id} is missing`);
      else if (shapeOf(language, id, translation) !== shapeOf(SOURCE_LANGUAGE, id, text))
        problems.push(`${language}: ${id} has other parameters or tags than in English`);
    }
    for (const id of translated.keys()) if (!english.has(id)) problems.push(`${language}: English has no ${id}`);
  }
  return { domains, english };
}

/** Returns the ids that the sources below a folder name, and the patterns of those they compose. */
function usedIds(folder, domains) {
  const used = new Set();
  const templates = [];
  for (const path of filesBelow(folder).filter((file) => /[.]tsx?$/.test(file) && !/[.](test|spec|gen)[.]tsx?$/.test(file))) {
    const found = idsInSource(path, readFileSync(join(root, path), 'utf8'), domains);
    for (const id of found.ids) used.add(id);
    templates.push(...found.templates);
  }
  return { used, templates };
}

const web = checkLanguages(localesFolder);
const { used, templates } = usedIds('frontend/src', web.domains);
for (const id of web.english.keys())
  if (!used.has(id) && !templates.some((template) => template.test(id))) problems.push(`${id} is used nowhere in frontend/src`);

// The back end names a text by its id or by that of its group, such as a letter, or takes it out of the imported catalogue by name. The
// layout's texts belong to every letter.
const server = checkLanguages(backendLocales);
const named = usedIds('backend/src', server.domains).used;
const sources = filesBelow('backend/src')
  .filter((file) => file.endsWith('.ts'))
  .map((file) => ({ file, source: readFileSync(join(root, file), 'utf8') }));
/** Returns the sources that import a catalogue, and those that import it from a module beside them. */
function sourcesTaking(domain) {
  const direct = sources.filter(({ source }) => source.includes(`/locales/en/${domain}.json`));
  const beside = ({ file, source }) =>
    direct.some((other) => dirname(other.file) === dirname(file) && source.includes(`'./${basename(other.file, '.ts')}.js'`));
  return [...direct, ...sources.filter(beside)].map(({ source }) => source);
}
const taking = new Map(server.domains.map((domain) => [domain, sourcesTaking(domain)]));
for (const id of server.english.keys()) {
  const [domain, group] = id.split('.');
  const isTaken = taking.get(domain).some((source) => new RegExp(`\\b${group}\\b`).test(source));
  if (id.startsWith('mail.layout.') || domain === 'api' || named.has(id) || named.has(`${domain}.${group}`) || isTaken) continue;
  problems.push(`${id} is used nowhere in backend/src`);
}

const modules = filesBelow('backend/src')
  .filter((file) => /(?<![.]spec)[.]ts$/.test(file))
  .map((file) => [file, textsOfModule(file, readFileSync(join(root, file), 'utf8'))]);
const messages = new Map([...server.english].filter(([id]) => id.startsWith('api.')));
const { unsaid, unknown } = compareMessages(messages, modules);
for (const id of unsaid) problems.push(`${id} is a message that nothing in backend/src says`);
for (const [file, text] of unknown) problems.push(`${file}: “${text}” is missing in backend/locales/en/api.json`);

if (problems.length > 0) {
  process.stderr.write(`${problems.join('\n')}\n`);
  process.exitCode = 1;
}
