// Refuses catalogues that are incomplete, messages whose parameters or tags differ from the English ones, and messages that nothing uses.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow } from './lib/files.mjs';
import { onPinnedNode } from './lib/node24.mjs';
import { root } from './lib/root.mjs';
import { idsInSource } from './lib/text-rules.mjs';

await onPinnedNode();
const { SOURCE_LANGUAGE, readDomains, readLanguages, readTexts } = await import('../frontend/build/texts/catalogue.ts');
const { messageShape, shapeText } = await import('../frontend/build/texts/message-shape.ts');

const domains = readDomains();
const english = new Map(domains.flatMap((domain) => [...readTexts(SOURCE_LANGUAGE, domain)]));

const problems = [];
function shapeOf(language, id, text) {
  try {
    return shapeText(messageShape(text));
  } catch (error) {
    problems.push(`${language}: ${id} is no ICU message: ${error.message}`);
    return null;
  }
}

for (const { id: language } of readLanguages()) {
  const own = readDomains(language);
  for (const domain of own.filter((name) => !domains.includes(name))) problems.push(`${language}: English has no ${domain}.json`);
  const translated = new Map(domains.flatMap((domain) => [...readTexts(language, domain)]));
  for (const [id, text] of english) {
    const translation = translated.get(id);
    if (translation === undefined || translation.trim() === '') problems.push(`${language}: ${id} is missing`);
    else if (shapeOf(language, id, translation) !== shapeOf(SOURCE_LANGUAGE, id, text))
      problems.push(`${language}: ${id} has other parameters or tags than in English`);
  }
  for (const id of translated.keys()) if (!english.has(id)) problems.push(`${language}: English has no ${id}`);
}

const used = new Set();
const templates = [];
for (const path of filesBelow('frontend/src').filter((file) => /[.]tsx?$/.test(file) && !/[.](test|gen)[.]tsx?$/.test(file))) {
  const found = idsInSource(path, readFileSync(join(root, path), 'utf8'), domains);
  for (const id of found.ids) used.add(id);
  templates.push(...found.templates);
}
for (const id of english.keys())
  if (!used.has(id) && !templates.some((template) => template.test(id))) problems.push(`${id} is used nowhere in frontend/src`);

if (problems.length > 0) {
  process.stderr.write(`${problems.join('\n')}\n`);
  process.exitCode = 1;
}
