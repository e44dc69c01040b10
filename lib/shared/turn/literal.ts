/** Characters that Markdown would read as marks; an underscore inside a word is none. */
const MARKS = /[\\`*~$<&]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu
const ADDRESS = /(https?:\/\/\S+)/

/**
 * A line of plain text as Markdown inside a sentence, shown character by character. Addresses stay links.
 * A bracket becomes an entity, because a backslash before it opens a formula.
 */
export const literal = (text: string): string =>
  text
    .split(ADDRESS)
    .map((part, i) => (i % 2 === 1 ? part : part.replace(MARKS, '\\$&').replaceAll('[', '&#91;')))
    .join('')

/** The reverse of `literal`. */
export const unliteral = (text: string): string =>
  text.replace(/\\([\\`*~$<&_])/g, '$1').replaceAll('&#91;', '[')
