// Preloaded into a process of the product: writes the addresses of all modules that it has loaded into the file that MODULES_FILE names,
// when it ends.
import { writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

const loaded = [];
registerHooks({
  load: (url, context, next) => {
    loaded.push(url);
    return next(url, context);
  },
});
process.on('exit', () => writeFileSync(process.env.MODULES_FILE, JSON.stringify(loaded)));
