import { clubShareAnswer, clubShareSchema } from '../../../money/club-share/index.js';
import { answerCases } from '../case-file.input.js';
import { defineCommand } from '../command.js';

export const command = defineCommand({
  summary: "Recomputes the club's share of the trades in a file that followed its signals",
  options: {
    file: {
      value: 'FILE',
      required: true,
      help:
        'JSON: {"config"?: {"shareRate", "entryBand", "followSize", "periods": [{"name", "from", "to"}]}, ' +
        '"signals": [{"id", "symbol", "marketType", "side", "publishedAt", "entryUntil", "modelEntry"?, "recommendedQty"?}], ' +
        '"members": [{"id", "fills": [{"id", "at", "symbol", "marketType", "side", "price", "qty", "fee"?}], "disputes"?}], ' +
        '"manager"?: {"fills"}}, or {"cases": [...]}; amounts as decimal strings; docs/club-share.md has the rules',
    },
  },
  async run({ options }) {
    const data = await answerCases(options.file, clubShareSchema, clubShareAnswer);
    return { data, lines: [JSON.stringify(data, null, 2)] };
  },
});
