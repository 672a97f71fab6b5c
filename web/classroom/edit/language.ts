/** A lesson as the editor reads it, for its colours alone: YAML in front and in blocks, Markdown, and our directives. */
import { yamlFrontmatter, yamlLanguage } from '@codemirror/lang-yaml';
import { defineLanguageFacet, Language, type LanguageSupport } from '@codemirror/language';
import { tags } from '@lezer/highlight';
import { type MarkdownConfig, parseCode, parser } from '@lezer/markdown';

/** The name of a directive and its bracket: `:v[`. */
const DIRECTIVE = /^:[a-z]+\[/;
const COLON = 58;
/** Characters of a directive that are looked through for its end. */
const LONGEST = 500;

/** `:v[expression]`, `:source[text]{ref="slides"}`, and the lines `:::notes` and `:::`. */
const directives: MarkdownConfig = {
  defineNodes: [
    { name: 'Directive' },
    { name: 'DirectiveName', style: tags.macroName },
    { name: 'DirectiveBody', style: tags.literal },
    { name: 'DirectiveAttributes', style: tags.meta },
    { name: 'DirectiveFence', block: true, style: tags.macroName },
  ],
  parseInline: [
    {
      name: 'Directive',
      before: 'Link',
      parse(cx, next, pos) {
        // If it is never closed, reading stops here.
        const text = next === COLON ? cx.slice(pos, Math.min(cx.end, pos + LONGEST)) : '';
        const name = DIRECTIVE.exec(text)?.[0].length ?? 0;
        const close = name > 0 ? closing(text, name - 1) : -1;
        if (close < 0) return -1;
        const attributes = /^\{[^}]*\}/.exec(text.slice(close + 1))?.[0].length ?? 0;
        const end = pos + close + 1 + attributes;
        const parts = [
          cx.elt('DirectiveName', pos, pos + name),
          cx.elt('DirectiveBody', pos + name, pos + close),
          cx.elt('DirectiveName', pos + close, pos + close + 1),
        ];
        if (attributes > 0) parts.push(cx.elt('DirectiveAttributes', pos + close + 1, end));
        return cx.addElement(cx.elt('Directive', pos, end, parts));
      },
    },
  ],
  parseBlock: [
    {
      name: 'DirectiveFence',
      before: 'LinkReference',
      parse(cx, line) {
        if (!line.text.startsWith(':::')) return false;
        cx.addElement(cx.elt('DirectiveFence', cx.lineStart, cx.lineStart + line.text.length));
        cx.nextLine();
        return true;
      },
      endLeaf: (_, line) => line.text.startsWith(':::'),
    },
  ],
};

/** The place where the bracket at `open` is closed again; -1 if it is not. */
function closing(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    if (text[at] === '[') depth += 1;
    if (text[at] === ']') depth -= 1;
    if (depth === 0) return at;
  }
  return -1;
}

const markdown = new Language(
  defineLanguageFacet(),
  parser.configure([
    directives,
    parseCode({ codeParser: (info) => (info === 'yaml' ? yamlLanguage.parser : null) }),
  ]),
  [],
  'lesson',
);

export function lessonLanguage(): LanguageSupport {
  return yamlFrontmatter({ content: markdown });
}
