// What Rust says of games, in the language that is spoken.
import { fromRust, typeset } from '../i18n/i18n.ts';
import type { RulesInfo, VariantInfo } from '../types.ts';

/** Of rule sets that have no name in Rust, by their specifications; see named.ts. */
export const ownNames: Map<string, string> = new Map();

export const variantInWords = (variant: VariantInfo): VariantInfo => ({
  ...variant,
  name: fromRust(`variant.${variant.id}.name`, variant.name),
  summary: fromRust(`variant.${variant.id}.summary`, variant.summary),
});

export function inWords(info: RulesInfo): RulesInfo {
  const base = fromRust(`variant.${info.base}.name`, '');
  return {
    ...info,
    name: info.id
      ? fromRust(`variant.${info.id}.name`, info.name)
      : (ownNames.get(info.spec) ??
        fromRust(
          'variant.custom',
          info.name.replace(/^./, (c) => c.toUpperCase()),
          { name: base },
        )),
    options: info.options.map((option) => ({
      ...option,
      words: valueInWords(option.key, option),
      choices: option.choices.map((choice) => ({
        ...choice,
        words: valueInWords(option.key, choice),
      })),
    })),
  };
}

function valueInWords(key: string, { value, words }: { value: string; words: string }) {
  const number = /^\d+$/.test(value) && (key === 'men' || key === 'quiet');
  return number
    ? fromRust(`option.${key}.n`, words, { n: Number(value) / (key === 'quiet' ? 2 : 1) })
    : fromRust(`option.${key}.${value}`, typeset(words));
}
