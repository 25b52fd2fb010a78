import { readdirSync, statSync } from 'node:fs';
import type { Plugin } from 'vite';
import { contentFile, loadContent, picturesFolder } from '../content/load.ts';
import { type Content, type PartName, parts } from '../content/schema.ts';

const PREFIX = 'virtual:content/';

let read: { content: Content; savedAt: number } | undefined;

/** What site.yaml says, read anew after it was saved. */
export function currentContent(): Content {
  const { mtimeMs: savedAt } = statSync(contentFile);
  if (read?.savedAt !== savedAt) read = { content: loadContent(), savedAt };
  return read.content;
}

/** Gives the web app each part of content/site.yaml as a module of its own, and the addresses of the pictures that it names. */
export const siteContent = (): Plugin => ({
  name: 'tidemark-site-content',
  resolveId: { filter: { id: new RegExp(`^${PREFIX}`) }, handler: (id) => `\0${id}` },
  load: {
    filter: { id: new RegExp(`^\\0${PREFIX}`) },
    handler(id) {
      const name = id.slice(PREFIX.length + 1);
      if (name === 'pictures') return picturesModule();
      this.addWatchFile(contentFile);
      const content = currentContent();
      // Pieces that the first screen needs are modules of their own, so that it loads no text of the sections below.
      if (name === 'landing-home') return `export const home = ${JSON.stringify(content.landing.home)};`;
      if (name === 'landing-menu') return `export const menu = ${JSON.stringify(content.landing.menu)};`;
      if (name === 'site-meta') return `export const meta = ${JSON.stringify({ title: content.site.meta.title })};`;
      if (!(name in parts)) throw new Error(`site.yaml has no part ${name}`);
      return `export const ${name} = ${JSON.stringify(content[name as PartName])};`;
    },
  },
});

function picturesModule(): string {
  const content = JSON.stringify(currentContent());
  const files = readdirSync(picturesFolder)
    .filter((name) => content.includes(`"${name}"`))
    .toSorted();
  const imports = files.map((name, index) => `import p${index} from ${JSON.stringify(`${picturesFolder}/${name}`)};`);
  return `${imports.join('\n')}\nexport const pictures = { ${files.map((name, index) => `${JSON.stringify(name)}: p${index}`).join(', ')} };`;
}
