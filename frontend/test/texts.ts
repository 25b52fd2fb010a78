// Components are tested with the real English catalogues, all of them loaded.
import { SOURCE_LANGUAGE, compileDomain, readDomains } from '../build/texts/catalogue';
import { type Message } from '../src/lib/i18n/format-message';
import { addMessages } from '../src/lib/i18n/texts';

for (const domain of readDomains()) addMessages(compileDomain(SOURCE_LANGUAGE, domain) as Record<string, Message>);
