/**
 * Markdown to the few kinds of prose a lesson has. Markdown that is not in the list (HTML, unknown directives, other
 * link protocols) is a fault and comes through as plain text: there is nothing in a lesson that could run.
 */
import type { BlockContent, DefinitionContent, Nodes, PhrasingContent, Root } from 'mdast';
import remarkDirective from 'remark-directive';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { TERMS, termNamed, termOf } from '../../model/glossary';
import { ExpressionError, parseExpression } from './expression';
import { suggest } from './fault';
import type { Block, Inline, Located, Prose } from './lesson';
import type { Faults, Field } from './yaml';

const processor = unified().use(remarkParse).use(remarkDirective).freeze();

/** Markdown to its tree; directives are recognised, nothing is interpreted. */
export function parseMarkdown(text: string): Root {
  return processor.parse(text);
}

const DIRECTIVES = ['v', 'given', 'source', 'term'];
const DIGIT = /\p{Nd}/u;

/** Reads prose out of one text: the file, or one value of a YAML block. */
export class ProseReader {
  constructor(
    private readonly text: string,
    private readonly where: string,
    private readonly faults: Faults,
    private readonly sources: readonly string[],
    /** Where the text's first character is in the file. */
    private readonly base: { line: number; column: number } = { line: 1, column: 1 },
  ) {}

  blocks(nodes: readonly (BlockContent | DefinitionContent)[]): Prose {
    return nodes.flatMap((node) => this.block(node) ?? []);
  }

  private block(node: BlockContent | DefinitionContent): Block | null {
    switch (node.type) {
      case 'paragraph':
        return { kind: 'paragraph', children: this.inlines(node.children, false) };
      case 'list': {
        const items = node.children.map((item) => this.blocks(item.children));
        return { kind: 'list', ordered: node.ordered === true, items };
      }
      case 'code':
        if (DIGIT.test(node.value)) this.bareDigit(node);
        return { kind: 'code', text: node.value };
      case 'html':
        this.html(node);
        return { kind: 'paragraph', children: [{ kind: 'text', text: node.value }] };
      default:
        this.fault(
          node,
          `${node.type} has no place in a lesson`,
          'write paragraphs, lists and steps ("## …")',
        );
        return null;
    }
  }

  /** `marked`: inside `:given` or `:source`, where digits may be. */
  inlines(nodes: readonly PhrasingContent[], marked: boolean): Inline[] {
    return nodes.flatMap((node) => this.inline(node, marked));
  }

