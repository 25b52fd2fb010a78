import { readLanguages } from '../../build/texts/catalogue';

export const languages = readLanguages({ withPseudo: true });
