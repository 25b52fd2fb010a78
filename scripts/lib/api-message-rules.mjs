// Messages of the API and their catalogue (backend/locales/*/api.json), whose keys are the English texts. Pure; scripts/check-texts.mjs
// reads the files.
import ts from 'typescript';

/** What members read when a form is refused. Other messages are for the console, developers and the log. */
const MODULES =
  'club/(auth|calendar|comments|files|kyc|payments|privacy|resources|users)|money/(fee-projection|fund|fx|profit-share)|' +
  'trading/(exchange-accounts|tax)|messaging/(channels|preferences)';
const FOR_MEMBERS = new RegExp(`^backend/src/(${MODULES})/(?!.*admin).*[.](errors|dto|form|input)[.]ts$`);
const SENTENCE = /^\p{Lu}\p{L}+ (?:\p{L}+|\S+ \p{L}+) ?.*\p{L}/u;
/** Said to the team and on the command line, whose language is English. */
const FOR_THE_TEAM =
  /^(The last active admin|You cannot deactivate|This user is|A file holds|An administrator needs|This request is not waiting)/;

const PARAMETER = /\{\w*\}/g;

/** A message whose parameters have no names. */
const bare = (message) => message.replaceAll(PARAMETER, '{}');
const patternOf = (message) => new RegExp(`^${message.split(PARAMETER).map(RegExp.escape).join('.+')}$`);

const isSum = (node) => ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken;

/** A text that is written in parts, because of its length. */
const summed = (node) => (isSum(node) ? summed(node.left) + summed(node.right) : ts.isStringLiteralLike(node) ? node.text : '{}');

/** Returns the texts of a module, with `{}` for each expression of a template. */
export function textsOfModule(path, source) {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const texts = [];
  const visit = (node) => {
    if (isSum(node)) {
      texts.push(summed(node));
      return;
    }
    if (ts.isStringLiteralLike(node)) texts.push(node.text);
    if (ts.isTemplateExpression(node))
      texts.push([node.head, ...node.templateSpans.map(({ literal }) => literal)].map((part) => part.text).join('{}'));
    if (!ts.isImportDeclaration(node)) ts.forEachChild(node, visit);
  };
  visit(file);
  return texts;
}

/**
 * Compares the English messages with the texts of the modules, given as [path, texts]. Returns the ids of messages that no module says, and
 * the sentences for members that are no message.
 */
export function compareMessages(messages, modules) {
  const said = new Set(modules.flatMap(([, texts]) => texts));
  const known = [...messages.values()].map(patternOf);
  return {
    unsaid: [...messages].filter(([, message]) => !said.has(bare(message))).map(([id]) => id),
    unknown: modules
      .filter(([path]) => FOR_MEMBERS.test(path))
      .flatMap(([path, texts]) => texts.map((text) => [path, text]))
      .filter(([, text]) => SENTENCE.test(text) && !known.some((form) => form.test(text)) && !FOR_THE_TEAM.test(text)),
  };
}