  private inline(node: PhrasingContent, marked: boolean): Inline[] {
    switch (node.type) {
      case 'text':
        if (!marked && DIGIT.test(node.value)) this.bareDigit(node);
        return [{ kind: 'text', text: node.value }];
      case 'inlineCode':
        if (/:(v|given|source)\[/.test(node.value)) {
          this.fault(node, 'a mark inside `code` is not read', 'put the quotes inside: :given[`w5`]');
        } else if (!marked && DIGIT.test(node.value)) this.bareDigit(node);
        return [{ kind: 'code', text: node.value }];
      case 'break':
        return [{ kind: 'break' }];
      case 'strong':
      case 'emphasis':
        return [{ kind: node.type, children: this.inlines(node.children, marked) }];
      case 'link': {
        const children = this.inlines(node.children, marked);
        if (/^(https?:\/\/|#)/i.test(node.url)) return [{ kind: 'link', href: node.url, children }];
        this.fault(node, `a link to "${node.url.slice(0, 40)}"`, 'links begin with https://, http:// or #');
        return children;
      }
      case 'image':
        if (/^(\.\/)?[\w-]+\.(svg|png|jpg|webp|avif)$/i.test(node.url)) {
          return [{ kind: 'image', src: node.url.replace(/^\.\//, ''), alt: node.alt ?? '' }];
        }
        this.fault(node, `a picture "${node.url.slice(0, 40)}"`, 'pictures lie in the folder of the lesson');
        return [];
      case 'html':
        this.html(node);
        return [{ kind: 'text', text: node.value }];
      case 'textDirective':
        return this.directive(node);
      default:
        this.fault(node, `${node.type} has no place in a lesson`, 'write plain text');
        return [];
    }
  }

  private directive(node: Extract<PhrasingContent, { type: 'textDirective' }>): Inline[] {
    if (node.name === 'v') {
      const value = this.value(node);
      return value ? [{ kind: 'value', value }] : [];
    }
    if (node.name === 'given') return [{ kind: 'given', children: this.inlines(node.children, true) }];
    if (node.name === 'source') {
      const ref = node.attributes?.ref ?? '';
      if (!this.sources.includes(ref)) {
        this.fault(
          node,
          `:source names no source ("${ref}")`,
          `add {ref="…"}: ${suggest(ref, this.sources)}`,
        );
      }
      return [{ kind: 'source', ref, children: this.inlines(node.children, true) }];
    }
    if (node.name === 'term') return this.term(node);
    const remedy = `${suggest(node.name, DIRECTIVES)}; for a plain colon write a space after it`;
    this.fault(node, `":${node.name}" is unknown`, remedy);
    return [];
  }

  /** `:term[log block]`, or with other words `:term[such blocks]{of="log_block"}`. */
  private term(node: Extract<PhrasingContent, { type: 'textDirective' }>): Inline[] {
    const children = this.inlines(node.children, false);
    const named = node.attributes?.of ?? flat(children);
    const term = termOf(named) ?? termNamed(named);
    if (term) return [{ kind: 'term', id: term.id, children }];
    const ids = TERMS.map(({ id }) => id);
    this.fault(
      node,
      `the glossary has no term "${named}"`,
      `write :term[…]{of="…"}: ${suggest(named, ids)}; the glossary of the lab lists them all`,
    );
    return children;
  }

  /** The expression of `:v[…]`, taken from the text as written: Markdown has read `*` and `_` its own way. */
  private value(node: Extract<PhrasingContent, { type: 'textDirective' }>): Located | null {
    const [first, last] = [node.children[0], node.children.at(-1)];
    const from = first?.position?.start;
    const to = last?.position?.end;
    if (from?.offset === undefined || to?.offset === undefined) {
      this.fault(node, ':v has no expression', 'write :v[report.merges.full]');
      return null;
    }
    const place = this.place(from);
    return locate(this.text.slice(from.offset, to.offset), place, this.where, this.faults);
  }

  /** A `:::name` container that is neither `reveal` nor `notes`. */
  unknown(node: Nodes & { name: string }): void {
    this.fault(node, `":::${node.name}" is unknown`, suggest(node.name, ['reveal', 'notes']));
  }

  private html(node: Nodes): void {
    this.fault(
      node,
      'HTML is not interpreted in a lesson',
      'write it as Markdown, or put it in `code` quotes',
    );
  }

  private bareDigit(node: Nodes): void {
    const remedy =
      'write a result as :v[expression], an input as :given[…], a quotation as :source[…]{ref="…"}';
    this.fault(node, 'a bare figure', remedy);
  }

  private place(point: { line: number; column: number }): { line: number; column: number } {
    const column = point.line === 1 ? this.base.column + point.column - 1 : point.column;
    return { line: this.base.line + point.line - 1, column };
  }

  private fault(node: Nodes, message: string, remedy: string): void {
    const { line, column } = this.place(node.position?.start ?? { line: 1, column: 1 });
    this.faults.add(line, column, this.where, message, remedy);
  }
}

/** Parses an expression at a place; a fault there, and `null`, if it is not one. */
export function locate(
  text: string,
  place: { line: number; column: number },
  where: string,
  faults: Faults,
): Located | null {
  try {
    return { expression: parseExpression(text), text, where, ...place };
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    faults.add(place.line, place.column + error.offset, where, error.message, error.remedy);
    return null;
  }
}

/** Text of a YAML value: one paragraph of prose. */
/** The expression of a value; the fault of one that cannot be read is noted. */
export function expressionOf(field: Field, faults: Faults): Located {
  const place = { line: field.line, column: field.column };
  const nothing: Located = {
    expression: { kind: 'literal', value: null, at: 0 },
    text: '',
    where: field.where,
    ...place,
  };
  return field.missing ? nothing : (locate(field.text(), place, field.where, faults) ?? nothing);
}

/** Conditions, each with what is said where it does not hold. */
export function gradeOf(field: Field, faults: Faults, sources: readonly string[]) {
  return field.list().map((item) => {
    const { is, otherwise } = item.map(['is', 'otherwise'] as const, ['is', 'otherwise']);
    return { is: expressionOf(is, faults), otherwise: inlineOf(otherwise, faults, sources) };
  });
}

export function inlineOf(field: Field, faults: Faults, sources: readonly string[]): Inline[] {
  const text = field.text().trim();
  if (text === '') return [];
  const base = { line: field.line, column: field.column };
  const root = parseMarkdown(text);
  const [only, ...more] = root.children;
  if (only?.type !== 'paragraph' || more.length > 0) {
    field.fault(
      'this must be one paragraph of text',
      'move lists and further paragraphs to the prose of the step',
    );
    return [];
  }
  return new ProseReader(text, field.where, faults, sources, base).inlines(only.children, false);
}

/** Words a reader reads: a value counts as one. */
export function words(prose: Prose): number {
  return prose.reduce((sum, block) => {
    if (block.kind === 'paragraph') return sum + inlineWords(block.children);
    if (block.kind === 'list') return sum + block.items.reduce((all, item) => all + words(item), 0);
    return sum + spaced(block.text);
  }, 0);
}

function inlineWords(inlines: readonly Inline[]): number {
  return spaced(flat(inlines));
}

/** The text alone; a value is a single word. */
export function flat(inlines: readonly Inline[]): string {
  return inlines
    .map((inline) => {
      if (inline.kind === 'text' || inline.kind === 'code') return inline.text;
      if (inline.kind === 'value') return 'value';
      if (inline.kind === 'break') return ' ';
      return inline.kind === 'image' ? inline.alt : flat(inline.children);
    })
    .join('');
}

function spaced(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

/** Every expression in prose, in order. */
export function valuesIn(prose: Prose): Located[] {
  return prose.flatMap((block) => {
    if (block.kind === 'paragraph') return inlineValues(block.children);
    return block.kind === 'list' ? block.items.flatMap(valuesIn) : [];
  });
}

export function inlineValues(inlines: readonly Inline[]): Located[] {
  return inlines.flatMap((inline) => {
    if (inline.kind === 'value') return [inline.value];
    return 'children' in inline ? inlineValues(inline.children) : [];
  });
}
